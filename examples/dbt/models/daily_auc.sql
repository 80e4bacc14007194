-- AUC of each model and day, with its interval. Labels come late, so the last three days are computed again.
{{ config(materialized='incremental', unique_key=['model', 'day']) }}

WITH recent AS (
    SELECT * FROM {{ ref('predictions') }}
    {% if is_incremental() %}
    WHERE day > (SELECT max(day) FROM {{ this }}) - 3
    {% endif %}
)

FROM roc_auc(recent, score, label, by := ['model', 'day'])
