-- _rocsql_segments(checked, groups, by)
-- The curve as segments: every operating point but the origin, with the one before it.
-- returns: _g INTEGER, _tp_from DOUBLE, _fp_from DOUBLE, _tp DOUBLE, _fp DOUBLE, _p DOUBLE, _n DOUBLE
-- uses: _rocsql_points_by_kernel, _rocsql_counted_points, _rocsql_tied_points
-- example: FROM _rocsql_segments(checked, groups, ['model'])
-- What comes from a list is in order: nothing is sorted to find the point before.
CREATE OR REPLACE MACRO _rocsql_segments(checked, groups, "by") AS TABLE
WITH listed AS (
    SELECT _g, _at, lag(_tp) OVER () AS _tp_from, lag(_fp) OVER () AS _fp_from, _tp, _fp, _p, _n
    FROM _rocsql_points_by_kernel(checked, groups, "by")
),
points AS (FROM _rocsql_counted_points(checked, groups, "by") UNION ALL FROM _rocsql_tied_points(checked, groups, "by")),
pairs AS (
    SELECT _g, _at, lag(_tp) OVER along AS _tp_from, lag(_fp) OVER along AS _fp_from, _tp, _fp, _p, _n
    FROM points
    WINDOW along AS (ORDER BY _g ASC, _at ASC)
)
SELECT _g, _tp_from, _fp_from, _tp, _fp, _p, _n
FROM (FROM listed UNION ALL FROM pairs)
WHERE _at > 0
