-- leaves_roc_curve(source, pos, neg, by := [])
-- The ROC points of a decision tree (alg. 7 of Fawcett 2004) whose leaves hold pos positives and neg negatives: in descending order of
-- likelihood ratio, leaves of equal ratio in one step. The threshold is a leaf's share of positives.
-- returns: <by>, threshold DOUBLE, tp BIGINT, fp BIGINT, tpr DOUBLE, fpr DOUBLE
-- uses: _rocsql_count_rows, _rocsql_count_groups, _rocsql_count_curve, _rocsql_curve_output
-- example: FROM leaves_roc_curve(preds, amount, 20 - amount, by := ['model'])
-- The share falls as the ratio does, and is finite. Equal ratios of counts give the same double.
CREATE OR REPLACE MACRO leaves_roc_curve(source, pos, neg, "by" := []) AS TABLE
WITH checked AS MATERIALIZED (
    FROM _rocsql_count_rows(
        source,
        coalesce(TRY_CAST(pos AS DOUBLE) / nullif(TRY_CAST(pos AS DOUBLE) + TRY_CAST(neg AS DOUBLE), 0), 0),
        pos, neg, "by")
),
count_groups AS MATERIALIZED (FROM _rocsql_count_groups(checked, "by")),
curve AS NOT MATERIALIZED (FROM _rocsql_count_curve(checked, count_groups, "by"))
FROM query(_rocsql_curve_output("by", 'threshold, tp, fp, tpr, fpr'))
