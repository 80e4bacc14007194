-- Fails for groups whose AUC is below the least one even at the upper end of its interval: chance does not explain it.
{% test auc_at_least(model, score, label, by, least) %}

SELECT * FROM roc_auc({{ model }}, {{ score }}, {{ label }}, by := {{ by }}) WHERE ci_high < {{ least }}

{% endtest %}
