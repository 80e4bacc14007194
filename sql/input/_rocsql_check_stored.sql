-- _rocsql_check_stored()
-- Do macros from a database file mean the same to this DuckDB? Yes, or an error that says how to store them again.
-- returns: BOOLEAN
-- uses: _rocsql_stored_by
-- example: SELECT _rocsql_check_stored()
-- A macro is stored as a parsed query, which another version may read otherwise. tests/test_stored_macros.py tries 1.5 and 2.0 with each other.
CREATE OR REPLACE MACRO _rocsql_check_stored() AS
    CASE
        WHEN regexp_extract(_rocsql_stored_by(), 'DuckDB v(\d+)', 1) = regexp_extract(version(), 'v(\d+)', 1)
             OR (_rocsql_stored_by() LIKE '%DuckDB v1.5%' AND version() LIKE 'v2.0%')
             OR (_rocsql_stored_by() LIKE '%DuckDB v2.0%' AND version() LIKE 'v1.5%') THEN true
        ELSE error(
            'these macros were stored by ' || _rocsql_stored_by() || ' and have not been tested with DuckDB ' || version()
            || ': store them again with rocsql install FILE, or rocsql.install(file) in Python')
    END
