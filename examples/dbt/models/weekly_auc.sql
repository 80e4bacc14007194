-- From the sketch alone: the exact AUC is certain to be between auc_low and auc_high.
WITH weekly AS (
    SELECT *, date_trunc('week', day) AS week FROM {{ ref('score_sketch') }}
)

FROM sketch_auc(weekly, by := ['model', 'week'])
