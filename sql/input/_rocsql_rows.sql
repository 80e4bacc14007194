-- _rocsql_rows(source, score, label, by, weight, usable)
-- The caller's rows, checked, under fixed names: what every other macro starts from, and the only SQL that sees raw rows.
-- returns: _by STRUCT(...), _score DOUBLE, _positive BOOLEAN, _weight BIGINT
-- uses: _rocsql_positive, _rocsql_count
-- example: FROM _rocsql_rows(preds, score, label, ['model'], 1, _rocsql_usable(score, label, 1))
CREATE OR REPLACE MACRO _rocsql_rows(source, score, label, "by", weight, usable) AS TABLE
SELECT
    -- The group's columns as one value. struct_extract picks the branch, and so the type, when the query is bound: without groups
    -- their columns are not even read. A name that the source lacks has to fail here, where only a failing cast can carry a message.
    struct_extract(
        {
            'none': NULL,
            'some': struct_pack(*COLUMNS(list_filter(*, lambda c:
                (len("by") = 0 OR list_contains(list_transform("by"::VARCHAR[], lambda b: lower(b)), lower(c)))
                AND CAST(CASE
                    WHEN list_has_all(list_transform(*, lambda n: lower(n)), list_transform("by"::VARCHAR[], lambda b: lower(b)))
                    THEN 'true'
                    ELSE 'by := ' || "by"::VARCHAR || ' names a column that the source does not have; choose among '
                         || array_to_string(*, ', ')
                END AS BOOLEAN))))
        },
        CASE WHEN len("by") = 0 THEN 'none' ELSE 'some' END
    ) AS _by,
    -- -0.0 and 0.0 are one score.
    CASE WHEN score = 0 THEN 0 ELSE score::DOUBLE END AS _score,
    _rocsql_positive(label) AS _positive,
    _rocsql_count(weight, weight) AS _weight
FROM query_table(source)
WHERE usable
