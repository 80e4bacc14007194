-- _rocsql_real(score, argument)
-- Is it a score? Yes, or an error that names the argument.
-- returns: BOOLEAN
-- uses: _rocsql_numeric, _rocsql_nan
-- example: SELECT _rocsql_real(0.5, 'score')
CREATE OR REPLACE MACRO _rocsql_real(score, argument) AS
    CASE
        WHEN typeof(score) <> 'BOOLEAN' AND NOT _rocsql_numeric(typeof(score)) THEN error(
            argument || ' must be a number, but it is ' || typeof(score) || ': turn it into one, as in ' || argument || '::DOUBLE')
        -- nullif(score, 'nan') would be answered from statistics too.
        WHEN _rocsql_nan(TRY_CAST(score AS DOUBLE)) THEN error(
            argument || ' is NaN in a labelled row: leave such rows out by writing CASE WHEN isfinite(' || argument || ') OR isinf('
            || argument || ') THEN ' || argument || ' END for the score')
        WHEN typeof(score) IN ('BIGNUM', 'VARINT') AND score IS NOT NULL AND TRY_CAST(score AS DOUBLE) IS NULL THEN error(
            argument || ' is larger than any DOUBLE in a labelled row: divide all scores by a constant')
        ELSE true
    END
