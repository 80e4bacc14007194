-- ranked_in_slices: what ranked gives, with ranks inside slices of neighbouring scores and the number of scores in those above.
_in_slice AS (
    SELECT {by} _slice, _threshold, _tpr, _fpr, RANK() OVER (PARTITION BY {of} _slice ORDER BY _threshold DESC) AS _rank_inside FROM _scores
),
_slice_sizes AS (SELECT {of} _slice, COUNT(*) AS _size FROM _scores GROUP BY {of} _slice),
_slices_above AS (
    SELECT
        {of}
        _slice,
        CAST(SUM(_size) OVER ({of_partition} ORDER BY _slice DESC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS BIGINT) - _size AS _above,
        CAST(SUM(_size) OVER ({of_partition}) AS BIGINT) AS _length
    FROM _slice_sizes
),
_ranked AS (
    SELECT {t.by} t._threshold, t._tpr, t._fpr, t._rank_inside + o._above AS _rank, o._length
    FROM _in_slice AS t
    JOIN _slices_above AS o ON {t.of=o.of} AND t._slice = o._slice
)
