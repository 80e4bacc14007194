-- _rocsql_shown(value)
-- An option's value as an error message shows it: text in quotes, so that '0.95' is not taken for the number.
-- returns: VARCHAR
-- uses: nothing
-- example: SELECT _rocsql_shown('0.95')
CREATE OR REPLACE MACRO _rocsql_shown(value) AS
    CASE WHEN typeof(value) = 'VARCHAR' THEN '''' || value::VARCHAR || '''' ELSE coalesce(value::VARCHAR, 'NULL') END
