-- det_curve(source, score, label, by := [], weight := 1)
-- Detection error tradeoff: both error rates at every point of the ROC curve, and their normal quantiles, on which a curve of two normal
-- distributions is a line. A rate of 0 or 1 has the probit -inf or inf.
-- returns: <by>, threshold DOUBLE, fpr DOUBLE, fnr DOUBLE, fpr_probit DOUBLE, fnr_probit DOUBLE
-- uses: _rocsql_rows, _rocsql_groups, _rocsql_points, _rocsql_output, normal_quantile
-- example: FROM det_curve(preds, score, label, by := ['model'])
CREATE OR REPLACE MACRO det_curve(source, score, label, "by" := [], weight := 1) AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_rows(source, score, label, "by", weight)),
groups AS MATERIALIZED (FROM _rocsql_groups(checked, "by")),
points AS (FROM _rocsql_points(checked, groups, "by")),
errors AS (
    SELECT
        g._g,
        g._by,
        p._at,
        p._threshold,
        CASE WHEN p._n > 0 THEN p._fp / p._n END AS _fpr,
        CASE WHEN p._p > 0 THEN (p._p - p._tp) / p._p END AS _fnr
    FROM points AS p
    JOIN groups AS g ON len("by") = 0 OR p._g = g._g
),
curve AS (SELECT *, normal_quantile(_fpr) AS _fpr_probit, normal_quantile(_fnr) AS _fnr_probit FROM errors)
FROM query(_rocsql_output(
    "by",
    '_threshold AS threshold, _fpr AS fpr, _fnr AS fnr, _fpr_probit AS fpr_probit, _fnr_probit AS fnr_probit', 'curve', '_at'))
