-- pairs_in_words: what pairs gives, for at most 2^30 rows in all: sums over rows that fit 64 bits. A placement is cut into its upper and its
-- lower 16 bits, so that its square can be added up in three parts; decimals, a hundred times slower, are for the few slices.
_placed AS (
    SELECT
        {by}
        _slice,
        _pos,
        _neg,
        2 * SUM(_neg) OVER (PARTITION BY {by} _slice ORDER BY _score ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) - _neg AS _pos_placement,
        2 * SUM(_pos) OVER (PARTITION BY {by} _slice ORDER BY _score ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) - _pos AS _neg_placement
    FROM _ties
),
_cut AS (
    SELECT
        {by} _slice, _pos, _neg, _pos_placement, _neg_placement,
        CAST(FLOOR(CAST(_pos_placement AS DOUBLE) / CAST(65536 AS DOUBLE)) AS BIGINT) AS _pos_upper,
        CAST(FLOOR(CAST(_neg_placement AS DOUBLE) / CAST(65536 AS DOUBLE)) AS BIGINT) AS _neg_upper
    FROM _placed
),
_words AS (
    SELECT
        {by} _slice, _pos, _neg, _pos_placement, _neg_placement, _pos_upper, _neg_upper,
        _pos_placement - _pos_upper * 65536 AS _pos_lower,
        _neg_placement - _neg_upper * 65536 AS _neg_lower
    FROM _cut
),
_sums AS (
    SELECT
        {by}
        _slice,
        SUM(_pos) AS _p,
        SUM(_neg) AS _n,
        SUM(_pos * _pos_placement) AS _u,
        SUM(_pos * _pos_upper * _pos_upper) AS _u_upper,
        SUM(_pos * _pos_upper * _pos_lower) AS _u_mixed,
        SUM(_pos * _pos_lower * _pos_lower) AS _u_lower,
        SUM(_neg * _neg_placement) AS _v,
        SUM(_neg * _neg_upper * _neg_upper) AS _v_upper,
        SUM(_neg * _neg_upper * _neg_lower) AS _v_mixed,
        SUM(_neg * _neg_lower * _neg_lower) AS _v_lower,
        SUM(CASE WHEN _pos + _neg < 65536 THEN (_pos + _neg - 1) * (_pos + _neg) * (_pos + _neg + 1) ELSE 0 END) AS _small_ties,
        SUM(CASE
            WHEN _pos + _neg >= 65536
            THEN CAST(_pos + _neg - 1 AS DECIMAL(38, 0)) * CAST(_pos + _neg AS DECIMAL(38, 0)) * CAST(_pos + _neg + 1 AS DECIMAL(38, 0))
        END) AS _large_ties
    FROM _words
    GROUP BY {by} _slice
),
_slices AS (
    SELECT
        {by}
        _slice,
        CAST(_p AS DECIMAL(38, 0)) AS _p,
        CAST(_n AS DECIMAL(38, 0)) AS _n,
        CAST(_u AS DECIMAL(38, 0)) AS _u,
        CAST(_u_upper AS DECIMAL(38, 0)) * 4294967296 + CAST(_u_mixed AS DECIMAL(38, 0)) * 131072 + CAST(_u_lower AS DECIMAL(38, 0)) AS _u_pos,
        CAST(_v AS DECIMAL(38, 0)) AS _v,
        CAST(_v_upper AS DECIMAL(38, 0)) * 4294967296 + CAST(_v_mixed AS DECIMAL(38, 0)) * 131072 + CAST(_v_lower AS DECIMAL(38, 0)) AS _v_neg,
        CAST(_small_ties AS DECIMAL(38, 0)) + COALESCE(_large_ties, CAST(0 AS DECIMAL(38, 0))) AS _ties
    FROM _sums
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
