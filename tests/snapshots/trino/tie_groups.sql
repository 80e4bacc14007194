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
    CASE WHEN TRY_CAST(_given_score AS DOUBLE) = 0 THEN CAST(0 AS DOUBLE) ELSE TRY_CAST(_given_score AS DOUBLE) END AS _score, /* -0.0 and 0.0 are one score. */
    TRY_CAST(_given_label AS DOUBLE) = 1 AS _positive
  FROM _given
  WHERE
    CASE
      WHEN _given_score IS NULL OR _given_label IS NULL
      THEN FALSE
      WHEN NOT CASE
        WHEN TYPEOF(_given_score) = 'boolean'
        THEN 'boolean'
        WHEN TYPEOF(_given_score) IN ('tinyint', 'smallint', 'integer', 'bigint', 'real', 'double')
        OR TYPEOF(_given_score) LIKE 'decimal%'
        THEN 'number'
        ELSE TYPEOF(_given_score)
      END IN ('boolean', 'number')
      THEN (
        CAST((
          CONCAT(
            CAST('score must be a number, but it is ' AS VARCHAR),
            CAST(CASE
              WHEN TYPEOF(_given_score) = 'boolean'
              THEN 'boolean'
              WHEN TYPEOF(_given_score) IN ('tinyint', 'smallint', 'integer', 'bigint', 'real', 'double')
              OR TYPEOF(_given_score) LIKE 'decimal%'
              THEN 'number'
              ELSE TYPEOF(_given_score)
            END AS VARCHAR),
            CAST(': turn it into one, as in score::DOUBLE' AS VARCHAR)
          )
        ) || SUBSTR(CAST(_given_score AS VARCHAR), 1, 0) AS INTEGER) = 0
      )
      WHEN IS_NAN(TRY_CAST(_given_score AS DOUBLE))
      THEN (
        CAST((
          'score is NaN in a labelled row: leave such rows out by writing nullif(score, ''nan'') for the score'
        ) || SUBSTR(CAST(_given_score AS VARCHAR), 1, 0) AS INTEGER) = 0
      )
      WHEN NOT CASE
        WHEN TYPEOF(_given_label) = 'boolean'
        THEN 'boolean'
        WHEN TYPEOF(_given_label) IN ('tinyint', 'smallint', 'integer', 'bigint', 'real', 'double')
        OR TYPEOF(_given_label) LIKE 'decimal%'
        THEN 'number'
        ELSE TYPEOF(_given_label)
      END IN ('boolean', 'number')
      THEN (
        CAST((
          CONCAT(
            CAST('label must be BOOLEAN, 0 or 1, but a row has ''' AS VARCHAR),
            CAST(_given_label AS VARCHAR),
            CAST(''': compare it with the value that is positive, as in label = ''' AS VARCHAR),
            CAST(_given_label AS VARCHAR),
            CAST('''' AS VARCHAR)
          )
        ) || SUBSTR(CAST(_given_label AS VARCHAR), 1, 0) AS INTEGER) = 0
      )
      WHEN NOT TRY_CAST(_given_label AS DOUBLE) IN (0, 1)
      THEN (
        CAST((
          CONCAT(
            CAST('label must be BOOLEAN, 0 or 1, but a row has ' AS VARCHAR),
            CAST(_given_label AS VARCHAR),
            CAST(': compare it with the value that is positive, as in label = 1' AS VARCHAR)
          )
        ) || SUBSTR(CAST(_given_label AS VARCHAR), 1, 0) AS INTEGER) = 0
      )
      ELSE TRUE
    END
), _ties AS (
  SELECT
    _by_1,
    _by_2,
    0 AS _slice,
    _score,
    CAST(SUM(CASE WHEN _positive THEN 1 ELSE 0 END) AS BIGINT) AS _pos,
    CAST(SUM(CASE WHEN _positive THEN 0 ELSE 1 END) AS BIGINT) AS _neg
  FROM _rows
  GROUP BY
    _by_1,
    _by_2,
    _score
)
SELECT
  t._by_1 AS "model",
  t._by_2 AS "Seg ment",
  t._score AS score,
  t._pos AS pos,
  t._neg AS neg
FROM _ties AS t
ORDER BY
  t._by_1,
  t._by_2,
  t._score DESC
