-- _rocsql_nan(value)
-- Is the DOUBLE not a number?
-- returns: BOOLEAN
-- uses: nothing
-- example: SELECT _rocsql_nan('nan'::DOUBLE)
-- isnan() and comparisons are answered from a Parquet file's statistics, which leave NaN out, and so not at all; isfinite() looks.
CREATE OR REPLACE MACRO _rocsql_nan(value) AS
    NOT isfinite(value) AND NOT isinf(value)
