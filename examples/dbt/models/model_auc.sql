-- All of the log: a ref is a source like any table.
FROM roc_auc({{ ref('predictions') }}, score, label, by := ['model'])
