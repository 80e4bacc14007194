-- threshold_metrics(source, score, label, by := [], weight := 1)
-- The confusion matrix and its measures at every point of the ROC curve.
-- returns: <by>, threshold DOUBLE, tp BIGINT, fp BIGINT, fn BIGINT, tn BIGINT, tpr DOUBLE, fpr DOUBLE, precision DOUBLE, accuracy DOUBLE, f1 DOUBLE, specificity DOUBLE, npv DOUBLE, mcc DOUBLE, lift DOUBLE
-- uses: _rocsql_rows, _rocsql_groups, _rocsql_points, _rocsql_metrics, _rocsql_curve_output
-- example: FROM threshold_metrics(preds, score, label, by := ['model'])
CREATE OR REPLACE MACRO threshold_metrics(source, score, label, "by" := [], weight := 1) AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_rows(source, score, label, "by", weight)),
groups AS MATERIALIZED (FROM _rocsql_groups(checked, "by")),
points AS NOT MATERIALIZED (FROM _rocsql_points(checked, groups, "by")),
curve AS NOT MATERIALIZED (FROM _rocsql_metrics(points))
FROM query(_rocsql_curve_output(
    "by", 'threshold, tp, fp, fn, tn, tpr, fpr, "precision", accuracy, f1, specificity, npv, mcc, lift'))
