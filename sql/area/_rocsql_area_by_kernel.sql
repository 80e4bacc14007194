-- _rocsql_area_by_kernel(checked, groups, by)
-- The area of every group with its standard error and p from the NumPy kernels. Nothing where groups._tied, where rows are weighted, where
-- they are more than _rocsql_kernel_rows, and so in SQL alone.
-- returns: _g INTEGER, _auc DOUBLE, _error_and_p DOUBLE[]
-- uses: _rocsql_kernel_rows, _rocsql_kernel_lists, _rocsql_udf_auc, _rocsql_udf_interval
-- example: FROM _rocsql_area_by_kernel(checked, groups, ['model'])
CREATE OR REPLACE MACRO _rocsql_area_by_kernel(checked, groups, "by") AS TABLE
WITH numbers AS (SELECT _g, _by FROM query_table(groups)),
rows AS (
    SELECT _by, _score, _positive
    FROM query_table(checked)
    WHERE typeof(_weight) = 'BIGINT'
      AND (SELECT NOT any_value(_tied) AND any_value(_rows) <= _rocsql_kernel_rows() FROM query_table(groups))
),
alone AS (SELECT 1::INTEGER AS _g, _pos, _neg FROM _rocsql_kernel_lists(checked, groups)),
each AS (
    SELECT _by, list(_score) FILTER (_positive) AS _pos, list(_score) FILTER (NOT _positive) AS _neg FROM rows GROUP BY _by
)
FROM query(CASE
    WHEN _rocsql_kernel_rows() = 0
    THEN 'SELECT NULL::INTEGER AS _g, NULL::DOUBLE AS _auc, NULL::DOUBLE[] AS _error_and_p WHERE false'
    WHEN len("by") = 0
    THEN 'SELECT _g, _rocsql_udf_auc(_pos, _neg) AS _auc, _rocsql_udf_interval(_pos, _neg) AS _error_and_p FROM alone'
    ELSE '
        SELECT n._g, k._auc, k._error_and_p
        FROM numbers AS n
        JOIN (
            SELECT _by, _rocsql_udf_auc(_pos, _neg) AS _auc, _rocsql_udf_interval(_pos, _neg) AS _error_and_p FROM each
        ) AS k ON n._by IS NOT DISTINCT FROM k._by'
END)
