-- _rocsql_count(value, weight)
-- The value as BIGINT where the weight is the literal default, as DOUBLE where rows carry weights.
-- returns: BIGINT
-- uses: _rocsql_amount
-- example: SELECT _rocsql_count(3, 1)
-- struct_extract chooses the result's type when the query is bound. Only an integer literal takes on the type of whichever small integer it meets;
-- a column keeps its own. Of a literal, date_part looks at the value: its type is DOUBLE for 'epoch' and BIGINT for 'year'.
CREATE OR REPLACE MACRO _rocsql_count(value, weight) AS
    cast_to_type(_rocsql_amount(value, 'weight'), struct_extract(
        {'count': 0::BIGINT, 'weight': 0::DOUBLE},
        CASE
            WHEN typeof([weight]) = 'INTEGER[]'
                 AND typeof(coalesce(weight, 0::TINYINT)) = 'TINYINT' AND typeof(coalesce(weight, 0::UTINYINT)) = 'UTINYINT'
                 AND typeof(date_part(CASE WHEN TRY_CAST(weight AS DOUBLE) = 1 THEN 'epoch' ELSE 'year' END, DATE '2000-01-01')) = 'DOUBLE'
            THEN 'count' ELSE 'weight'
        END))
