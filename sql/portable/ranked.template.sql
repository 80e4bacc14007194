-- ranked: the place of every score among all scores of all curves of its group, the highest first, and how many there are.
_ranked AS (
    SELECT
        {by}
        _threshold,
        _tpr,
        _fpr,
        RANK() OVER ({of_partition} ORDER BY _threshold DESC) AS _rank,
        COUNT(*) OVER ({of_partition}) AS _length
    FROM _scores
)
