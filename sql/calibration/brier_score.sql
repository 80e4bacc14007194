-- brier_score(source, score, label, by := [], weight := 1)
-- The mean squared distance of the scores, which must be probabilities, from what happened, and its two parts (Flach's theorem 1): how far
-- scores are from the share of positives among equal ones, and how mixed those are. The parts add up to the score. Where no two scores are
-- equal there is nothing to share: calibration_loss is then the whole score and refinement_loss 0, however well calibrated the scores are.
-- Round the scores first, as in round(score, 2), to see the parts.
-- returns: <by>, brier DOUBLE, calibration_loss DOUBLE, refinement_loss DOUBLE
-- uses: _rocsql_rows, _rocsql_groups, _rocsql_ties, _rocsql_probability, _rocsql_output
-- example: FROM brier_score(preds, score / 2, label, by := ['model'])
CREATE OR REPLACE MACRO brier_score(source, score, label, "by" := [], weight := 1) AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_rows(source, score, label, "by", weight)),
groups AS MATERIALIZED (FROM _rocsql_groups(checked, "by")),
ties AS (
    SELECT _g, _rocsql_probability(_score) AS _score, _pos::DOUBLE AS _pos, _neg::DOUBLE AS _neg, (_pos + _neg)::DOUBLE AS _size
    FROM _rocsql_ties(checked, groups, "by")
    WHERE _pos + _neg > 0
),
losses AS (
    SELECT
        g._g,
        any_value(g._by) AS _by,
        sum(t._pos * (1 - t._score) * (1 - t._score) + t._neg * t._score * t._score) / sum(t._size) AS brier,
        sum(t._size * (t._score - t._pos / t._size) * (t._score - t._pos / t._size)) / sum(t._size) AS calibration_loss,
        sum(t._pos * t._neg / t._size) / sum(t._size) AS refinement_loss
    FROM ties AS t
    JOIN groups AS g ON t._g = g._g
    GROUP BY g._g
)
FROM query(_rocsql_output("by", 'brier, calibration_loss, refinement_loss', 'losses', '_g'))
