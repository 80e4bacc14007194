SELECT model, day FROM {{ ref('daily_auc') }} GROUP BY ALL HAVING count(*) > 1
