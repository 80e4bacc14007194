-- _rocsql_stored_by()
-- Which versions stored the macros: rocsql.install writes those of rocsql and DuckDB here; elsewhere it is the DuckDB that runs.
-- returns: VARCHAR
-- uses: nothing
-- example: SELECT _rocsql_stored_by()
CREATE OR REPLACE MACRO _rocsql_stored_by() AS
    'DuckDB ' || version()
