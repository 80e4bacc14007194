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
    SELECT
        g._g,
        g._by,
        _rocsql_probability(t._score) AS _score,
        t._pos * g._pos_grain AS _pos,
        t._neg * g._neg_grain AS _neg,
        t._pos * g._pos_grain + t._neg * g._neg_grain AS _size
    FROM _rocsql_ties(checked, groups, "by") AS t
    JOIN groups AS g ON t._g = g._g
    WHERE t._pos > 0 OR t._neg > 0
),
losses AS (
    SELECT
        _g,
        any_value(_by) AS _by,
        sum(_pos * (1 - _score) * (1 - _score) + _neg * _score * _score) / sum(_size) AS brier,
        sum(_size * (_score - _pos / _size) * (_score - _pos / _size)) / sum(_size) AS calibration_loss,
        sum(_pos * (_neg / _size)) / sum(_size) AS refinement_loss
    FROM ties
    GROUP BY _g
)
FROM query(_rocsql_output("by", 'brier, calibration_loss, refinement_loss', 'losses', '_g'))
