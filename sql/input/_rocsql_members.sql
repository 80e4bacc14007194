-- _rocsql_members(checked, groups, by)
-- The checked rows with the number of their group in place of its columns.
-- returns: _g INTEGER, <checked without _by>
-- uses: nothing
-- example: FROM _rocsql_members(checked, groups, ['model'])
CREATE OR REPLACE MACRO _rocsql_members(checked, groups, "by") AS TABLE
WITH alone AS (SELECT 1::INTEGER AS _g, * EXCLUDE (_by) FROM query_table(checked)),
numbered AS (
    SELECT g._g, r.* EXCLUDE (_by)
    FROM query_table(checked) AS r
    JOIN query_table(groups) AS g ON r._by IS NOT DISTINCT FROM g._by
)
FROM query(CASE WHEN len("by") = 0 THEN 'FROM alone' ELSE 'FROM numbered' END)
