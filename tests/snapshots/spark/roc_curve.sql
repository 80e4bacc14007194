WITH _given AS (
  SELECT
    `model` AS _by_1,
    `Seg ment` AS _by_2,
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
        WHEN TYPEOF(_given_score) IN ('tinyint', 'smallint', 'int', 'bigint', 'float', 'double')
        OR TYPEOF(_given_score) LIKE 'decimal%'
        THEN 'number'
        ELSE UPPER(TYPEOF(_given_score))
      END IN ('boolean', 'number')
      THEN RAISE_ERROR(
        (
          'score must be a number, but it is ' || CASE
            WHEN TYPEOF(_given_score) = 'boolean'
            THEN 'boolean'
            WHEN TYPEOF(_given_score) IN ('tinyint', 'smallint', 'int', 'bigint', 'float', 'double')
            OR TYPEOF(_given_score) LIKE 'decimal%'
            THEN 'number'
            ELSE UPPER(TYPEOF(_given_score))
          END || ': turn it into one, as in score::DOUBLE'
        )
      )
      WHEN ISNAN(TRY_CAST(_given_score AS DOUBLE))
      THEN RAISE_ERROR((
        'score is NaN in a labelled row: leave such rows out by writing nullif(score, \'nan\') for the score'
      ))
      WHEN NOT CASE
        WHEN TYPEOF(_given_label) = 'boolean'
        THEN 'boolean'
        WHEN TYPEOF(_given_label) IN ('tinyint', 'smallint', 'int', 'bigint', 'float', 'double')
        OR TYPEOF(_given_label) LIKE 'decimal%'
        THEN 'number'
        ELSE UPPER(TYPEOF(_given_label))
      END IN ('boolean', 'number')
      THEN RAISE_ERROR(
        (
          'label must be BOOLEAN, 0 or 1, but a row has \'' || CAST(_given_label AS STRING) || '\': compare it with the value that is positive, as in label = \'' || CAST(_given_label AS STRING) || '\''
        )
      )
      WHEN NOT TRY_CAST(_given_label AS DOUBLE) IN (0, 1)
      THEN RAISE_ERROR(
        (
          'label must be BOOLEAN, 0 or 1, but a row has ' || CAST(_given_label AS STRING) || ': compare it with the value that is positive, as in label = 1'
        )
      )
      ELSE TRUE
    END
), _ties AS (
  SELECT /*+ REPARTITION(64, _by_1, _by_2) */
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
), _running AS (
  SELECT
    _by_1,
    _by_2,
    _slice,
    _score,
    _pos,
    _neg,
    CAST(SUM(_pos) OVER (PARTITION BY _by_1, _by_2 ORDER BY _score DESC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS BIGINT) AS _tp,
    CAST(SUM(_neg) OVER (PARTITION BY _by_1, _by_2 ORDER BY _score DESC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS BIGINT) AS _fp,
    CAST(SUM(_pos) OVER (PARTITION BY _by_1, _by_2) AS BIGINT) AS _p,
    CAST(SUM(_neg) OVER (PARTITION BY _by_1, _by_2) AS BIGINT) AS _n
  FROM _ties
), _totals AS (
  SELECT
    _by_1,
    _by_2,
    CAST(SUM(_pos) AS BIGINT) AS _p,
    CAST(SUM(_neg) AS BIGINT) AS _n
  FROM _ties
  GROUP BY
    _by_1,
    _by_2
  HAVING
    COUNT(*) > 0
), _points AS (
  SELECT
    _by_1,
    _by_2,
    1 AS _place,
    _slice,
    _score AS _threshold,
    _tp,
    _fp,
    _p,
    _n
  FROM _running
  UNION ALL
  SELECT
    _by_1,
    _by_2,
    0 AS _place,
    0 AS _slice,
    CAST('inf' AS DOUBLE) AS _threshold,
    CAST(0 AS BIGINT) AS _tp,
    CAST(0 AS BIGINT) AS _fp,
    _p,
    _n
  FROM _totals
)
SELECT
  p._by_1 AS `model`,
  p._by_2 AS `Seg ment`,
  p._threshold AS threshold,
  p._tp AS tp,
  p._fp AS fp,
  CASE WHEN p._p > 0 THEN CAST(p._tp AS DOUBLE) / CAST(p._p AS DOUBLE) END AS tpr,
  CASE WHEN p._n > 0 THEN CAST(p._fp AS DOUBLE) / CAST(p._n AS DOUBLE) END AS fpr
FROM _points AS p
ORDER BY
  p._by_1 NULLS LAST,
  p._by_2 NULLS LAST,
  p._place,
  p._threshold DESC
