-- _rocsql_count_ties(members, by)
-- Counts of whole numbers, added up where scores are equal.
-- returns: _g INTEGER, _score DOUBLE, _pos BIGINT, _neg BIGINT
-- uses: nothing
-- example: FROM _rocsql_count_ties(members, ['model'])
-- Integers are added up faster as what they are; whole numbers that are doubles need a HUGEINT.
CREATE OR REPLACE MACRO _rocsql_count_ties(members, "by") AS TABLE
WITH alone AS (
    SELECT
        1::INTEGER AS _g,
        _score,
        struct_extract({'BIGINT': sum(_pos)::BIGINT, 'DOUBLE': sum(_pos::HUGEINT)}, typeof(any_value(_pos))) AS _pos,
        struct_extract({'BIGINT': sum(_neg)::BIGINT, 'DOUBLE': sum(_neg::HUGEINT)}, typeof(any_value(_neg))) AS _neg
    FROM query_table(members)
    GROUP BY _score
),
each AS (
    SELECT
        _g,
        _score,
        struct_extract({'BIGINT': sum(_pos)::BIGINT, 'DOUBLE': sum(_pos::HUGEINT)}, typeof(any_value(_pos))) AS _pos,
        struct_extract({'BIGINT': sum(_neg)::BIGINT, 'DOUBLE': sum(_neg::HUGEINT)}, typeof(any_value(_neg))) AS _neg
    FROM query_table(members)
    GROUP BY _g, _score
)
FROM query(CASE WHEN len("by") = 0 THEN 'FROM alone' ELSE 'FROM each' END)
