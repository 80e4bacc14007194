-- _rocsql_count_curve(checked, by)
-- The ROC points of counts.
-- returns: _g INTEGER, _by STRUCT(...), _at BIGINT, threshold DOUBLE, tp BIGINT, fp BIGINT, tpr DOUBLE, fpr DOUBLE
-- uses: _rocsql_groups, _rocsql_points
-- example: FROM _rocsql_count_curve(checked, ['model'])
CREATE OR REPLACE MACRO _rocsql_count_curve(checked, "by") AS TABLE
WITH count_groups AS MATERIALIZED (FROM _rocsql_groups(checked, "by")),
count_points AS (FROM _rocsql_points(checked, count_groups, "by")),
kind AS (SELECT any_value(_like) AS _like FROM query_table(checked))
SELECT
    g._g,
    g._by,
    p._at,
    p._threshold AS threshold,
    cast_to_type(p._tp, k._like) AS tp,
    cast_to_type(p._fp, k._like) AS fp,
    CASE WHEN p._p > 0 THEN p._tp / p._p END AS tpr,
    CASE WHEN p._n > 0 THEN p._fp / p._n END AS fpr
FROM count_points AS p
JOIN count_groups AS g ON len("by") = 0 OR p._g = g._g
CROSS JOIN kind AS k
