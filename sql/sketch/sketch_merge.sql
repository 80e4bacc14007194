-- sketch_merge(source, by := [])
-- Sketches added up: the counts of each bin, over everything but the by-columns. What roc_sketch would have given for all their rows at once.
-- returns: <by>, bin BIGINT, score_low DOUBLE, score_high DOUBLE, pos BIGINT, neg BIGINT
-- uses: _rocsql_sketch_sums, _rocsql_sketch_count, _rocsql_output
-- example: FROM sketch_merge(sketches, by := ['model'])
CREATE OR REPLACE MACRO sketch_merge(source, "by" := []) AS TABLE
WITH merged AS (
    SELECT _g, _by, _bin, _low, _high, _rocsql_sketch_count(_pos, _pos_grain, _like) AS _pos, _rocsql_sketch_count(_neg, _neg_grain, _like) AS _neg
    FROM _rocsql_sketch_sums(source, "by")
)
FROM query(_rocsql_output(
    "by", '_bin AS bin, _low AS score_low, _high AS score_high, _pos AS pos, _neg AS neg', 'merged', '_bin DESC'))
