-- scores: the points of all curves that have both classes, as shares.
_scores AS (
    SELECT
        {by}
        _slice,
        _threshold,
        CAST(_tp AS DOUBLE) / CAST(_p AS DOUBLE) AS _tpr,
        CAST(_fp AS DOUBLE) / CAST(_n AS DOUBLE) AS _fpr
    FROM _points
    WHERE _place = 1 AND _p > 0 AND _n > 0
)
