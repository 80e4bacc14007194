-- _rocsql_names(by, prefix)
-- The by-columns as text for query(): each quoted, behind the prefix, followed by a comma.
-- returns: VARCHAR
-- uses: nothing
-- example: SELECT _rocsql_names(['model', 'Seg ment'], 'groups._by.')
CREATE OR REPLACE MACRO _rocsql_names("by", prefix) AS
    array_to_string(list_transform("by"::VARCHAR[], lambda c: prefix || '"' || replace(c, '"', '""') || '", '), '')
