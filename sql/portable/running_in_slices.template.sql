-- running_in_slices: what running gives, for groups that are too large to be sorted in one place: sums inside slices of neighbouring
-- scores, and to them what the slices above hold.
_sliced AS (
    SELECT
        {by}
        _slice,
        _score,
        _pos,
        _neg,
        {squares}
        CAST(SUM(_pos) OVER (PARTITION BY {by} _slice ORDER BY _score DESC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS {amount}) AS _tp_inside,
        CAST(SUM(_neg) OVER (PARTITION BY {by} _slice ORDER BY _score DESC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS {amount}) AS _fp_inside
    FROM _ties
),
_slices AS (
    SELECT {by} _slice, CAST(SUM(_pos) AS {amount}) AS _pos, CAST(SUM(_neg) AS {amount}) AS _neg FROM _ties GROUP BY {by} _slice
),
_offsets AS (
    SELECT
        {by}
        _slice,
        CAST(SUM(_pos) OVER ({partition} ORDER BY _slice DESC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS {amount}) - _pos AS _tp_above,
        CAST(SUM(_neg) OVER ({partition} ORDER BY _slice DESC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS {amount}) - _neg AS _fp_above,
        CAST(SUM(_pos) OVER ({partition}) AS {amount}) AS _p,
        CAST(SUM(_neg) OVER ({partition}) AS {amount}) AS _n
    FROM _slices
),
_running AS (
    SELECT
        {t.by}
        t._slice,
        t._score,
        t._pos,
        t._neg,
        {squares}
        CAST(t._tp_inside + o._tp_above AS {amount}) AS _tp,
        CAST(t._fp_inside + o._fp_above AS {amount}) AS _fp,
        o._p,
        o._n
    FROM _sliced AS t
    JOIN _offsets AS o ON {t.by=o.by} AND t._slice = o._slice
)
