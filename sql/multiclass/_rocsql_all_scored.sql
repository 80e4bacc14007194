-- _rocsql_all_scored(examples)
-- True, if every actual class has scores in its group; else an error that names one that has none.
-- returns: _all_scored BOOLEAN
-- uses: nothing
-- example: FROM _rocsql_all_scored(examples)
CREATE OR REPLACE MACRO _rocsql_all_scored(examples) AS TABLE
WITH occurring AS (SELECT DISTINCT _by, _actual FROM query_table(examples)),
scored AS (SELECT DISTINCT _by, _class FROM query_table(examples)),
unscored AS (
    SELECT o._actual FROM occurring AS o ANTI JOIN scored AS s ON o._by IS NOT DISTINCT FROM s._by AND o._actual = s._class
)
SELECT
    CASE
        WHEN count(*) = 0 THEN true
        ELSE error('actual is ''' || min(_actual)::VARCHAR || ''' in a row, but no row of its group has a score for that class: '
            || 'give one row for each example and class, or write NULL for the actual class')
    END AS _all_scored
FROM unscored
