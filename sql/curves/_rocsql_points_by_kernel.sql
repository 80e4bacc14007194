-- _rocsql_points_by_kernel(checked, groups, by)
-- The operating points from the NumPy kernels, in the order of _at. Nothing where there are groups, where groups._tied, where rows are
-- weighted, where they are more than _rocsql_kernel_rows, and so in SQL alone.
-- returns: _g INTEGER, _by STRUCT(...), _at BIGINT, _threshold DOUBLE, _tp DOUBLE, _fp DOUBLE, _fn DOUBLE, _tn DOUBLE, _p DOUBLE, _n DOUBLE, _unit BIGINT, _in_order BOOLEAN
-- uses: _rocsql_kernel_rows, _rocsql_kernel_lists, _rocsql_udf_points
-- example: FROM _rocsql_points_by_kernel(checked, groups, [])
CREATE OR REPLACE MACRO _rocsql_points_by_kernel(checked, groups, "by") AS TABLE
WITH lists AS (FROM _rocsql_kernel_lists(checked, groups)),
points AS (FROM query(CASE
    WHEN len("by") = 0 AND _rocsql_kernel_rows() > 0
    THEN '
        WITH curve AS (
            SELECT _rocsql_udf_points(_pos, _neg) AS _points, coalesce(len(_pos), 0) AS _p, coalesce(len(_neg), 0) AS _n, _unit FROM lists
        )
        SELECT _p, _n, _unit, unnest(_points.score) AS _threshold, unnest(_points.tp) AS _tp, unnest(_points.fp) AS _fp FROM curve'
    ELSE 'SELECT 0 AS _p, 0 AS _n, _unit, NULL::DOUBLE AS _threshold, 0 AS _tp, 0 AS _fp FROM lists WHERE false'
END))
SELECT
    1::INTEGER AS _g,
    NULL AS _by,
    (_tp + _fp)::BIGINT AS _at,
    _threshold,
    _tp::DOUBLE AS _tp,
    _fp::DOUBLE AS _fp,
    (_p - _tp)::DOUBLE AS _fn,
    (_n - _fp)::DOUBLE AS _tn,
    _p::DOUBLE AS _p,
    _n::DOUBLE AS _n,
    _unit,
    true AS _in_order
FROM points
