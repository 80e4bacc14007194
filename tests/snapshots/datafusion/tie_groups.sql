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
