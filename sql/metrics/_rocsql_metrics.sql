-- _rocsql_metrics(points)
-- The confusion matrix at every point, and what is read off it. A ratio without a denominator is NULL.
-- returns: _g INTEGER, _by STRUCT(...), _at BIGINT, _in_order BOOLEAN, threshold DOUBLE, tp BIGINT, fp BIGINT, fn BIGINT, tn BIGINT, tpr DOUBLE, fpr DOUBLE, precision DOUBLE, accuracy DOUBLE, f1 DOUBLE, specificity DOUBLE, npv DOUBLE, mcc DOUBLE, lift DOUBLE
-- uses: nothing
-- example: FROM _rocsql_metrics(points)
CREATE OR REPLACE MACRO _rocsql_metrics(points) AS TABLE
WITH matrices AS (
    SELECT *, _tp + _fp AS _alarms, _fn + _tn AS _passes FROM query_table(points)
)
SELECT
    _g,
    _by,
    _at,
    _in_order,
    _threshold AS threshold,
    cast_to_type(_tp, _unit) AS tp,
    cast_to_type(_fp, _unit) AS fp,
    cast_to_type(_fn, _unit) AS fn,
    cast_to_type(_tn, _unit) AS tn,
    CASE WHEN _p > 0 THEN _tp / _p END AS tpr,
    CASE WHEN _n > 0 THEN _fp / _n END AS fpr,
    CASE WHEN _alarms > 0 THEN _tp / _alarms END AS precision,
    CASE WHEN _p + _n > 0 THEN (_tp + _tn) / (_p + _n) END AS accuracy,
    -- Recall, and with it F1, needs positives.
    CASE WHEN _p > 0 THEN 2 * _tp / (_tp + _fp + _p) END AS f1,
    CASE WHEN _n > 0 THEN _tn / _n END AS specificity,
    CASE WHEN _passes > 0 THEN _tn / _passes END AS npv,
    CASE
        WHEN _p > 0 AND _n > 0 AND _alarms > 0 AND _passes > 0
        -- The product of the four margins may pass the largest double; the product of their roots does not.
        THEN (_tp / sqrt(_p) * (_tn / sqrt(_n)) - _fp / sqrt(_p) * (_fn / sqrt(_n))) / sqrt(_alarms) / sqrt(_passes)
    END AS mcc,
    CASE WHEN _alarms > 0 AND _p > 0 THEN (_tp / _alarms) / (_p / (_p + _n)) END AS lift
FROM matrices
