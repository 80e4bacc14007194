-- pairs: what DeLong's method needs of a group. The placement of a positive is twice the negatives below it and once those level with
-- it; of a negative likewise. _u is the sum over the positives (2 P N AUC), _u_pos and _u_neg the sums of squares in each class, _ties
-- that of t^3 - t over tie groups of t rows. Whole numbers, so exact in any order; and every slice can be summed up by itself, because
-- what lies below a slice adds the same to all placements in it.
_placed AS (
    SELECT
        {by}
        _slice,
        _pos,
        _neg,
        CAST(2 * SUM(_neg) OVER (PARTITION BY {by} _slice ORDER BY _score ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) - _neg
            AS DECIMAL(38, 0)) AS _pos_placement,
        CAST(2 * SUM(_pos) OVER (PARTITION BY {by} _slice ORDER BY _score ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) - _pos
            AS DECIMAL(38, 0)) AS _neg_placement
    FROM _ties
),
_slices AS (
    SELECT
        {by}
        _slice,
        CAST(SUM(_pos) AS DECIMAL(38, 0)) AS _p,
        CAST(SUM(_neg) AS DECIMAL(38, 0)) AS _n,
        SUM(CASE WHEN _pos > 0 THEN CAST(_pos AS DECIMAL(38, 0)) * _pos_placement ELSE CAST(0 AS DECIMAL(38, 0)) END) AS _u,
        SUM(CASE WHEN _pos > 0 THEN CAST(_pos AS DECIMAL(38, 0)) * _pos_placement * _pos_placement ELSE CAST(0 AS DECIMAL(38, 0)) END) AS _u_pos,
        SUM(CASE WHEN _neg > 0 THEN CAST(_neg AS DECIMAL(38, 0)) * _neg_placement ELSE CAST(0 AS DECIMAL(38, 0)) END) AS _v,
        SUM(CASE WHEN _neg > 0 THEN CAST(_neg AS DECIMAL(38, 0)) * _neg_placement * _neg_placement ELSE CAST(0 AS DECIMAL(38, 0)) END) AS _v_neg,
        SUM(CASE
            WHEN _pos + _neg > 1
            THEN CAST(_pos + _neg - 1 AS DECIMAL(38, 0)) * CAST(_pos + _neg AS DECIMAL(38, 0)) * CAST(_pos + _neg + 1 AS DECIMAL(38, 0))
            ELSE CAST(0 AS DECIMAL(38, 0))
        END) AS _ties
    FROM _placed
    GROUP BY {by} _slice
),
_stacked AS (
    SELECT
        {by}
        _p, _n, _u, _u_pos, _v, _v_neg, _ties,
        CAST(SUM(_p) OVER ({partition} ORDER BY _slice ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) - _p AS DECIMAL(38, 0)) AS _p_below,
        CAST(SUM(_n) OVER ({partition} ORDER BY _slice ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) - _n AS DECIMAL(38, 0)) AS _n_below
    FROM _slices
),
_pairs AS (
    SELECT
        {t.by}
        CAST(SUM(t._p) AS BIGINT) AS _n_pos,
        CAST(SUM(t._n) AS BIGINT) AS _n_neg,
        CAST(SUM(t._p) AS DECIMAL(38, 0)) AS _p,
        CAST(SUM(t._n) AS DECIMAL(38, 0)) AS _n,
        CAST(SUM(t._u + 2 * t._n_below * t._p) AS DECIMAL(38, 0)) AS _u,
        CAST(SUM(t._u_pos + 4 * t._n_below * t._u + 4 * t._n_below * t._n_below * t._p) AS DECIMAL(38, 0)) AS _u_pos,
        CAST(SUM(t._v_neg + 4 * t._p_below * t._v + 4 * t._p_below * t._p_below * t._n) AS DECIMAL(38, 0)) AS _u_neg,
        CAST(SUM(t._ties) AS DECIMAL(38, 0)) AS _ties
    FROM _stacked AS t
    {t.group_by}
    HAVING COUNT(*) > 0
)
