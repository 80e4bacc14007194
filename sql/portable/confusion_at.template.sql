-- confusion_at: the confusion matrix and its measures at the given thresholds, the highest first. Every row goes to the highest step
-- that it reaches: one pass, however many thresholds, and nothing is sorted but the result.
-- columns: threshold, tp, fp, fn, tn, tpr, fpr, precision, accuracy, f1, specificity, npv, mcc, lift
-- needs: rows, ties
, _wanted AS ({wanted}),
_counts AS (
    SELECT
        {t.by}
        w._step AS _place,
        w._threshold,
        CAST(SUM(CASE WHEN t._step <= w._step THEN t._pos ELSE CAST(0 AS {amount}) END) AS {amount}) AS _tp,
        CAST(SUM(CASE WHEN t._step <= w._step THEN t._neg ELSE CAST(0 AS {amount}) END) AS {amount}) AS _fp,
        CAST(SUM(CASE WHEN t._step <= w._step THEN CAST(0 AS {amount}) ELSE t._pos END) AS {amount}) AS _fn,
        CAST(SUM(CASE WHEN t._step <= w._step THEN CAST(0 AS {amount}) ELSE t._neg END) AS {amount}) AS _tn
    FROM _ties AS t
    CROSS JOIN _wanted AS w
    GROUP BY {t.by} w._step, w._threshold
),
_matrices AS (
    SELECT
        {by}
        _place,
        _threshold,
        _tp AS _whole_tp,
        _fp AS _whole_fp,
        _fn AS _whole_fn,
        _tn AS _whole_tn,
        CAST(_tp AS DOUBLE) AS _tp,
        CAST(_fp AS DOUBLE) AS _fp,
        CAST(_fn AS DOUBLE) AS _fn,
        CAST(_tn AS DOUBLE) AS _tn,
        CAST(_tp + _fn AS DOUBLE) AS _p,
        CAST(_fp + _tn AS DOUBLE) AS _n,
        CAST(_tp + _fp AS DOUBLE) AS _alarms,
        CAST(_fn + _tn AS DOUBLE) AS _passes
    FROM _counts
)
SELECT
    {m.out}
    m._threshold AS {threshold},
    _amount(m._whole_tp) AS {tp},
    _amount(m._whole_fp) AS {fp},
    _amount(m._whole_fn) AS {fn},
    _amount(m._whole_tn) AS {tn},
    CASE WHEN m._p > 0 THEN m._tp / m._p END AS {tpr},
    CASE WHEN m._n > 0 THEN m._fp / m._n END AS {fpr},
    CASE WHEN m._alarms > 0 THEN m._tp / m._alarms END AS {precision},
    CASE WHEN m._p + m._n > 0 THEN (m._tp + m._tn) / (m._p + m._n) END AS {accuracy},
    -- Recall, and with it F1, needs positives.
    CASE WHEN m._p > 0 THEN 2 * m._tp / (m._tp + m._fp + m._p) END AS {f1},
    CASE WHEN m._n > 0 THEN m._tn / m._n END AS {specificity},
    CASE WHEN m._passes > 0 THEN m._tn / m._passes END AS {npv},
    CASE
        WHEN m._p > 0 AND m._n > 0 AND m._alarms > 0 AND m._passes > 0
        -- The product of the four margins may pass the largest double; the product of their roots does not.
        THEN (m._tp / SQRT(m._p) * (m._tn / SQRT(m._n)) - m._fp / SQRT(m._p) * (m._fn / SQRT(m._n))) / SQRT(m._alarms) / SQRT(m._passes)
    END AS {mcc},
    CASE WHEN m._alarms > 0 AND m._p > 0 THEN (m._tp / m._alarms) / (m._p / (m._p + m._n)) END AS {lift}
FROM _matrices AS m {scale}
ORDER BY {m.order} m._place
