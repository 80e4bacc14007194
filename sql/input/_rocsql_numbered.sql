-- _rocsql_numbered(relation, by)
-- The rows with the number of their group, in the order of the by-columns: for few rows, where _rocsql_groups would be too much.
-- returns: <relation>, _g INTEGER
-- uses: _rocsql_order
-- example: FROM _rocsql_numbered(sums, ['model'])
CREATE OR REPLACE MACRO _rocsql_numbered(relation, "by") AS TABLE
WITH unnumbered AS (FROM query_table(relation))
FROM query(CASE
    WHEN len("by") = 0 THEN 'SELECT *, 1::INTEGER AS _g FROM unnumbered'
    ELSE 'SELECT *, (dense_rank() OVER (ORDER BY ' || _rocsql_order("by", '_by.') || 'true))::INTEGER AS _g FROM unnumbered'
END)
