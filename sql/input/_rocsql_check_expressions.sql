-- _rocsql_check_expressions(source, score, label, first, second)
-- Are the caller's expressions such as name columns? Text in quotes, a column compared with itself and several columns at once are errors.
-- returns: <score, label, first, second>
-- uses: nothing
-- example: FROM _rocsql_check_expressions(preds, score, label, 1, NULL)
-- DuckDB names a column after its expression, and COLUMNS shows the names when the query is bound; only a failing cast can carry a message
-- there. The rows are never read.
CREATE OR REPLACE MACRO _rocsql_check_expressions(source, score, label, first, second) AS TABLE
SELECT COLUMNS(list_filter(*, lambda n: CAST(CASE
    WHEN len(list_slice(*, 5, 5)) > 0 THEN '* and COLUMNS() stand for several columns: name one column as the score and one as the label'
    WHEN n LIKE '''%''' THEN n || ' in quotes is text, the same for every row: name the column without quotes, as in '
         || replace(n, '''', '')
    WHEN n LIKE '(% = %)' AND split_part(substr(n, 2, len(n) - 2), ' = ', 1) = split_part(substr(n, 2, len(n) - 2), ' = ', 2)
    THEN n || ' compares a column with itself: write the score and the label without names, and others with :=, as in weight := amount'
    ELSE 'true'
END AS BOOLEAN)))
FROM (SELECT score, label, first, second FROM query_table(source))
