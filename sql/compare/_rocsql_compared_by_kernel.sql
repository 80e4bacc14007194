-- _rocsql_compared_by_kernel(checked, groups, by)
-- The sums of DeLong's paired test from the NumPy kernels. Nothing where there are groups, where groups._tied, where rows are more than half
-- of _rocsql_kernel_rows, and so in SQL alone.
-- returns: _g INTEGER, _u_a BIGINT, _u_b BIGINT, _u_pos HUGEINT, _u_neg HUGEINT
-- uses: _rocsql_kernel_rows, _rocsql_udf_compared_pairs
-- example: FROM _rocsql_compared_by_kernel(checked, groups, [])
-- Half of them, because a row has two scores.
CREATE OR REPLACE MACRO _rocsql_compared_by_kernel(checked, groups, "by") AS TABLE
WITH lists AS (
    SELECT
        list(_score) FILTER (_positive) AS _pos,
        list(_other) FILTER (_positive) AS _other_pos,
        list(_score) FILTER (NOT _positive) AS _neg,
        list(_other) FILTER (NOT _positive) AS _other_neg
    FROM query_table(checked)
    WHERE (SELECT NOT any_value(_tied) AND any_value(_rows) <= _rocsql_kernel_rows() // 2 FROM query_table(groups))
    HAVING count(*) > 0
),
sums AS (FROM query(CASE
    WHEN len("by") = 0 AND _rocsql_kernel_rows() > 0
    THEN 'SELECT _rocsql_udf_compared_pairs(_pos, _other_pos, _neg, _other_neg) AS _sums FROM lists'
    ELSE 'SELECT NULL::BIGINT[] AS _sums WHERE false'
END))
SELECT
    1::INTEGER AS _g,
    _sums[1] AS _u_a,
    _sums[2] AS _u_b,
    _sums[3]::HUGEINT * 2147483648 + _sums[4] AS _u_pos,
    _sums[5]::HUGEINT * 2147483648 + _sums[6] AS _u_neg
FROM sums
