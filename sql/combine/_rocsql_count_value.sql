-- _rocsql_count_value(value, argument, kind)
-- The count as BIGINT where the kind is 'count', else as DOUBLE; past 2^63 an error that names the argument.
-- returns: BIGINT
-- uses: nothing
-- example: SELECT _rocsql_count_value(3, 'pos', 'count')
-- struct_extract chooses the type when the query is bound.
CREATE OR REPLACE MACRO _rocsql_count_value(value, argument, kind) AS
    struct_extract(
        {
            'count': coalesce(TRY_CAST(value AS BIGINT), CASE
                WHEN kind = 'count' THEN error(argument || ' must be below 2^63, but a row has ' || value::VARCHAR)
            END),
            'weight': TRY_CAST(value AS DOUBLE)
        },
        kind)
