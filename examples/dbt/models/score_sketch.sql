-- A small table of counts that tells the AUC of any month, region or model without the log.
FROM roc_sketch({{ ref('predictions') }}, score, label, by := ['day', 'region', 'model'])
