-- _rocsql_count_groups(checked, by)
-- The groups in the order of their by-columns, numbered, with the totals of their counts and those of the groups before them. _tied says
-- that scores are to be grouped before they are sorted, _by_kernel that the NumPy kernels get them.
-- returns: _g INTEGER, _by STRUCT(...), _p BIGINT, _n BIGINT, _p_before BIGINT, _n_before BIGINT, _tied BOOLEAN, _by_kernel BOOLEAN
-- uses: _rocsql_order, _rocsql_kernel_rows
-- example: FROM _rocsql_count_groups(checked, ['model'])
CREATE OR REPLACE MACRO _rocsql_count_groups(checked, "by") AS TABLE
WITH alone AS (
    SELECT
        NULL AS _by,
        cast_to_type(sum(_pos), any_value(_pos)) AS _p,
        cast_to_type(sum(_neg), any_value(_neg)) AS _n,
        approx_count_distinct(_score) AS _scores,
        count(*) AS _rows
    FROM query_table(checked)
    HAVING count(*) > 0
),
each AS (
    SELECT _by, cast_to_type(sum(_pos), any_value(_pos)) AS _p, cast_to_type(sum(_neg), any_value(_neg)) AS _n
    FROM query_table(checked)
    GROUP BY _by
),
numbered AS (FROM query(CASE
    WHEN len("by") = 0 THEN 'SELECT 1::INTEGER AS _g, _by, _p, _n FROM alone'
    ELSE 'SELECT (row_number() OVER (ORDER BY ' || _rocsql_order("by", '_by.') || 'true))::INTEGER AS _g, * FROM each'
END)),
in_groups AS (SELECT approx_count_distinct(hash(_by, _score)) AS _scores, count(*) AS _rows FROM query_table(checked)),
repeated AS (
    SELECT _scores * 4 < _rows AS _tied, _rows
    FROM query(CASE WHEN len("by") = 0 THEN 'SELECT _scores, _rows FROM alone' ELSE 'FROM in_groups' END)
)
SELECT
    _g,
    _by,
    _p,
    _n,
    cast_to_type(sum(_p) OVER earlier, _p) - _p AS _p_before,
    cast_to_type(sum(_n) OVER earlier, _n) - _n AS _n_before,
    _tied,
    -- Up to 2^30 of either class the kernels' sums fit their integers.
    len("by") = 0 AND typeof(_p) = 'BIGINT' AND NOT _tied AND _rows <= _rocsql_kernel_rows() AND greatest(_p, _n) < 1073741824 AS _by_kernel
FROM numbered CROSS JOIN repeated
WINDOW earlier AS (ORDER BY _g ASC ROWS UNBOUNDED PRECEDING)
