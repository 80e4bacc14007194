-- average_precision(score, label) / average_precision(score, label, weight)
-- The average precision of the rows of a group, as an aggregate for SELECT ... GROUP BY.
-- returns: DOUBLE
-- uses: _rocsql_usable, _rocsql_positive, _rocsql_udf_average_precision, _rocsql_udf_weighted_average_precision
-- example: SELECT model, average_precision(score, label) FROM preds GROUP BY model
-- One of the two filters checks the rows, each of them: the other needs only to tell the classes apart.
CREATE OR REPLACE MACRO average_precision(score, label) AS
    _rocsql_udf_average_precision(
        list(TRY_CAST(score AS DOUBLE)) FILTER (CASE WHEN _rocsql_usable(score, label, 1) THEN _rocsql_positive(label) END),
        list(TRY_CAST(score AS DOUBLE)) FILTER (score IS NOT NULL AND NOT _rocsql_positive(label))),
(score, label, weight) AS
    _rocsql_udf_weighted_average_precision(
        list(TRY_CAST(score AS DOUBLE)) FILTER (_rocsql_usable(score, label, weight) AND _rocsql_positive(label)),
        list(weight::DOUBLE) FILTER (_rocsql_usable(score, label, weight) AND _rocsql_positive(label)),
        list(TRY_CAST(score AS DOUBLE)) FILTER (_rocsql_usable(score, label, weight) AND NOT _rocsql_positive(label)),
        list(weight::DOUBLE) FILTER (_rocsql_usable(score, label, weight) AND NOT _rocsql_positive(label)))
