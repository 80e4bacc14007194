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
    CASE LOWER(CAST(_given_label AS TEXT))
      WHEN 'true'
      THEN 1
      WHEN 'false'
      THEN 0
      ELSE CAST(CAST(_given_label AS TEXT) AS DOUBLE PRECISION)
    END = 1 AS _positive
  FROM _given
  WHERE
    CASE
      WHEN _given_score IS NULL OR _given_label IS NULL
      THEN FALSE
      WHEN NOT CASE
        WHEN CAST(PG_TYPEOF(_given_score) AS TEXT) = 'boolean'
        THEN 'boolean'
        WHEN CAST(PG_TYPEOF(_given_score) AS TEXT) IN ('double precision', 'real', 'numeric', 'integer', 'bigint', 'smallint')
        THEN 'number'
        ELSE CAST(PG_TYPEOF(_given_score) AS TEXT)
      END IN ('boolean', 'number')
      THEN (
        CAST((
          'score must be a number, but it is ' || CASE
            WHEN CAST(PG_TYPEOF(_given_score) AS TEXT) = 'boolean'
            THEN 'boolean'
            WHEN CAST(PG_TYPEOF(_given_score) AS TEXT) IN ('double precision', 'real', 'numeric', 'integer', 'bigint', 'smallint')
            THEN 'number'
            ELSE CAST(PG_TYPEOF(_given_score) AS TEXT)
          END || ': turn it into one, as in score::DOUBLE'
        ) || SUBSTRING(CAST(_given_score AS TEXT) FROM 1 FOR 0) AS INT) = 0
      )
      WHEN (
        CAST(_given_score AS DOUBLE PRECISION) = CAST('NaN' AS DOUBLE PRECISION)
      )
      THEN (
        CAST((
          'score is NaN in a labelled row: leave such rows out by writing nullif(score, ''nan'') for the score'
        ) || SUBSTRING(CAST(_given_score AS TEXT) FROM 1 FOR 0) AS INT) = 0
      )
      WHEN NOT CASE
        WHEN CAST(PG_TYPEOF(_given_label) AS TEXT) = 'boolean'
        THEN 'boolean'
        WHEN CAST(PG_TYPEOF(_given_label) AS TEXT) IN ('double precision', 'real', 'numeric', 'integer', 'bigint', 'smallint')
        THEN 'number'
        ELSE CAST(PG_TYPEOF(_given_label) AS TEXT)
      END IN ('boolean', 'number')
      THEN (
        CAST((
          'label must be BOOLEAN, 0 or 1, but a row has ''' || CAST(_given_label AS TEXT) || ''': compare it with the value that is positive, as in label = ''' || CAST(_given_label AS TEXT) || ''''
        ) || SUBSTRING(CAST(_given_label AS TEXT) FROM 1 FOR 0) AS INT) = 0
      )
      WHEN NOT CASE LOWER(CAST(_given_label AS TEXT))
        WHEN 'true'
        THEN 1
        WHEN 'false'
        THEN 0
        ELSE CAST(CAST(_given_label AS TEXT) AS DOUBLE PRECISION)
      END IN (0, 1)
      THEN (
        CAST((
          'label must be BOOLEAN, 0 or 1, but a row has ' || CAST(_given_label AS TEXT) || ': compare it with the value that is positive, as in label = 1'
        ) || SUBSTRING(CAST(_given_label AS TEXT) FROM 1 FOR 0) AS INT) = 0
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
