-- _rocsql_given(source, score, label, by, first, second)
-- The caller's expressions, each evaluated once for every row, under fixed names: the only SQL that sees the source.
-- returns: _by STRUCT(...), _given_score ANY, _given_label ANY, _first ANY, _second ANY
-- uses: _rocsql_check_expressions
-- example: FROM _rocsql_given(preds, score, label, ['model'], 1, NULL)
CREATE OR REPLACE MACRO _rocsql_given(source, score, label, "by", first, second) AS TABLE
SELECT
    -- The group's columns as one value. struct_extract picks the branch, and so the type, when the query is bound: without groups
    -- their columns are not even read. A name that the source lacks has to fail here, where only a failing cast can carry a message.
    struct_extract(
        {
            'none': NULL,
            'some': struct_pack(*COLUMNS(CASE
                WHEN len("by") = 0 THEN list_slice(*, 1, 1)
                WHEN CAST(CASE
                    WHEN list_has_all(list_transform(*, lambda n: lower(n)), list_transform("by"::VARCHAR[], lambda b: lower(b)))
                    THEN 'true'
                    ELSE 'by := ' || "by"::VARCHAR || ' names a column that the source does not have; choose among '
                         || array_to_string(list_slice(*, 1, 40), ', ') || CASE WHEN len(list_slice(*, 41, 41)) > 0 THEN ', ...' ELSE '' END
                END AS BOOLEAN)
                THEN list_filter(*, lambda c: list_contains(list_transform("by"::VARCHAR[], lambda b: lower(b)), lower(c)))
            END))
        },
        CASE WHEN len("by") = 0 THEN 'none' ELSE 'some' END
    ) AS _by,
    score AS _given_score,
    label AS _given_label,
    first AS _first,
    second AS _second
FROM query_table(source)
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL FROM _rocsql_check_expressions(source, score, label, first, second) WHERE false
