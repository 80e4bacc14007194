WITH _given AS (
  SELECT
    "model" AS _by_1,
    "Seg ment" AS _by_2,
    score AS _given_score,
    (
      outcome = 'fraud'
    ) AS _given_label
  FROM preds
), _rows AS (
  SELECT
    _by_1,
    _by_2,
    CASE
      WHEN CAST(_given_score AS DOUBLE PRECISION) = 0
      THEN CAST(0 AS DOUBLE PRECISION)
      ELSE CAST(_given_score AS DOUBLE PRECISION)
    END AS _score, /* -0.0 and 0.0 are one score. */
    CAST(_given_label AS DOUBLE PRECISION) = 1 AS _positive
  FROM _given
  WHERE
    CASE
      WHEN _given_score IS NULL OR _given_label IS NULL
      THEN FALSE
      WHEN NOT CASE
        WHEN ARROW_TYPEOF(_given_score) = 'Boolean'
        THEN 'boolean'
        WHEN ARROW_TYPEOF(_given_score) ~ '^(Dictionary.U?Int[0-9]+, )?(U?Int[0-9]+|Float[0-9]+|Decimal)'
        THEN 'number'
        ELSE ARROW_TYPEOF(_given_score)
      END IN ('boolean', 'number')
      THEN (
        CAST((
          'score must be a number, but it is ' || CASE
            WHEN ARROW_TYPEOF(_given_score) = 'Boolean'
            THEN 'boolean'
            WHEN ARROW_TYPEOF(_given_score) ~ '^(Dictionary.U?Int[0-9]+, )?(U?Int[0-9]+|Float[0-9]+|Decimal)'
            THEN 'number'
            ELSE ARROW_TYPEOF(_given_score)
          END || ': turn it into one, as in score::DOUBLE'
        ) || SUBSTRING(CAST(_given_score AS TEXT) FROM 1 FOR 0) AS INT) = 0
      )
      WHEN ISNAN(CAST(_given_score AS DOUBLE PRECISION))
      THEN (
        CAST((
          'score is NaN in a labelled row: leave such rows out by writing nullif(score, ''nan'') for the score'
        ) || SUBSTRING(CAST(_given_score AS TEXT) FROM 1 FOR 0) AS INT) = 0
      )
      WHEN NOT CASE
        WHEN ARROW_TYPEOF(_given_label) = 'Boolean'
        THEN 'boolean'
        WHEN ARROW_TYPEOF(_given_label) ~ '^(Dictionary.U?Int[0-9]+, )?(U?Int[0-9]+|Float[0-9]+|Decimal)'
        THEN 'number'
        ELSE ARROW_TYPEOF(_given_label)
      END IN ('boolean', 'number')
      THEN (
        CAST((
          'label must be BOOLEAN, 0 or 1, but a row has ''' || CAST(_given_label AS TEXT) || ''': compare it with the value that is positive, as in label = ''' || CAST(_given_label AS TEXT) || ''''
        ) || SUBSTRING(CAST(_given_label AS TEXT) FROM 1 FOR 0) AS INT) = 0
      )
      WHEN NOT CAST(_given_label AS DOUBLE PRECISION) IN (0, 1)
      THEN (
        CAST((
          'label must be BOOLEAN, 0 or 1, but a row has ' || CAST(_given_label AS TEXT) || ': compare it with the value that is positive, as in label = 1'
        ) || SUBSTRING(CAST(_given_label AS TEXT) FROM 1 FOR 0) AS INT) = 0
      )
      ELSE TRUE
    END
), _magnitudes AS (
  SELECT
    _by_1,
    _by_2,
    _positive,
    CASE WHEN _score < 0 THEN -1 WHEN _score > 0 THEN 1 ELSE 0 END AS _sign,
    ABS(_score) AS _size,
    CASE
      WHEN ABS(_score) >= POWER(CAST(2 AS DOUBLE PRECISION), -1022) AND ABS(_score) < CAST('inf' AS DOUBLE PRECISION)
      THEN FLOOR(LN(ABS(_score)) / LN(CAST(2 AS DOUBLE PRECISION)))
    END AS _guess
  FROM _rows
), _guessed AS (
  SELECT
    _by_1,
    _by_2,
    _positive,
    _sign,
    _size,
    CASE
      WHEN _guess < -1022
      THEN CAST(-1022 AS DOUBLE PRECISION)
      WHEN _guess > 1023
      THEN CAST(1023 AS DOUBLE PRECISION)
      ELSE _guess
    END AS _exponent
  FROM _magnitudes
), _divided AS (
  SELECT
    _by_1,
    _by_2,
    _positive,
    _sign,
    _size,
    _exponent,
    _size / POWER(CAST(2 AS DOUBLE PRECISION), _exponent) AS _left
  FROM _guessed
), _binned /* A rounded logarithm may miss the exponent by one: then what is left is not between 1 and 2. */ AS (
  SELECT
    _by_1,
    _by_2,
    _positive,
    CAST(_sign * CASE
      WHEN _size = 0
      THEN CAST(0 AS BIGINT)
      WHEN _size = CAST('inf' AS DOUBLE PRECISION)
      THEN CAST(2047 AS BIGINT) * 1024 + 1
      WHEN _exponent IS NULL
      THEN CAST(FLOOR(_size * POWER(CAST(2 AS DOUBLE PRECISION), 537) * POWER(CAST(2 AS DOUBLE PRECISION), 485) * 1024) AS BIGINT) + 1
      WHEN _left < 1
      THEN CAST(_exponent + 1022 AS BIGINT) * 1024 + CAST(FLOOR((
        2 * _left - 1
      ) * 1024) AS BIGINT) + 1
      WHEN _left < 2
      THEN CAST(_exponent + 1023 AS BIGINT) * 1024 + CAST(FLOOR((
        _left - 1
      ) * 1024) AS BIGINT) + 1
      ELSE CAST(_exponent + 1024 AS BIGINT) * 1024 + CAST(FLOOR((
        _left / CAST(2 AS DOUBLE PRECISION) - 1
      ) * 1024) AS BIGINT) + 1
    END AS BIGINT) AS _bin
  FROM _divided
), _ties AS (
  SELECT
    _by_1,
    _by_2,
    0 AS _slice,
    _bin,
    CAST(SUM(CASE WHEN _positive THEN 1 ELSE 0 END) AS BIGINT) AS _pos,
    CAST(SUM(CASE WHEN _positive THEN 0 ELSE 1 END) AS BIGINT) AS _neg
  FROM _binned
  GROUP BY
    _by_1,
    _by_2,
    _bin
), _numbered AS (
  SELECT
    _by_1,
    _by_2,
    _bin,
    _pos,
    _neg,
    ABS(_bin) - 1 AS _place,
    CAST(FLOOR(CAST(ABS(_bin) - 1 AS DOUBLE PRECISION) / CAST(1024 AS DOUBLE PRECISION)) AS BIGINT) AS _most /* Past 2^53 a double may round up to the next exponent. */
  FROM _ties
), _levels AS (
  SELECT
    _by_1,
    _by_2,
    _bin,
    _pos,
    _neg,
    _place,
    CASE WHEN _most * 1024 > _place THEN _most - 1 ELSE _most END AS _level
  FROM _numbered
), _parts AS (
  SELECT
    _by_1,
    _by_2,
    _bin,
    _pos,
    _neg,
    _level,
    CASE WHEN _level > 0 THEN CAST(1 AS DOUBLE PRECISION) ELSE CAST(0 AS DOUBLE PRECISION) END AS _whole,
    POWER(
      CAST(2 AS DOUBLE PRECISION),
      CASE WHEN _level BETWEEN 1 AND 2046 THEN CAST(_level - 1023 AS DOUBLE PRECISION) ELSE CAST(-1022 AS DOUBLE PRECISION) END
    ) AS _power,
    CAST(_place - _level * 1024 AS DOUBLE PRECISION) / CAST(1024 AS DOUBLE PRECISION) AS _first,
    CAST(_place - _level * 1024 + 1 AS DOUBLE PRECISION) / CAST(1024 AS DOUBLE PRECISION) - POWER(CAST(2 AS DOUBLE PRECISION), -52) AS _last
  FROM _levels
), _edges /* The least and the largest size: zero is no part of the bins beside it. */ AS (
  SELECT
    _by_1,
    _by_2,
    _bin,
    _pos,
    _neg,
    CASE
      WHEN _bin = 0
      THEN CAST(0 AS DOUBLE PRECISION)
      WHEN _level = 2047
      THEN CAST('inf' AS DOUBLE PRECISION)
      WHEN _level = 0 AND _first = 0
      THEN POWER(CAST(2 AS DOUBLE PRECISION), -52) * _power
      ELSE (
        _whole + _first
      ) * _power
    END AS _near,
    CASE
      WHEN _bin = 0
      THEN CAST(0 AS DOUBLE PRECISION)
      WHEN _level = 2047
      THEN CAST('inf' AS DOUBLE PRECISION)
      ELSE (
        _whole + _last
      ) * _power
    END AS _far
  FROM _parts
)
SELECT
  t._by_1 AS "model",
  t._by_2 AS "Seg ment",
  t._bin AS bin,
  CASE WHEN t._bin < 0 THEN -t._far ELSE t._near END AS score_low,
  CASE WHEN t._bin < 0 THEN -t._near ELSE t._far END AS score_high,
  t._pos AS pos,
  t._neg AS neg
FROM _edges AS t
ORDER BY
  t._by_1,
  t._by_2,
  t._bin DESC
