-- _rocsql_unit_points(checked, groups, by)
-- The operating points in whole units of the group's _pos_grain and _neg_grain, which lose nothing: counts as DOUBLE, sums of weights as HUGEINT.
-- returns: _g INTEGER, _at BIGINT, _threshold DOUBLE, _tp DOUBLE, _fp DOUBLE
-- uses: _rocsql_points, _rocsql_weighed_ties, _rocsql_running
-- example: FROM _rocsql_unit_points(checked, groups, ['model'])
-- The type of the weights is known when the query is bound, and so is which of the two has all the rows.
CREATE OR REPLACE MACRO _rocsql_unit_points(checked, groups, "by") AS TABLE
WITH counts AS (FROM query_table(checked) WHERE typeof(_weight) = 'BIGINT'),
ties AS MATERIALIZED (FROM _rocsql_weighed_ties(checked, groups, "by")),
unit AS (
    SELECT struct_extract(
        {'count': NULL::DOUBLE, 'weight': NULL::HUGEINT}, CASE WHEN typeof(_unit) = 'BIGINT' THEN 'count' ELSE 'weight' END) AS _type
    FROM query_table(groups)
    LIMIT 1
),
points AS (
    SELECT _g, _at, _threshold, cast_to_type(_tp, _type) AS _tp, cast_to_type(_fp, _type) AS _fp
    FROM _rocsql_points(counts, groups, "by"), unit
    UNION ALL
    SELECT _g, _at, _score, cast_to_type(_tp, _type), cast_to_type(_fp, _type) FROM _rocsql_running(ties, "by"), unit
    UNION ALL
    SELECT DISTINCT _g, 0, 'inf'::DOUBLE, cast_to_type(0, _type), cast_to_type(0, _type) FROM ties, unit
)
FROM points
