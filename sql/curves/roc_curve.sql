-- roc_curve(source, score, label, by := [], weight := 1, max_points := NULL)
-- The ROC points of every group: one row per distinct score in descending order, after a first row at +inf.
-- returns: <by>, threshold DOUBLE, tp BIGINT, fp BIGINT, tpr DOUBLE, fpr DOUBLE
-- uses: _rocsql_rows, _rocsql_usable, _rocsql_groups, _rocsql_points, _rocsql_output
-- example: FROM roc_curve(preds, score, label, by := ['model'])
CREATE OR REPLACE MACRO roc_curve(source, score, label, "by" := [], weight := 1, max_points := NULL) AS TABLE
WITH checked AS MATERIALIZED (
    FROM _rocsql_rows(source, score, label, "by", weight, _rocsql_usable(score, label, weight))
),
groups AS MATERIALIZED (FROM _rocsql_groups(checked, "by")),
points AS (FROM _rocsql_points(checked, groups, "by")),
curve AS (
    SELECT
        g._g,
        g._by,
        p._at,
        p._threshold AS threshold,
        cast_to_type(p._tp, g._unit) AS tp,
        cast_to_type(p._fp, g._unit) AS fp,
        CASE WHEN p._p > 0 THEN p._tp / p._p END AS tpr,
        CASE WHEN p._n > 0 THEN p._fp / p._n END AS fpr
    FROM points AS p
    JOIN groups AS g ON len("by") = 0 OR p._g = g._g
)
FROM query(_rocsql_output("by", 'threshold, tp, fp, tpr, fpr', 'curve', '_at'))
