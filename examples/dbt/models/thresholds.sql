-- Where to raise the alarm, if a missed fraud costs as much as twenty false alarms.
FROM best_threshold({{ ref('predictions') }}, score, label, by := ['model'], cost_fn := 20)
