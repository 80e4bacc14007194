-- _rocsql_positive(label)
-- Is the example positive? For labels that _rocsql_usable has let through.
-- returns: BOOLEAN
-- uses: nothing
-- example: SELECT _rocsql_positive(1)
CREATE OR REPLACE MACRO _rocsql_positive(label) AS
    CASE WHEN typeof(label) = 'BOOLEAN' THEN TRY_CAST(label AS BOOLEAN) ELSE TRY_CAST(label AS DOUBLE) = 1 END
