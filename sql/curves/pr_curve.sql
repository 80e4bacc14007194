-- pr_curve(source, score, label, by := [], weight := 1)
-- Precision and recall at every point of the ROC curve. Nothing is predicted positive at the first, so it has no precision.
-- returns: <by>, threshold DOUBLE, tp BIGINT, fp BIGINT, precision DOUBLE, recall DOUBLE
-- uses: _rocsql_rows, _rocsql_groups, _rocsql_points, _rocsql_curve_output
-- example: FROM pr_curve(preds, score, label, by := ['model'])
CREATE OR REPLACE MACRO pr_curve(source, score, label, "by" := [], weight := 1) AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_rows(source, score, label, "by", weight)),
groups AS MATERIALIZED (FROM _rocsql_groups(checked, "by")),
points AS NOT MATERIALIZED (FROM _rocsql_points(checked, groups, "by")),
curve AS NOT MATERIALIZED (
    SELECT
        _g,
        _by,
        _at,
        _in_order,
        _threshold AS threshold,
        cast_to_type(_tp, _unit) AS tp,
        cast_to_type(_fp, _unit) AS fp,
        CASE WHEN _tp + _fp > 0 THEN _tp / (_tp + _fp) END AS precision,
        CASE WHEN _p > 0 THEN _tp / _p END AS recall
    FROM points
)
FROM query(_rocsql_curve_output("by", 'threshold, tp, fp, "precision", recall'))
