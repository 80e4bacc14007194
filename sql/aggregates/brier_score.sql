-- brier_score(score, label) / brier_score(score, label, weight)
-- The mean squared distance of score and label in a group, as an aggregate for SELECT ... GROUP BY; scores are probabilities.
-- returns: DOUBLE
-- uses: _rocsql_count, _rocsql_usable_probability, _rocsql_signed, _rocsql_positive, _rocsql_udf_brier, _rocsql_udf_weighted_brier
-- example: SELECT model, brier_score(score / 2, label) FROM preds GROUP BY model
-- Scores from 0 on and scores below it, in each list the positives with a minus: see _rocsql_signed. The first filter checks the rows.
CREATE OR REPLACE MACRO brier_score(score, label) AS
    _rocsql_udf_brier(
        list(_rocsql_signed(score, label)) FILTER (CASE WHEN _rocsql_usable_probability(score, label, 1) THEN TRY_CAST(score AS DOUBLE) >= 0 END),
        list(_rocsql_signed(score, label)) FILTER (label IS NOT NULL AND TRY_CAST(score AS DOUBLE) < 0)),
(score, label, weight) AS
    _rocsql_udf_weighted_brier(
        list(TRY_CAST(score AS DOUBLE)) FILTER (_rocsql_usable_probability(score, label, _rocsql_count(weight, weight)) AND _rocsql_positive(label)),
        list(TRY_CAST(weight AS DOUBLE)) FILTER (_rocsql_usable_probability(score, label, _rocsql_count(weight, weight)) AND _rocsql_positive(label)),
        list(TRY_CAST(score AS DOUBLE)) FILTER (_rocsql_usable_probability(score, label, _rocsql_count(weight, weight)) AND NOT _rocsql_positive(label)),
        list(TRY_CAST(weight AS DOUBLE)) FILTER (_rocsql_usable_probability(score, label, _rocsql_count(weight, weight)) AND NOT _rocsql_positive(label)))
