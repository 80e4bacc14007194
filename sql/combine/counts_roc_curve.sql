-- counts_roc_curve(source, score, pos, neg, by := [])
-- The ROC points of rows that are already counted, such as tie_groups gives or a rollup keeps: how many positives and negatives have a score.
-- A score may have several rows. Counts that are integers come out as BIGINT, others as DOUBLE.
-- returns: <by>, threshold DOUBLE, tp BIGINT, fp BIGINT, tpr DOUBLE, fpr DOUBLE
-- uses: _rocsql_count_rows, _rocsql_count_groups, _rocsql_count_curve, _rocsql_curve_output
-- example: FROM counts_roc_curve(preds, score, amount, 20 - amount, by := ['model'])
CREATE OR REPLACE MACRO counts_roc_curve(source, score, pos, neg, "by" := []) AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_count_rows(source, score, pos, neg, "by")),
count_groups AS MATERIALIZED (FROM _rocsql_count_groups(checked, "by")),
curve AS NOT MATERIALIZED (FROM _rocsql_count_curve(checked, count_groups, "by"))
FROM query(_rocsql_curve_output("by", 'threshold, tp, fp, tpr, fpr'))
