-- roc_average_threshold(source, score, label, fold, by := [], samples := 100, confidence := 0.95)
-- The mean of the operating points of the folds at some `samples` thresholds drawn from all their scores (alg. 5 of Fawcett 2004), after the
-- origin at +inf, with deviations and Student's intervals on both axes. Folds with one class only have no curve; n_curves says
-- how many had.
-- returns: <by>, threshold DOUBLE, fpr DOUBLE, tpr DOUBLE, fpr_std DOUBLE, tpr_std DOUBLE, fpr_low DOUBLE, fpr_high DOUBLE, tpr_low DOUBLE, tpr_high DOUBLE, n_curves BIGINT
-- uses: _rocsql_fold_rows, _rocsql_groups, _rocsql_points, _rocsql_folds, _rocsql_output, _rocsql_level, _rocsql_whole
-- example: FROM roc_average_threshold(preds, score, label, fold, by := ['model'])
-- Only as good as the scores are comparable between folds: average different kinds of models vertically.
-- The thresholds stand at every so many places among all scores, so a score's rank tells the first of them that selects it: no join.
CREATE OR REPLACE MACRO roc_average_threshold(source, score, label, fold, "by" := [], samples := 100, confidence := 0.95) AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_fold_rows(source, score, label, fold, "by")),
curves AS MATERIALIZED (FROM _rocsql_groups(checked, ['_of', '_fold'])),
points AS (FROM _rocsql_points(checked, curves, ['_of', '_fold'])),
folds AS MATERIALIZED (FROM _rocsql_folds(curves, "by", confidence)),
scores AS MATERIALIZED (
    SELECT f._g, f._curve, p._threshold, p._tp / p._p AS _tpr, p._fp / p._n AS _fpr
    FROM points AS p
    JOIN folds AS f ON p._g = f._curve
    WHERE p._at > 0
),
lengths AS (
    SELECT
        _g,
        greatest(1, count(*) // samples::BIGINT) AS _step,
        (sum(count(*)) OVER (ORDER BY _g ASC ROWS UNBOUNDED PRECEDING))::BIGINT - count(*) AS _before
    FROM scores
    GROUP BY _g
),
ranked AS (SELECT *, rank() OVER (ORDER BY _g ASC, _threshold DESC) AS _rank FROM scores),
drawn AS (
    SELECT r._g, r._curve, r._threshold, r._tpr, r._fpr, ceil((r._rank - 1 - l._before)::DOUBLE / l._step)::BIGINT AS _draw
    FROM ranked AS r
    JOIN lengths AS l ON r._g = l._g
),
reached AS MATERIALIZED (
    SELECT _g, _curve, _draw, min(_threshold) AS _threshold, max(_tpr) AS _tpr, max(_fpr) AS _fpr FROM drawn GROUP BY _g, _curve, _draw
),
thresholds AS (
    SELECT _g, _draw, min(_threshold) AS _threshold FROM reached GROUP BY _g, _draw
    UNION ALL
    SELECT DISTINCT _g, -1, 'inf'::DOUBLE FROM folds
),
-- Where a curve has no score between two thresholds it stays at the point it has reached.
readings AS (
    SELECT
        f._g,
        f._by,
        f._n_curves,
        f._reach,
        t._draw,
        t._threshold,
        coalesce(max(r._tpr) OVER so_far, 0) AS _tpr,
        coalesce(max(r._fpr) OVER so_far, 0) AS _fpr
    FROM thresholds AS t
    JOIN folds AS f ON t._g = f._g
    LEFT JOIN reached AS r ON f._curve = r._curve AND t._draw = r._draw
    WINDOW so_far AS (PARTITION BY f._curve ORDER BY t._draw ASC ROWS UNBOUNDED PRECEDING)
),
means AS (
    SELECT
        _g,
        _draw,
        any_value(_by) AS _by,
        any_value(_threshold) AS threshold,
        avg(_fpr) AS fpr,
        avg(_tpr) AS tpr,
        stddev_samp(_fpr) AS fpr_std,
        stddev_samp(_tpr) AS tpr_std,
        any_value(_n_curves) AS n_curves,
        any_value(_reach) AS _reach
    FROM readings
    GROUP BY _g, _draw
),
averages AS (
    SELECT
        *,
        CASE WHEN n_curves > 1 THEN greatest(fpr - _reach * fpr_std, 0) END AS fpr_low,
        CASE WHEN n_curves > 1 THEN least(fpr + _reach * fpr_std, 1) END AS fpr_high,
        CASE WHEN n_curves > 1 THEN greatest(tpr - _reach * tpr_std, 0) END AS tpr_low,
        CASE WHEN n_curves > 1 THEN least(tpr + _reach * tpr_std, 1) END AS tpr_high
    FROM means
)
FROM query(CASE
    WHEN _rocsql_level(confidence) AND _rocsql_whole(samples, 1, 'samples must be a whole number of at least 1, such as 100')
    THEN _rocsql_output(
        "by", 'threshold, fpr, tpr, fpr_std, tpr_std, fpr_low, fpr_high, tpr_low, tpr_high, n_curves', 'averages', '_draw')
END)
