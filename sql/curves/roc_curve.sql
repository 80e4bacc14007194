-- roc_curve(source, score, label, by := [], weight := 1, max_points := NULL)
-- The ROC points of every group: one row per distinct score in descending order, after a first row at +inf. With max_points, at
-- least 8, at most so many of them: both ends, the extremes along the way and, unless they are more than about a third of max_points,
-- all vertices of the convex hull; the area under them differs from the exact one by less than 1 / max_points.
-- returns: <by>, threshold DOUBLE, tp BIGINT, fp BIGINT, tpr DOUBLE, fpr DOUBLE
-- uses: _rocsql_rows, _rocsql_groups, _rocsql_points, _rocsql_thinned, _rocsql_curve_output, _rocsql_output, _rocsql_whole
-- example: FROM roc_curve(preds, score, label, by := ['model'])
CREATE OR REPLACE MACRO roc_curve(source, score, label, "by" := [], weight := 1, max_points := NULL) AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_rows(source, score, label, "by", weight)),
groups AS MATERIALIZED (FROM _rocsql_groups(checked, "by")),
exact AS NOT MATERIALIZED (FROM _rocsql_points(checked, groups, "by")),
thinned AS (FROM _rocsql_thinned(exact, max_points::BIGINT)),
points AS NOT MATERIALIZED (FROM query(CASE WHEN max_points IS NULL THEN 'FROM exact' ELSE 'FROM thinned' END)),
curve AS NOT MATERIALIZED (
    SELECT
        _g,
        _by,
        _at,
        _in_order,
        _threshold AS threshold,
        cast_to_type(_tp, _unit) AS tp,
        cast_to_type(_fp, _unit) AS fp,
        CASE WHEN _p > 0 THEN _tp / _p END AS tpr,
        CASE WHEN _n > 0 THEN _fp / _n END AS fpr
    FROM points
)
FROM query(CASE
    WHEN max_points IS NULL THEN _rocsql_curve_output("by", 'threshold, tp, fp, tpr, fpr')
    WHEN _rocsql_whole(max_points, 8, 'max_points must be a whole number of at least 8, or NULL for all points')
    THEN _rocsql_output("by", 'threshold, tp, fp, tpr, fpr', 'curve', '_at')
END)
