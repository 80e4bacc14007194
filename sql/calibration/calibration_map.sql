-- calibration_map(source, score, label, by := [], weight := 1)
-- From scores to probabilities, the monotone way that fits best (pool adjacent violators): each segment of the ROC convex hull is a range of
-- scores, and the share of positives in it their probability. The highest scores first. To calibrate the same rows join with score
-- BETWEEN score_low AND score_high; for new ones, which may fall between two ranges, ASOF JOIN on score >= score_low.
-- returns: <by>, score_low DOUBLE, score_high DOUBLE, n BIGINT, pos BIGINT, probability DOUBLE
-- uses: _rocsql_rows, _rocsql_groups, _rocsql_vertices, _rocsql_output
-- example: FROM calibration_map(preds, score, label, by := ['model'])
CREATE OR REPLACE MACRO calibration_map(source, score, label, "by" := [], weight := 1) AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_rows(source, score, label, "by", weight)),
groups AS MATERIALIZED (FROM _rocsql_groups(checked, "by")),
segments AS (
    SELECT
        g._g,
        g._by,
        v._at,
        v._threshold AS score_low,
        v._highest AS score_high,
        cast_to_type(v._rise + v._run, g._unit) AS n,
        cast_to_type(v._rise, g._unit) AS pos,
        v._rise / (v._rise + v._run) AS probability
    FROM _rocsql_vertices(checked, groups, "by") AS v
    JOIN groups AS g ON v._g = g._g
    WHERE v._run IS NOT NULL
)
FROM query(_rocsql_output("by", 'score_low, score_high, n, pos, probability', 'segments', '_at'))
