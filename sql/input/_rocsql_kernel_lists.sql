-- _rocsql_kernel_lists(checked, groups)
-- The scores of each class of ungrouped rows as lists for the NumPy kernels. Nothing without rows, where groups._tied, where rows are
-- weighted, where they are more than _rocsql_kernel_rows, and so in SQL alone.
-- returns: _pos DOUBLE[], _neg DOUBLE[], _unit BIGINT
-- uses: _rocsql_kernel_rows
-- example: FROM _rocsql_kernel_lists(checked, groups)
CREATE OR REPLACE MACRO _rocsql_kernel_lists(checked, groups) AS TABLE
SELECT list(_score) FILTER (_positive) AS _pos, list(_score) FILTER (NOT _positive) AS _neg, any_value(_weight) AS _unit
FROM query_table(checked)
WHERE typeof(_weight) = 'BIGINT'
  AND (SELECT NOT any_value(_tied) AND any_value(_rows) <= _rocsql_kernel_rows() FROM query_table(groups))
HAVING count(*) > 0
