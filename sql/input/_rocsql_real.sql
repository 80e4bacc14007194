-- _rocsql_real(score, argument)
-- Is it a score? Yes, or an error that names the argument.
-- returns: BOOLEAN
-- uses: _rocsql_numeric, _rocsql_nan
-- example: SELECT _rocsql_real(0.5, 'score')
CREATE OR REPLACE MACRO _rocsql_real(score, argument) AS
    CASE
        WHEN typeof(score) <> 'BOOLEAN' AND NOT _rocsql_numeric(typeof(score)) THEN error(
            argument || ' must be a number, but it is ' || typeof(score) || ': turn it into one, as in ' || argument || '::DOUBLE')
        WHEN _rocsql_nan(TRY_CAST(score AS DOUBLE)) THEN error(
            argument || ' is NaN in a labelled row: leave such rows out by writing nullif(' || argument || ', ''nan'') for the score')
        ELSE true
    END
