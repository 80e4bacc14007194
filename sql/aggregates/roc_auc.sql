-- roc_auc(score, label) / roc_auc(score, label, weight)
-- Area under the ROC curve of the rows of a group, as an aggregate for SELECT ... GROUP BY.
-- returns: DOUBLE
-- uses: _rocsql_usable, _rocsql_positive, _rocsql_udf_auc, _rocsql_udf_weighted_auc
-- example: SELECT model, roc_auc(score, label) FROM preds GROUP BY model
-- Two lists of scores rather than one with labels: no BOOLEAN list has to be unpacked on the way to NumPy.
-- One of the two filters checks the rows, each of them: the other needs only to tell the classes apart.
CREATE OR REPLACE MACRO roc_auc(score, label) AS
    _rocsql_udf_auc(
        list(TRY_CAST(score AS DOUBLE)) FILTER (CASE WHEN _rocsql_usable(score, label, 1) THEN _rocsql_positive(label) END),
        list(TRY_CAST(score AS DOUBLE)) FILTER (score IS NOT NULL AND NOT _rocsql_positive(label))),
(score, label, weight) AS
    _rocsql_udf_weighted_auc(
        list(TRY_CAST(score AS DOUBLE)) FILTER (_rocsql_usable(score, label, weight) AND _rocsql_positive(label)),
        list(weight::DOUBLE) FILTER (_rocsql_usable(score, label, weight) AND _rocsql_positive(label)),
        list(TRY_CAST(score AS DOUBLE)) FILTER (_rocsql_usable(score, label, weight) AND NOT _rocsql_positive(label)),
        list(weight::DOUBLE) FILTER (_rocsql_usable(score, label, weight) AND NOT _rocsql_positive(label)))
