-- _rocsql_size(value, argument)
-- The value as a number of examples, or an error that names the argument.
-- returns: DOUBLE
-- uses: nothing
-- example: SELECT _rocsql_size(240, 'n_pos')
CREATE OR REPLACE MACRO _rocsql_size(value, argument) AS
    CASE
        WHEN coalesce(value >= 0 AND isfinite(value::DOUBLE), true) THEN value::DOUBLE
        ELSE error(argument || ' must be finite and not negative, but it is ' || value::VARCHAR)
    END
