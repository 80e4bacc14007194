-- roc_average_threshold: the mean of the operating points of the folds at some `samples` thresholds drawn from all their scores
-- (alg. 5 of Fawcett 2004), after the origin at +inf. The thresholds stand at every so many places among all scores, so a score's rank
-- tells the first of them that selects it.
-- columns: threshold, fpr, tpr, fpr_std, tpr_std, fpr_low, fpr_high, tpr_low, tpr_high, n_curves
-- needs: rows, ties, running, points, scores, ranked
, _stepped AS (
    SELECT
        {by}
        _threshold,
        _tpr,
        _fpr,
        CAST(_rank - 1 AS BIGINT) AS _passed,
        CASE WHEN _length >= 2 * {samples} THEN CAST(FLOOR(CAST(_length AS DOUBLE) / {samples}) AS BIGINT) ELSE CAST(1 AS BIGINT) END AS _step
    FROM _ranked
),
_drawn AS (SELECT {by} _threshold, _tpr, _fpr, CAST(CEIL(CAST(_passed AS DOUBLE) / CAST(_step AS DOUBLE)) AS BIGINT) AS _draw FROM _stepped),
_reached AS (
    SELECT {by} _draw, MIN(_threshold) AS _threshold, MAX(_tpr) AS _tpr, MAX(_fpr) AS _fpr FROM _drawn GROUP BY {by} _draw
),
_curves AS (SELECT {by} COUNT(*) AS _size FROM _reached GROUP BY {by_only}),
_draws AS (SELECT {of} _draw, MIN(_threshold) AS _threshold FROM _reached GROUP BY {of} _draw),
-- Where a curve has no score between two thresholds it stays at the point it has reached.
_marks AS (
    SELECT {by} _draw, CAST(NULL AS DOUBLE) AS _threshold, _tpr, _fpr FROM _reached
    UNION ALL
    SELECT {c.by} d._draw, d._threshold, CAST(0 AS DOUBLE), CAST(0 AS DOUBLE) FROM _curves AS c JOIN _draws AS d ON {c.of=d.of}
    UNION ALL
    SELECT {by} CAST(-1 AS BIGINT), {infinity}, CAST(0 AS DOUBLE), CAST(0 AS DOUBLE) FROM _curves
),
_track AS (
    SELECT {by} _draw, MAX(_threshold) AS _threshold, MAX(_tpr) AS _tpr, MAX(_fpr) AS _fpr FROM _marks GROUP BY {by} _draw
),
_readings AS (
    SELECT
        {of}
        _draw,
        _threshold,
        MAX(_tpr) OVER (PARTITION BY {by_only} ORDER BY _draw ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS _tpr,
        MAX(_fpr) OVER (PARTITION BY {by_only} ORDER BY _draw ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS _fpr
    FROM _track
),
_means AS (
    SELECT
        {of}
        _draw,
        MAX(_threshold) AS _threshold,
        AVG(_fpr) AS _fpr,
        AVG(_tpr) AS _tpr,
        STDDEV_SAMP(_fpr) AS _fpr_std,
        STDDEV_SAMP(_tpr) AS _tpr_std,
        COUNT(*) AS _n_curves
    FROM _readings
    GROUP BY {of} _draw
),
_reaching AS (SELECT {of} _draw, _threshold, _fpr, _tpr, _fpr_std, _tpr_std, _n_curves, {reach} AS _reach FROM _means)
SELECT
    {a.out}
    a._threshold AS {threshold},
    a._fpr AS {fpr},
    a._tpr AS {tpr},
    CASE WHEN a._n_curves > 1 THEN a._fpr_std END AS {fpr_std},
    CASE WHEN a._n_curves > 1 THEN a._tpr_std END AS {tpr_std},
    CASE WHEN a._n_curves > 1 THEN CASE WHEN a._fpr - a._reach * a._fpr_std < 0 THEN CAST(0 AS DOUBLE) ELSE a._fpr - a._reach * a._fpr_std END END AS {fpr_low},
    CASE WHEN a._n_curves > 1 THEN CASE WHEN a._fpr + a._reach * a._fpr_std > 1 THEN CAST(1 AS DOUBLE) ELSE a._fpr + a._reach * a._fpr_std END END AS {fpr_high},
    CASE WHEN a._n_curves > 1 THEN CASE WHEN a._tpr - a._reach * a._tpr_std < 0 THEN CAST(0 AS DOUBLE) ELSE a._tpr - a._reach * a._tpr_std END END AS {tpr_low},
    CASE WHEN a._n_curves > 1 THEN CASE WHEN a._tpr + a._reach * a._tpr_std > 1 THEN CAST(1 AS DOUBLE) ELSE a._tpr + a._reach * a._tpr_std END END AS {tpr_high},
    a._n_curves AS {n_curves}
FROM _reaching AS a
ORDER BY {a.order} a._draw
