-- _rocsql_count_kind(first, second)
-- 'count' where both are of an integer type, else 'weight'. Known when the query is bound, so that struct_extract may choose a type by it.
-- returns: VARCHAR
-- uses: nothing
-- example: SELECT _rocsql_count_kind(1, 2)
-- In a list, because the type of NULL alone is left open.
CREATE OR REPLACE MACRO _rocsql_count_kind(first, second) AS
    CASE
        WHEN regexp_full_match(typeof([first]) || typeof([second]), '((U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER)\[\])*') THEN 'count' ELSE 'weight'
    END
