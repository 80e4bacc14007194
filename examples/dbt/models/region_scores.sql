-- The aggregates, beside any others.
SELECT
    model,
    region,
    count(*) AS n,
    count(label) AS labelled,
    roc_auc(score, label) AS auc,
    average_precision(score, label) AS average_precision,
    brier_score(score, label) AS brier
FROM {{ ref('predictions') }}
GROUP BY ALL
ORDER BY ALL
