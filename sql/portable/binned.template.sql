-- binned: the bin of every score: sign, exponent and the first bits of its mantissa, as one whole number, counted from 0 at zero. Few engines
-- show the bits of a double, so they are reckoned: to divide by a power of two rounds nothing away, and what a score leaves over the
-- right one is its mantissa. Scores too small for a full mantissa (below 2^-1022) are counted in steps of the smallest of all.
_magnitudes AS (
    SELECT
        {by}
        _positive
        {carried},
        CASE WHEN _score < 0 THEN -1 WHEN _score > 0 THEN 1 ELSE 0 END AS _sign,
        ABS(_score) AS _size,
        CASE
            WHEN ABS(_score) >= POWER(CAST(2 AS DOUBLE), -1022) AND ABS(_score) < {infinity}
            THEN FLOOR(LN(ABS(_score)) / LN(CAST(2 AS DOUBLE)))
        END AS _guess
    FROM _rows
),
_guessed AS (
    SELECT
        {by}
        _positive
        {carried},
        _sign,
        _size,
        CASE WHEN _guess < -1022 THEN CAST(-1022 AS DOUBLE) WHEN _guess > 1023 THEN CAST(1023 AS DOUBLE) ELSE _guess END AS _exponent
    FROM _magnitudes
),
_divided AS (
    SELECT {by} _positive {carried}, _sign, _size, _exponent, _size / POWER(CAST(2 AS DOUBLE), _exponent) AS _left FROM _guessed
),
-- A rounded logarithm may miss the exponent by one: then what is left is not between 1 and 2.
_binned AS (
    SELECT
        {by}
        _positive
        {carried},
        CAST(_sign * CASE
            WHEN _size = 0 THEN CAST(0 AS BIGINT)
            WHEN _size = {infinity} THEN CAST(2047 AS BIGINT) * {steps} + 1
            WHEN _exponent IS NULL
            THEN CAST(FLOOR(_size * POWER(CAST(2 AS DOUBLE), 537) * POWER(CAST(2 AS DOUBLE), 485) * {steps}) AS BIGINT) + 1
            WHEN _left < 1 THEN CAST(_exponent + 1022 AS BIGINT) * {steps} + CAST(FLOOR((2 * _left - 1) * {steps}) AS BIGINT) + 1
            WHEN _left < 2 THEN CAST(_exponent + 1023 AS BIGINT) * {steps} + CAST(FLOOR((_left - 1) * {steps}) AS BIGINT) + 1
            ELSE CAST(_exponent + 1024 AS BIGINT) * {steps} + CAST(FLOOR((_left / CAST(2 AS DOUBLE) - 1) * {steps}) AS BIGINT) + 1
        END AS BIGINT) AS _bin
    FROM _divided
)
