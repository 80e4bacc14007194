-- tie_groups(source, score, label, by := [], weight := 1)
-- How much of each class has which score, in descending order of score: all that ROC analysis needs to know of the rows.
-- returns: <by>, score DOUBLE, pos BIGINT, neg BIGINT
-- uses: _rocsql_rows, _rocsql_groups, _rocsql_ties, _rocsql_output
-- example: FROM tie_groups(preds, score, label, by := ['model'])
CREATE OR REPLACE MACRO tie_groups(source, score, label, "by" := [], weight := 1) AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_rows(source, score, label, "by", weight)),
groups AS MATERIALIZED (FROM _rocsql_groups(checked, "by")),
ties AS (FROM _rocsql_ties(checked, groups, "by")),
counts AS (
    SELECT
        g._g,
        g._by,
        t._score,
        cast_to_type(t._pos * g._pos_grain, g._unit) AS _pos,
        cast_to_type(t._neg * g._neg_grain, g._unit) AS _neg
    FROM ties AS t
    JOIN groups AS g ON len("by") = 0 OR t._g = g._g
)
FROM query(_rocsql_output("by", '_score AS score, _pos AS pos, _neg AS neg', 'counts', '_score DESC'))
