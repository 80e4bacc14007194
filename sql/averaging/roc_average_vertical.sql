-- roc_average_vertical(source, score, label, fold, by := [], samples := 100, confidence := 0.95)
-- The mean of the ROC curves of the folds at fpr = 0, 1 / samples, ..., 1 (alg. 4 of Fawcett 2004), with the sample deviation of their tpr
-- and Student's interval of its mean. A curve's tpr is the highest it has at that fpr, or on the line between its points. Folds with
-- one class only have no curve; n_curves says how many had.
-- returns: <by>, fpr DOUBLE, tpr DOUBLE, tpr_std DOUBLE, tpr_low DOUBLE, tpr_high DOUBLE, n_curves BIGINT
-- uses: _rocsql_fold_rows, _rocsql_groups, _rocsql_points, _rocsql_folds, _rocsql_readings, _rocsql_output, _rocsql_level, _rocsql_whole
-- example: FROM roc_average_vertical(preds, score, label, fold, by := ['model'])
CREATE OR REPLACE MACRO roc_average_vertical(source, score, label, fold, "by" := [], samples := 100, confidence := 0.95) AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_fold_rows(source, score, label, fold, "by")),
curves AS MATERIALIZED (FROM _rocsql_groups(checked, ['_of', '_fold'])),
points AS (FROM _rocsql_points(checked, curves, ['_of', '_fold'])),
folds AS MATERIALIZED (FROM _rocsql_folds(curves, "by", confidence)),
measured AS (SELECT *, 0::DOUBLE AS _shift FROM points WHERE _p > 0 AND _n > 0),
readings AS (FROM _rocsql_readings(measured, samples::BIGINT)),
means AS (
    SELECT
        f._g,
        any_value(f._by) AS _by,
        r._line,
        avg(r._tpr) AS tpr,
        stddev_samp(r._tpr) AS tpr_std,
        any_value(f._n_curves) AS n_curves,
        any_value(f._reach) AS _reach
    FROM readings AS r
    JOIN folds AS f ON r._g = f._curve
    GROUP BY f._g, r._line
),
averages AS (
    SELECT
        *,
        _line / samples::DOUBLE AS fpr,
        CASE WHEN n_curves > 1 THEN greatest(tpr - _reach * tpr_std, 0) END AS tpr_low,
        CASE WHEN n_curves > 1 THEN least(tpr + _reach * tpr_std, 1) END AS tpr_high
    FROM means
)
FROM query(CASE
    WHEN _rocsql_level(confidence) AND _rocsql_whole(samples, 1, 'samples must be a whole number of at least 1, such as 100')
    THEN _rocsql_output("by", 'fpr, tpr, tpr_std, tpr_low, tpr_high, n_curves', 'averages', '_line')
END)
