-- _rocsql_order(by, prefix)
-- The by-columns as text for query(), to order by: as _rocsql_names, upwards and NULL last whatever the connection's defaults are.
-- returns: VARCHAR
-- uses: nothing
-- example: SELECT _rocsql_order(['model', 'Seg ment'], 'groups._by.')
CREATE OR REPLACE MACRO _rocsql_order("by", prefix) AS
    array_to_string(
        list_transform("by"::VARCHAR[], lambda c: prefix || '"' || replace(c, '"', '""') || '" ASC NULLS LAST, '), '')
