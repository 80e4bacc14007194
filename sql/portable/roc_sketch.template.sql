-- roc_sketch: how many positives and negatives have scores in which bin, the highest first, with the least and the largest score of
-- each bin: what _binned has taken apart, put together again.
-- columns: bin, score_low, score_high, pos, neg
-- needs: rows, binned, ties
, _numbered AS (
    SELECT
        {by}
        _bin,
        _pos,
        _neg,
        ABS(_bin) - 1 AS _place,
        -- Past 2^53 a double may round up to the next exponent.
        CAST(FLOOR(CAST(ABS(_bin) - 1 AS DOUBLE) / CAST({steps} AS DOUBLE)) AS BIGINT) AS _most
    FROM _ties
),
_levels AS (
    SELECT {by} _bin, _pos, _neg, _place, CASE WHEN _most * {steps} > _place THEN _most - 1 ELSE _most END AS _level FROM _numbered
),
_parts AS (
    SELECT
        {by}
        _bin,
        _pos,
        _neg,
        _level,
        CASE WHEN _level > 0 THEN CAST(1 AS DOUBLE) ELSE CAST(0 AS DOUBLE) END AS _whole,
        POWER(CAST(2 AS DOUBLE), CASE WHEN _level BETWEEN 1 AND 2046 THEN CAST(_level - 1023 AS DOUBLE) ELSE CAST(-1022 AS DOUBLE) END) AS _power,
        CAST(_place - _level * {steps} AS DOUBLE) / CAST({steps} AS DOUBLE) AS _first,
        CAST(_place - _level * {steps} + 1 AS DOUBLE) / CAST({steps} AS DOUBLE) - POWER(CAST(2 AS DOUBLE), -52) AS _last
    FROM _levels
),
-- The least and the largest size: zero is no part of the bins beside it.
_edges AS (
    SELECT
        {by}
        _bin,
        _pos,
        _neg,
        CASE
            WHEN _bin = 0 THEN CAST(0 AS DOUBLE)
            WHEN _level = 2047 THEN {infinity}
            WHEN _level = 0 AND _first = 0 THEN POWER(CAST(2 AS DOUBLE), -52) * _power
            ELSE (_whole + _first) * _power
        END AS _near,
        CASE WHEN _bin = 0 THEN CAST(0 AS DOUBLE) WHEN _level = 2047 THEN {infinity} ELSE (_whole + _last) * _power END AS _far
    FROM _parts
)
SELECT
    {t.out}
    t._bin AS {bin},
    CASE WHEN t._bin < 0 THEN -t._far ELSE t._near END AS {score_low},
    CASE WHEN t._bin < 0 THEN -t._near ELSE t._far END AS {score_high},
    _amount(t._pos) AS {pos},
    _amount(t._neg) AS {neg}
FROM _edges AS t {scale}
ORDER BY {t.order} t._bin DESC
