-- sketch_auc: the AUC of sketches, added up, between two values that are certain to hold the exact AUC of the rows: inside a bin all
-- negatives may have come first, or all positives. auc counts them as ties.
-- columns: auc, auc_low, auc_high, n_pos, n_neg
-- needs: sketched
-- Counts become whole units, of which a class has some 2^60: sums and products of them are exact, and a count of rows is a whole number of
-- them. A weight may be rounded, which 1e-12 to both sides covers many times over.
, _totals AS (
    SELECT {by} _bin, _tied, _pos, _neg, _dpos, _dneg, SUM(_dpos) OVER ({partition}) AS _p_all, SUM(_dneg) OVER ({partition}) AS _n_all FROM _bins
),
_grains AS (
    SELECT
        {by} _bin, _tied, _pos, _neg, _dpos, _dneg,
        CASE WHEN _p_all > 1e-250 THEN POWER(CAST(2 AS DOUBLE), FLOOR(LN(_p_all) / LN(CAST(2 AS DOUBLE))) - 59) ELSE POWER(CAST(2 AS DOUBLE), -890) END AS _p_grain,
        CASE WHEN _n_all > 1e-250 THEN POWER(CAST(2 AS DOUBLE), FLOOR(LN(_n_all) / LN(CAST(2 AS DOUBLE))) - 59) ELSE POWER(CAST(2 AS DOUBLE), -890) END AS _n_grain
    FROM _totals
),
_units AS (
    SELECT
        {by} _bin, _tied, _pos, _neg,
        CASE WHEN _dpos = FLOOR(_dpos) AND _dneg = FLOOR(_dneg) AND _p_grain <= 1 AND _n_grain <= 1 THEN 0 ELSE 1 END AS _rounded,
        CAST(ROUND(_dpos / _p_grain) AS DECIMAL(38, 0)) AS _up,
        CAST(ROUND(_dneg / _n_grain) AS DECIMAL(38, 0)) AS _un
    FROM _grains
),
_below AS (
    SELECT
        {by} _tied, _pos, _neg, _rounded, _up, _un,
        CAST(SUM(_un) OVER ({partition} ORDER BY _bin ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) - _un AS DECIMAL(38, 0)) AS _under
    FROM _units
),
_pairs AS (
    SELECT
        {t.by}
        SUM(t._pos) AS _n_pos,
        SUM(t._neg) AS _n_neg,
        MAX(t._rounded) AS _rounded,
        CAST(SUM(t._up) AS DOUBLE) AS _p,
        CAST(SUM(t._un) AS DOUBLE) AS _n,
        CAST(SUM(2 * t._up * t._under + CASE WHEN t._tied THEN t._up * t._un ELSE CAST(0 AS DECIMAL(38, 0)) END) AS DOUBLE) AS _won,
        CAST(SUM(CASE WHEN t._tied THEN CAST(0 AS DECIMAL(38, 0)) ELSE t._up * t._un END) AS DOUBLE) AS _open
    FROM _below AS t
    {t.group_by}
    HAVING COUNT(*) > 0
),
_bounds AS (
    SELECT
        {by}
        _n_pos,
        _n_neg,
        CASE WHEN _p > 0 AND _n > 0 THEN (_won + _open) / (2 * _p * _n) END AS _auc,
        CASE WHEN _p > 0 AND _n > 0 THEN _won / (2 * _p * _n) - 1e-12 * _rounded END AS _low,
        CASE WHEN _p > 0 AND _n > 0 THEN (_won + 2 * _open) / (2 * _p * _n) + 1e-12 * _rounded END AS _high
    FROM _pairs
)
SELECT
    {a.out}
    a._auc AS {auc},
    CASE WHEN a._low < 0 THEN CAST(0 AS DOUBLE) ELSE a._low END AS {auc_low},
    CASE WHEN a._high > 1 THEN CAST(1 AS DOUBLE) ELSE a._high END AS {auc_high},
    a._n_pos AS {n_pos},
    a._n_neg AS {n_neg}
FROM _bounds AS a
{a.order_by}
