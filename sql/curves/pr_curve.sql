-- pr_curve(source, score, label, by := [], weight := 1)
-- Precision and recall at every point of the ROC curve. Nothing is predicted positive at the first, so it has no precision.
-- returns: <by>, threshold DOUBLE, tp BIGINT, fp BIGINT, precision DOUBLE, recall DOUBLE
-- uses: _rocsql_rows, _rocsql_groups, _rocsql_points, _rocsql_output
-- example: FROM pr_curve(preds, score, label, by := ['model'])
CREATE OR REPLACE MACRO pr_curve(source, score, label, "by" := [], weight := 1) AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_rows(source, score, label, "by", weight)),
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
        CASE WHEN p._tp + p._fp > 0 THEN p._tp / (p._tp + p._fp) END AS precision,
        CASE WHEN p._p > 0 THEN p._tp / p._p END AS recall
    FROM points AS p
    JOIN groups AS g ON len("by") = 0 OR p._g = g._g
)
FROM query(_rocsql_output("by", 'threshold, tp, fp, "precision", recall', 'curve', '_at'))
