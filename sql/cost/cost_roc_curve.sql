-- cost_roc_curve(source, score, label, benefit, cost, by := [])
-- The ROC points where every example has its own worth (alg. 6 of Fawcett 2004): the share of all benefit won against that of all
-- cost paid. With benefit and cost 1 it is roc_curve.
-- returns: <by>, threshold DOUBLE, benefit DOUBLE, cost DOUBLE, tpr DOUBLE, fpr DOUBLE
-- uses: _rocsql_cost_rows, _rocsql_groups, _rocsql_points, _rocsql_output
-- example: FROM cost_roc_curve(preds, score, label, 20 + amount, 1, by := ['model'])
CREATE OR REPLACE MACRO cost_roc_curve(source, score, label, benefit, cost, "by" := []) AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_cost_rows(source, score, label, benefit, cost, "by")),
groups AS MATERIALIZED (FROM _rocsql_groups(checked, "by")),
points AS (FROM _rocsql_points(checked, groups, "by")),
curve AS (
    SELECT
        _g,
        _by,
        _at,
        _threshold,
        _tp AS _benefit,
        _fp AS _cost,
        CASE WHEN _p > 0 THEN _tp / _p END AS _tpr,
        CASE WHEN _n > 0 THEN _fp / _n END AS _fpr
    FROM points
)
FROM query(_rocsql_output(
    "by", '_threshold AS threshold, _benefit AS benefit, _cost AS cost, _tpr AS tpr, _fpr AS fpr', 'curve', '_at'))
