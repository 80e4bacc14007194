-- average_precision(score, label) / average_precision(score, label, weight)
-- The average precision of the rows of a group, as an aggregate for SELECT ... GROUP BY.
-- returns: DOUBLE
-- uses: _rocsql_count, _rocsql_usable, _rocsql_signed, _rocsql_positive, _rocsql_udf_average_precision, _rocsql_udf_weighted_average_precision
-- example: SELECT model, average_precision(score, label) FROM preds GROUP BY model
-- Scores from 0 on and scores below it, in each list the positives with a minus: see _rocsql_signed. The first filter checks the rows.
CREATE OR REPLACE MACRO average_precision(score, label) AS
    _rocsql_udf_average_precision(
        list(_rocsql_signed(score, label)) FILTER (CASE WHEN _rocsql_usable(score, label, 1) THEN TRY_CAST(score AS DOUBLE) >= 0 END),
        list(_rocsql_signed(score, label)) FILTER (label IS NOT NULL AND TRY_CAST(score AS DOUBLE) < 0)),
(score, label, weight) AS
    _rocsql_udf_weighted_average_precision(
        list(TRY_CAST(score AS DOUBLE)) FILTER (_rocsql_usable(score, label, _rocsql_count(weight, weight)) AND _rocsql_positive(label)),
        list(TRY_CAST(weight AS DOUBLE)) FILTER (_rocsql_usable(score, label, _rocsql_count(weight, weight)) AND _rocsql_positive(label)),
        list(TRY_CAST(score AS DOUBLE)) FILTER (_rocsql_usable(score, label, _rocsql_count(weight, weight)) AND NOT _rocsql_positive(label)),
        list(TRY_CAST(weight AS DOUBLE)) FILTER (_rocsql_usable(score, label, _rocsql_count(weight, weight)) AND NOT _rocsql_positive(label)))
