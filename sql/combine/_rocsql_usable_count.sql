-- _rocsql_usable_count(value, argument)
-- Is it a count? Yes, or an error that names the argument.
-- returns: BOOLEAN
-- uses: _rocsql_numeric
-- example: SELECT _rocsql_usable_count(3, 'pos')
CREATE OR REPLACE MACRO _rocsql_usable_count(value, argument) AS
    CASE
        WHEN value IS NULL THEN error(argument || ' is NULL in a row: give every row a number by writing coalesce(' || argument || ', 0)')
        WHEN NOT _rocsql_numeric(typeof(value)) THEN error(argument || ' must be a number, but it is ' || typeof(value))
        WHEN coalesce(TRY_CAST(value AS DOUBLE) >= 0 AND isfinite(TRY_CAST(value AS DOUBLE)), false) THEN true
        ELSE error(argument || ' must be finite and not negative, but a row has ' || value::VARCHAR)
    END
