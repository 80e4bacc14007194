-- _rocsql_whole(value, least, rule)
-- Is the option a whole number that is large enough? Yes, or an error that says the rule.
-- returns: BOOLEAN
-- uses: _rocsql_numeric, _rocsql_shown
-- example: SELECT _rocsql_whole(100, 1, 'samples must be a whole number of at least 1, such as 100')
-- Text is none, even '100': next to a number DuckDB would make whole numbers of it.
CREATE OR REPLACE MACRO _rocsql_whole(value, least, rule) AS
    CASE
        WHEN _rocsql_numeric(typeof(value))
             AND coalesce(TRY_CAST(value AS DOUBLE) >= least AND TRY_CAST(value AS DOUBLE) = floor(TRY_CAST(value AS DOUBLE)), false)
        THEN true
        ELSE error(rule || ', but it is ' || _rocsql_shown(value))
    END
