-- _rocsql_count(value, weight)
-- The value as BIGINT where the weight is the literal default, as DOUBLE where rows carry weights.
-- returns: BIGINT
-- uses: _rocsql_text_weight
-- example: SELECT _rocsql_count(3.0, 1)
-- Only an integer literal takes on the type of whichever small integer it meets; a column keeps its own. struct_extract then chooses
-- the result's type when the query is bound.
CREATE OR REPLACE MACRO _rocsql_count(value, weight) AS
    cast_to_type(CASE
        WHEN typeof(weight) = 'VARCHAR' THEN error(_rocsql_text_weight())
        ELSE value
    END, struct_extract(
        {'count': 0::BIGINT, 'weight': 0::DOUBLE},
        CASE
            WHEN typeof(coalesce(weight, 0::TINYINT)) = 'TINYINT' AND typeof(coalesce(weight, 0::UTINYINT)) = 'UTINYINT'
            THEN 'count' ELSE 'weight'
        END))
