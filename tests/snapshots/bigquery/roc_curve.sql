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
    CASE WHEN CAST(_given_score AS FLOAT64) = 0 THEN CAST(0 AS FLOAT64) ELSE CAST(_given_score AS FLOAT64) END AS _score, /* -0.0 and 0.0 are one score. */
    CASE LOWER(CAST(_given_label AS STRING))
      WHEN 'true'
      THEN 1
      WHEN 'false'
      THEN 0
      ELSE CAST(CAST(_given_label AS STRING) AS FLOAT64)
    END = 1 AS _positive
  FROM _given
  WHERE
    CASE
      WHEN _given_score IS NULL OR _given_label IS NULL
      THEN FALSE
      WHEN NOT 'number' IN ('boolean', 'number')
      THEN ERROR((
        'score must be a number, but it is ' || 'number' || ': turn it into one, as in score::DOUBLE'
      ))
      WHEN IS_NAN(CAST(_given_score AS FLOAT64))
      THEN ERROR((
        'score is NaN in a labelled row: leave such rows out by writing nullif(score, \'nan\') for the score'
      ))
      WHEN NOT 'number' IN ('boolean', 'number')
      THEN ERROR(
        (
          'label must be BOOLEAN, 0 or 1, but a row has \'' || CAST(_given_label AS STRING) || '\': compare it with the value that is positive, as in label = \'' || CAST(_given_label AS STRING) || '\''
        )
      )
      WHEN NOT CASE LOWER(CAST(_given_label AS STRING))
        WHEN 'true'
        THEN 1
        WHEN 'false'
        THEN 0
        ELSE CAST(CAST(_given_label AS STRING) AS FLOAT64)
      END IN (0, 1)
      THEN ERROR(
        (
          'label must be BOOLEAN, 0 or 1, but a row has ' || CAST(_given_label AS STRING) || ': compare it with the value that is positive, as in label = 1'
        )
      )
      ELSE TRUE
    END
), _ties AS (
  SELECT
    _by_1,
    _by_2,
    0 AS _slice,
    _score,
    CAST(SUM(CASE WHEN _positive THEN 1 ELSE 0 END) AS INT64) AS _pos,
    CAST(SUM(CASE WHEN _positive THEN 0 ELSE 1 END) AS INT64) AS _neg
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
    CAST(SUM(_pos) OVER (PARTITION BY _by_1, _by_2 ORDER BY _score DESC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS INT64) AS _tp,
    CAST(SUM(_neg) OVER (PARTITION BY _by_1, _by_2 ORDER BY _score DESC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS INT64) AS _fp,
    CAST(SUM(_pos) OVER (PARTITION BY _by_1, _by_2) AS INT64) AS _p,
    CAST(SUM(_neg) OVER (PARTITION BY _by_1, _by_2) AS INT64) AS _n
  FROM _ties
), _totals AS (
  SELECT
    _by_1,
    _by_2,
    CAST(SUM(_pos) AS INT64) AS _p,
    CAST(SUM(_neg) AS INT64) AS _n
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
    CAST('inf' AS FLOAT64) AS _threshold,
    CAST(0 AS INT64) AS _tp,
    CAST(0 AS INT64) AS _fp,
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
  CASE WHEN p._p > 0 THEN CAST(p._tp AS FLOAT64) / CAST(p._p AS FLOAT64) END AS tpr,
  CASE WHEN p._n > 0 THEN CAST(p._fp AS FLOAT64) / CAST(p._n AS FLOAT64) END AS fpr
FROM _points AS p
ORDER BY
  p._by_1 NULLS LAST,
  p._by_2 NULLS LAST,
  p._place,
  p._threshold DESC
