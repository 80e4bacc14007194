-- _rocsql_points(checked, groups, by)
-- The operating points of every group: what each threshold selects (alg. 2 of Fawcett 2004), with the totals of the classes.
-- returns: _g INTEGER, _by STRUCT(...), _at BIGINT, _threshold DOUBLE, _tp DOUBLE, _fp DOUBLE, _fn DOUBLE, _tn DOUBLE, _p DOUBLE, _n DOUBLE, _unit BIGINT, _in_order BOOLEAN
-- uses: _rocsql_points_by_kernel, _rocsql_counted_points, _rocsql_tied_points
-- example: FROM _rocsql_points(checked, groups, ['model'])
-- All ways give the same points; which is the fastest depends on how many scores are equal, and groups._tied lets one of them work. _in_order
-- says of points that nothing has to sort them.
CREATE OR REPLACE MACRO _rocsql_points(checked, groups, "by") AS TABLE
FROM _rocsql_points_by_kernel(checked, groups, "by")
UNION ALL
FROM _rocsql_counted_points(checked, groups, "by")
UNION ALL
FROM _rocsql_tied_points(checked, groups, "by")
