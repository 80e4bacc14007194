-- ks_statistic(score, label) / ks_statistic(score, label, weight)
-- The Kolmogorov-Smirnov statistic of the rows of a group, as an aggregate for SELECT ... GROUP BY.
-- returns: DOUBLE
-- uses: _rocsql_usable, _rocsql_positive, _rocsql_udf_ks, _rocsql_udf_weighted_ks
-- example: SELECT model, ks_statistic(score, label) FROM preds GROUP BY model
-- One of the two filters checks the rows, each of them: the other needs only to tell the classes apart.
CREATE OR REPLACE MACRO ks_statistic(score, label) AS
    _rocsql_udf_ks(
        list(TRY_CAST(score AS DOUBLE)) FILTER (CASE WHEN _rocsql_usable(score, label, 1) THEN _rocsql_positive(label) END),
        list(TRY_CAST(score AS DOUBLE)) FILTER (score IS NOT NULL AND NOT _rocsql_positive(label))),
(score, label, weight) AS
    _rocsql_udf_weighted_ks(
        list(TRY_CAST(score AS DOUBLE)) FILTER (_rocsql_usable(score, label, weight) AND _rocsql_positive(label)),
        list(weight::DOUBLE) FILTER (_rocsql_usable(score, label, weight) AND _rocsql_positive(label)),
        list(TRY_CAST(score AS DOUBLE)) FILTER (_rocsql_usable(score, label, weight) AND NOT _rocsql_positive(label)),
        list(weight::DOUBLE) FILTER (_rocsql_usable(score, label, weight) AND NOT _rocsql_positive(label)))
