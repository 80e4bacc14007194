-- _rocsql_output(by, columns, relation, ordering)
-- The text of a macro's last SELECT, for query(): the by-columns under their names, then the columns, ordered by the relation's own
-- columns, never by a by-column of the same name.
-- returns: VARCHAR
-- uses: _rocsql_check_stored, _rocsql_names
-- example: SELECT _rocsql_output(['model'], 'auc', 'areas', '_g')
CREATE OR REPLACE MACRO _rocsql_output("by", columns, relation, ordering) AS
    CASE
        WHEN typeof("by") NOT LIKE '%[]' THEN error(
            'by must be a list of column names, such as by := [''model''], but it is ' || coalesce("by"::VARCHAR, 'NULL'))
        WHEN len(list_filter(TRY_CAST("by" AS VARCHAR[]), lambda c: c IS NULL)) > 0 THEN error(
            'by must be a list of column names, such as by := [''model''], but it has a NULL: ' || "by"::VARCHAR)
        WHEN _rocsql_check_stored() THEN 'SELECT ' || _rocsql_names("by", '_by.') || columns || ' FROM ' || relation
             || ' ORDER BY ' || CASE WHEN len("by") = 0 THEN '' ELSE relation || '._g ASC, ' END || relation || '.' || ordering
             || CASE WHEN ordering SIMILAR TO '.*(ASC|DESC).*' THEN '' ELSE ' ASC' END
    END
