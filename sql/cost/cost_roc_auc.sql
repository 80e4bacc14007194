-- cost_roc_auc(source, score, label, benefit, cost, by := [])
-- Area under the curve of cost_roc_curve, and what there was to win and to pay.
-- returns: <by>, auc DOUBLE, total_benefit DOUBLE, total_cost DOUBLE
-- uses: _rocsql_cost_rows, _rocsql_groups, _rocsql_area_by_weights, _rocsql_output
-- example: FROM cost_roc_auc(preds, score, label, 20 + amount, 1, by := ['model'])
CREATE OR REPLACE MACRO cost_roc_auc(source, score, label, benefit, cost, "by" := []) AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_cost_rows(source, score, label, benefit, cost, "by")),
groups AS MATERIALIZED (FROM _rocsql_groups(checked, "by")),
weighed AS (FROM _rocsql_area_by_weights(checked, groups, "by")),
areas AS (SELECT g._g, g._by, w._auc, w._p, w._n FROM groups AS g JOIN weighed AS w ON g._g = w._g)
FROM query(_rocsql_output("by", '_auc AS auc, _p AS total_benefit, _n AS total_cost', 'areas', '_g'))
