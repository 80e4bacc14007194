-- weighed_area_in_slices: what weighed_area gives, without any place that sees all rows of a group.
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
_centres AS (SELECT {by} SUM(_pos_part * _pos_placement) AS _auc FROM _placed {group_by}),
_centred AS (SELECT t.*, o._auc FROM _placed AS t JOIN _centres AS o ON {t.by=o.by})
