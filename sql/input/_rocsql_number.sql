-- _rocsql_number(value)
-- An option as a number. Text is none, even '0.95': next to a whole number DuckDB would round it to one.
-- returns: DOUBLE
-- uses: _rocsql_numeric
-- example: SELECT _rocsql_number(0.95)
CREATE OR REPLACE MACRO _rocsql_number(value) AS
    CASE WHEN _rocsql_numeric(typeof(value)) THEN TRY_CAST(value AS DOUBLE) END
