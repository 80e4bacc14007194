-- _rocsql_area_by_kernel(checked, groups, by)
-- The area of every group with its standard error and p from the NumPy kernels. Nothing where groups._tied, where rows are weighted, where
-- they are more than _rocsql_kernel_rows, and so in SQL alone.
-- returns: _g INTEGER, _auc DOUBLE, _error DOUBLE, _p_value DOUBLE
-- uses: _rocsql_kernel_rows, _rocsql_signed, _rocsql_udf_interval
-- example: FROM _rocsql_area_by_kernel(checked, groups, ['model'])
-- All three in one call: the errors take little longer than the areas alone, and less than handing the lists over twice.
CREATE OR REPLACE MACRO _rocsql_area_by_kernel(checked, groups, "by") AS TABLE
WITH numbers AS (SELECT _g, _by FROM query_table(groups)),
rows AS (
    SELECT _by, _score, _rocsql_signed(_score, _positive) AS _signed
    FROM query_table(checked)
    WHERE typeof(_weight) = 'BIGINT'
      AND (SELECT NOT any_value(_tied) AND any_value(_rows) <= _rocsql_kernel_rows() FROM query_table(groups))
),
alone AS (
    SELECT NULL AS _by, list(_signed) FILTER (_score >= 0) AS _upper, list(_signed) FILTER (_score < 0) AS _lower
    FROM rows
    HAVING count(*) > 0
),
each AS (
    SELECT _by, list(_signed) FILTER (_score >= 0) AS _upper, list(_signed) FILTER (_score < 0) AS _lower FROM rows GROUP BY _by
),
lists AS (FROM query(CASE WHEN len("by") = 0 THEN 'FROM alone' ELSE 'FROM each' END))
FROM query(CASE
    WHEN _rocsql_kernel_rows() = 0
    THEN 'SELECT NULL::INTEGER AS _g, NULL::DOUBLE AS _auc, NULL::DOUBLE AS _error, NULL::DOUBLE AS _p_value WHERE false'
    ELSE '
        SELECT n._g, k._found[1] AS _auc, k._found[2] AS _error, k._found[3] AS _p_value
        FROM numbers AS n
        JOIN (SELECT _by, _rocsql_udf_interval(_upper, _lower) AS _found FROM lists) AS k ON n._by IS NOT DISTINCT FROM k._by'
END)
