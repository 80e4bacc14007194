-- _rocsql_count(value, weight)
-- The value as BIGINT where the weight is the literal default, as DOUBLE where rows carry weights.
-- returns: BIGINT
-- uses: nothing
-- example: SELECT _rocsql_count(3.0, 1)
-- Only an integer literal takes on the type of whichever small integer it meets; a column keeps its own. struct_extract then chooses
-- the result's type when the query is bound.
CREATE OR REPLACE MACRO _rocsql_count(value, weight) AS
    cast_to_type(CASE
        WHEN typeof(weight) = 'VARCHAR' THEN error(
            'weight must be a number, but it is VARCHAR: name a column without quotes, as in weight := amount, or turn it into a number')
        ELSE value
    END, struct_extract(
        {'count': 0::BIGINT, 'weight': 0::DOUBLE},
        CASE
            WHEN typeof(coalesce(weight, 0::TINYINT)) = 'TINYINT' AND typeof(coalesce(weight, 0::UTINYINT)) = 'UTINYINT'
            THEN 'count' ELSE 'weight'
        END))
