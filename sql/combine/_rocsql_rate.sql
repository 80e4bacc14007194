-- _rocsql_rate(value, argument)
-- The value as a rate, or an error that names the argument.
-- returns: DOUBLE
-- uses: nothing
-- example: SELECT _rocsql_rate(0.5, 'fpr_a')
CREATE OR REPLACE MACRO _rocsql_rate(value, argument) AS
    CASE
        WHEN coalesce(isfinite(value::DOUBLE) AND value BETWEEN 0 AND 1, true) THEN value::DOUBLE
        ELSE error(argument || ' must be a rate between 0 and 1, but it is ' || value::VARCHAR)
    END
