-- roc_average_vertical: the mean of the ROC curves of the folds at fpr = 0, 1 / samples, ..., 1 (alg. 4 of Fawcett 2004). A curve only
-- climbs, so the points between two grid lines are summed up by the lowest and the highest of them, and a line reads the last one
-- before it and the first one after it.
-- columns: fpr, tpr, tpr_std, tpr_low, tpr_high, n_curves
-- needs: rows, ties, running, points
, _spots AS (
    SELECT {by} CAST(_tp AS DOUBLE) AS _tp, CAST(_p AS DOUBLE) AS _p, CAST(_fp AS DOUBLE) * {samples} / CAST(_n AS DOUBLE) AS _place
    FROM _points
    WHERE _p > 0 AND _n > 0
),
-- Even slots are the grid lines, odd ones the space between them.
_slots AS (
    SELECT
        {by}
        CAST(FLOOR(_place) + CEIL(_place) AS BIGINT) AS _slot,
        MAX(_p) AS _p,
        MIN(_tp) AS _tp_first,
        MAX(_tp) AS _tp_last,
        MIN(_place) AS _place_first,
        MAX(_place) AS _place_last
    FROM _spots
    GROUP BY {by} CAST(FLOOR(_place) + CEIL(_place) AS BIGINT)
),
_curves AS (SELECT {by} MAX(_p) AS _p FROM _slots GROUP BY {by_only}),
_lines AS ({lines}),
_marks AS (
    SELECT {by} _slot, CAST(NULL AS BIGINT) AS _line, _p, _tp_first, _tp_last, _place_first, _place_last FROM _slots
    UNION ALL
    SELECT {c.by} 2 * l._line, l._line, c._p, CAST(NULL AS DOUBLE), CAST(NULL AS DOUBLE), CAST(NULL AS DOUBLE), CAST(NULL AS DOUBLE)
    FROM _curves AS c
    CROSS JOIN _lines AS l
),
_track AS (
    SELECT
        {by}
        _slot,
        MAX(_line) AS _line,
        MAX(_p) AS _p,
        MIN(_tp_first) AS _tp_first,
        MAX(_tp_last) AS _tp_last,
        MIN(_place_first) AS _place_first,
        MAX(_place_last) AS _place_last
    FROM _marks
    GROUP BY {by} _slot
),
_walked AS (
    SELECT
        {by}
        _line,
        _p,
        MAX(_tp_last) OVER (PARTITION BY {by_only} ORDER BY _slot ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS _tp_last,
        MAX(_place_last) OVER (PARTITION BY {by_only} ORDER BY _slot ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS _place_last,
        MIN(_tp_first) OVER (PARTITION BY {by_only} ORDER BY _slot ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING) AS _tp_next,
        MIN(_place_first) OVER (PARTITION BY {by_only} ORDER BY _slot ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING) AS _place_next
    FROM _track
),
_readings AS (
    SELECT
        {of}
        _line,
        CASE
            WHEN _place_last = CAST(_line AS DOUBLE) OR _place_next IS NULL THEN _tp_last / _p
            ELSE (_tp_last + (_tp_next - _tp_last) * ((CAST(_line AS DOUBLE) - _place_last) / (_place_next - _place_last))) / _p
        END AS _tpr
    FROM _walked
    WHERE _line IS NOT NULL
),
_means AS (
    SELECT {of} _line, AVG(_tpr) AS _tpr, STDDEV_SAMP(_tpr) AS _tpr_std, COUNT(*) AS _n_curves FROM _readings GROUP BY {of} _line
),
_reaching AS (SELECT {of} _line, _tpr, _tpr_std, _n_curves, {reach} AS _reach FROM _means)
SELECT
    {a.out}
    CAST(a._line AS DOUBLE) / CAST({samples} AS DOUBLE) AS {fpr},
    a._tpr AS {tpr},
    CASE WHEN a._n_curves > 1 THEN a._tpr_std END AS {tpr_std},
    CASE WHEN a._n_curves > 1 THEN CASE WHEN a._tpr - a._reach * a._tpr_std < 0 THEN CAST(0 AS DOUBLE) ELSE a._tpr - a._reach * a._tpr_std END END AS {tpr_low},
    CASE WHEN a._n_curves > 1 THEN CASE WHEN a._tpr + a._reach * a._tpr_std > 1 THEN CAST(1 AS DOUBLE) ELSE a._tpr + a._reach * a._tpr_std END END AS {tpr_high},
    a._n_curves AS {n_curves}
FROM _reaching AS a
ORDER BY {a.order} a._line
