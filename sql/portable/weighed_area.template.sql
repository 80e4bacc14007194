-- weighed_area: the area of weighted rows, and its variance: each row stands for one observation, whatever its weight.
-- A placement is the share of the other class on the right side of a score; a class without weight has none.
_placed AS (
    SELECT
        {t.by}
        t._slice,
        t._p,
        t._n,
        t._pos_rows,
        t._neg_rows,
        CAST(t._pos AS DOUBLE) / CAST(t._p AS DOUBLE) AS _pos_part,
        t._pos_squares / CAST(t._p AS DOUBLE) / CAST(t._p AS DOUBLE) AS _pos_squares,
        t._neg_squares / CAST(t._n AS DOUBLE) / CAST(t._n AS DOUBLE) AS _neg_squares,
        CAST(2 * (t._n - t._fp) + t._neg AS DOUBLE) / CAST(2 AS DOUBLE) / CAST(t._n AS DOUBLE) AS _pos_placement,
        CAST(2 * t._tp - t._pos AS DOUBLE) / CAST(2 AS DOUBLE) / CAST(t._p AS DOUBLE) AS _neg_placement
    FROM _running AS t
    WHERE t._p > 0 AND t._n > 0
),
_centred AS (SELECT _placed.*, SUM(_pos_part * _pos_placement) OVER ({partition}) AS _auc FROM _placed)
