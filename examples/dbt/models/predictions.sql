-- What has arrived until today. No macro in it, so a view will do.
{{ config(materialized='view') }}

SELECT * FROM {{ ref('prediction_log') }} WHERE day <= DATE '{{ var("today") }}'
