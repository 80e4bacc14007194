-- roc_repair(source, score, label, by := [])
-- The points of the ROC curve that lie below its convex hull, and what they become when the predictions of the concavity they lie in are
-- turned round (Flach & Wu 2005): a point is mirrored through the middle of the chord over it. threshold is the point's own; the repaired
-- classifier says positive to score >= threshold_high and to threshold_low <= score < threshold. This is training: choose on
-- one set, validate on another. Nothing for a group of one class.
-- returns: <by>, threshold_low DOUBLE, threshold_high DOUBLE, tpr_before DOUBLE, fpr_before DOUBLE, tpr_after DOUBLE, fpr_after DOUBLE, threshold DOUBLE
-- uses: _rocsql_rows, _rocsql_groups, _rocsql_unit_points, _rocsql_hull, _rocsql_over, _rocsql_output
-- example: FROM roc_repair(preds, score, label, by := ['model'])
CREATE OR REPLACE MACRO roc_repair(source, score, label, "by" := []) AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_rows(source, score, label, "by", 1)),
groups AS MATERIALIZED (FROM _rocsql_groups(checked, "by")),
points AS MATERIALIZED (FROM _rocsql_unit_points(checked, groups, "by")),
vertices AS (
    SELECT
        _g,
        _at,
        _threshold,
        _tp,
        _fp,
        lead(_threshold) OVER along AS _threshold_to,
        lead(_tp) OVER along AS _tp_to,
        lead(_fp) OVER along AS _fp_to
    FROM _rocsql_hull(points)
    WINDOW along AS (PARTITION BY _g ORDER BY _at ASC)
),
mirrored AS (
    SELECT
        g._g,
        g._by,
        p._at,
        v._threshold_to AS threshold_low,
        v._threshold AS threshold_high,
        p._tp / g._n_pos AS tpr_before,
        p._fp / g._n_neg AS fpr_before,
        (v._tp + v._tp_to - p._tp) / g._n_pos AS tpr_after,
        (v._fp + v._fp_to - p._fp) / g._n_neg AS fpr_after,
        p._threshold AS threshold
    FROM points AS p
    ASOF JOIN vertices AS v ON p._g = v._g AND p._at >= v._at
    JOIN groups AS g ON p._g = g._g
    WHERE g._n_pos > 0 AND g._n_neg > 0 AND _rocsql_over(p._tp, p._fp, v._tp, v._fp, v._tp_to, v._fp_to) < 0
)
FROM query(_rocsql_output(
    "by", 'threshold_low, threshold_high, tpr_before, fpr_before, tpr_after, fpr_after, threshold', 'mirrored', '_at'))
