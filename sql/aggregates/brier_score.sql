-- brier_score(score, label) / brier_score(score, label, weight)
-- The mean squared distance of score and label in a group, as an aggregate for SELECT ... GROUP BY; scores are probabilities.
-- returns: DOUBLE
-- uses: _rocsql_usable_probability, _rocsql_positive, _rocsql_udf_brier, _rocsql_udf_weighted_brier
-- example: SELECT model, brier_score(score / 2, label) FROM preds GROUP BY model
-- One of the two filters checks the rows, each of them: the other needs only to tell the classes apart.
CREATE OR REPLACE MACRO brier_score(score, label) AS
    _rocsql_udf_brier(
        list(TRY_CAST(score AS DOUBLE)) FILTER (CASE WHEN _rocsql_usable_probability(score, label, 1) THEN _rocsql_positive(label) END),
        list(TRY_CAST(score AS DOUBLE)) FILTER (score IS NOT NULL AND NOT _rocsql_positive(label))),
(score, label, weight) AS
    _rocsql_udf_weighted_brier(
        list(TRY_CAST(score AS DOUBLE)) FILTER (_rocsql_usable_probability(score, label, weight) AND _rocsql_positive(label)),
        list(weight::DOUBLE) FILTER (_rocsql_usable_probability(score, label, weight) AND _rocsql_positive(label)),
        list(TRY_CAST(score AS DOUBLE)) FILTER (_rocsql_usable_probability(score, label, weight) AND NOT _rocsql_positive(label)),
        list(weight::DOUBLE) FILTER (_rocsql_usable_probability(score, label, weight) AND NOT _rocsql_positive(label)))
