-- _rocsql_vertices(checked, groups, by)
-- The vertices of every group's ROC convex hull in the caller's weights, with the segment that ends there: how far it runs along fp, how
-- far it rises along tp, and the highest score in it. A group of one class has its first and last point.
-- returns: _g INTEGER, _at BIGINT, _threshold DOUBLE, _tp DOUBLE, _fp DOUBLE, _p DOUBLE, _n DOUBLE, _run DOUBLE, _rise DOUBLE, _highest DOUBLE
-- uses: _rocsql_kernel_rows, _rocsql_kernel_lists, _rocsql_udf_hull, _rocsql_unit_points, _rocsql_hull, _rocsql_corners
-- example: FROM _rocsql_vertices(checked, groups, ['model'])
-- Where the kernels get the rows, they find the vertices too.
CREATE OR REPLACE MACRO _rocsql_vertices(checked, groups, "by") AS TABLE
WITH lists AS (FROM _rocsql_kernel_lists(checked, groups)),
by_kernel AS (FROM query(CASE
    WHEN len("by") = 0 AND _rocsql_kernel_rows() > 0
    THEN '
        WITH hull AS (SELECT _rocsql_udf_hull(_pos, _neg) AS _vertices FROM lists)
        SELECT
            unnest(_vertices.score) AS _threshold,
            unnest(_vertices.tp)::DOUBLE AS _tp,
            unnest(_vertices.fp)::DOUBLE AS _fp,
            unnest(_vertices.follower) AS _follower
        FROM hull'
    ELSE 'SELECT 0::DOUBLE AS _threshold, 0::DOUBLE AS _tp, 0::DOUBLE AS _fp, 0::DOUBLE AS _follower WHERE false'
END)),
found AS (SELECT 1::INTEGER AS _g, (_tp + _fp)::BIGINT AS _at, * FROM by_kernel),
rest AS (
    FROM query_table(checked)
    WHERE (SELECT any_value(_tied) OR any_value(_rows) > CASE WHEN len("by") = 0 THEN _rocsql_kernel_rows() ELSE 0 END FROM query_table(groups))
),
points AS (FROM _rocsql_unit_points(rest, groups, "by")),
followed AS (SELECT *, lead(_threshold) OVER (ORDER BY _g ASC, _at ASC) AS _follower FROM points),
hull AS (FROM _rocsql_hull(followed))
FROM _rocsql_corners(found, groups)
UNION ALL
FROM _rocsql_corners(hull, groups)
