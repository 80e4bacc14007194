-- _rocsql_count_lists(checked, count_groups)
-- Counts that the NumPy kernels get, as lists; nothing where count_groups._by_kernel is false, and so in SQL alone.
-- returns: _scores DOUBLE[], _pos INTEGER[], _neg INTEGER[]
-- uses: nothing
-- example: FROM _rocsql_count_lists(checked, count_groups)
CREATE OR REPLACE MACRO _rocsql_count_lists(checked, count_groups) AS TABLE
SELECT list(_score) AS _scores, list(TRY_CAST(_pos AS INTEGER)) AS _pos, list(TRY_CAST(_neg AS INTEGER)) AS _neg
FROM query_table(checked)
WHERE (SELECT any_value(_by_kernel) FROM query_table(count_groups))
HAVING count(*) > 0
