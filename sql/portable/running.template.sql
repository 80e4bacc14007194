-- running: tie groups with what lies at or above each of them in its group, and the group's totals.
_running AS (
    SELECT
        {by}
        _slice,
        _score,
        _pos,
        _neg,
        {squares}
        CAST(SUM(_pos) OVER ({partition} ORDER BY _score DESC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS {amount}) AS _tp,
        CAST(SUM(_neg) OVER ({partition} ORDER BY _score DESC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS {amount}) AS _fp,
        CAST(SUM(_pos) OVER ({partition}) AS {amount}) AS _p,
        CAST(SUM(_neg) OVER ({partition}) AS {amount}) AS _n
    FROM _ties
)
