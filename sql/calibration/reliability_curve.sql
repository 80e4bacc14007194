-- reliability_curve(source, score, label, by := [], weight := 1, bins := 10)
-- The mean score and the share of positives in equal ranges of the scores, which must be probabilities: on the diagonal they are calibrated.
-- Bin i holds (i - 1) / bins < score <= i / bins, the first also 0; bins without rows are left out.
-- returns: <by>, bin BIGINT, score_mean DOUBLE, positive_rate DOUBLE, n BIGINT
-- uses: _rocsql_rows, _rocsql_groups, _rocsql_ties, _rocsql_probability, _rocsql_output, _rocsql_whole
-- example: FROM reliability_curve(preds, score / 2, label, by := ['model'])
CREATE OR REPLACE MACRO reliability_curve(source, score, label, "by" := [], weight := 1, bins := 10) AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_rows(source, score, label, "by", weight)),
groups AS MATERIALIZED (FROM _rocsql_groups(checked, "by")),
ties AS (
    SELECT _g, _rocsql_probability(_score) AS _score, _pos, _neg, greatest(1, ceil(_score * bins))::BIGINT AS _near
    FROM _rocsql_ties(checked, groups, "by")
    WHERE _pos > 0 OR _neg > 0
),
-- The product may be rounded over the edge of its bin; the edges themselves decide.
binned AS (
    SELECT *, CASE WHEN _score > _near / bins::DOUBLE THEN _near + 1 WHEN _near > 1 AND _score <= (_near - 1) / bins::DOUBLE THEN _near - 1 ELSE _near END AS _bin
    FROM ties
),
sums AS (
    SELECT
        _g,
        _bin,
        sum(_score * _pos::DOUBLE) AS _pos_scores,
        sum(_score * _neg::DOUBLE) AS _neg_scores,
        sum(_pos)::DOUBLE AS _pos,
        sum(_neg)::DOUBLE AS _neg
    FROM binned
    GROUP BY _g, _bin
),
curve AS (
    SELECT
        g._g,
        g._by,
        s._bin AS bin,
        (s._pos_scores * g._pos_grain + s._neg_scores * g._neg_grain) / (s._pos * g._pos_grain + s._neg * g._neg_grain) AS score_mean,
        s._pos * g._pos_grain / (s._pos * g._pos_grain + s._neg * g._neg_grain) AS positive_rate,
        cast_to_type(s._pos * g._pos_grain + s._neg * g._neg_grain, g._unit) AS n
    FROM sums AS s
    JOIN groups AS g ON s._g = g._g
)
FROM query(CASE
    WHEN _rocsql_whole(bins, 1, 'bins must be a whole number of at least 1, such as 10')
    THEN _rocsql_output("by", 'bin, score_mean, positive_rate, n', 'curve', 'bin')
END)
