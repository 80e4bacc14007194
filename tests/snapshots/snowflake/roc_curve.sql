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
    CASE WHEN CAST(_given_score AS DOUBLE) = 0 THEN CAST(0 AS DOUBLE) ELSE CAST(_given_score AS DOUBLE) END AS _score, /* -0.0 and 0.0 are one score. */
    CASE LOWER(CAST(_given_label AS VARCHAR))
      WHEN 'true'
      THEN 1
      WHEN 'false'
      THEN 0
      ELSE CAST(CAST(_given_label AS VARCHAR) AS DOUBLE)
    END = 1 AS _positive
  FROM _given
  WHERE
    CASE
      WHEN _given_score IS NULL OR _given_label IS NULL
      THEN FALSE
      WHEN NOT CASE
        WHEN TYPEOF(TO_VARIANT(_given_score)) = 'BOOLEAN'
        THEN 'boolean'
        WHEN TYPEOF(TO_VARIANT(_given_score)) IN ('INTEGER', 'DECIMAL', 'DOUBLE')
        THEN 'number'
        ELSE TYPEOF(TO_VARIANT(_given_score))
      END IN ('boolean', 'number')
      THEN (
        CAST((
          'score must be a number, but it is ' || CASE
            WHEN TYPEOF(TO_VARIANT(_given_score)) = 'BOOLEAN'
            THEN 'boolean'
            WHEN TYPEOF(TO_VARIANT(_given_score)) IN ('INTEGER', 'DECIMAL', 'DOUBLE')
            THEN 'number'
            ELSE TYPEOF(TO_VARIANT(_given_score))
          END || ': turn it into one, as in score::DOUBLE'
        ) || SUBSTRING(CAST(_given_score AS VARCHAR), 1, 0) AS INT) = 0
      )
      WHEN (
        CAST(_given_score AS DOUBLE) = CAST('NaN' AS DOUBLE)
      )
      THEN (
        CAST((
          'score is NaN in a labelled row: leave such rows out by writing nullif(score, \'nan\') for the score'
        ) || SUBSTRING(CAST(_given_score AS VARCHAR), 1, 0) AS INT) = 0
      )
      WHEN NOT CASE
        WHEN TYPEOF(TO_VARIANT(_given_label)) = 'BOOLEAN'
        THEN 'boolean'
        WHEN TYPEOF(TO_VARIANT(_given_label)) IN ('INTEGER', 'DECIMAL', 'DOUBLE')
        THEN 'number'
        ELSE TYPEOF(TO_VARIANT(_given_label))
      END IN ('boolean', 'number')
      THEN (
        CAST((
          'label must be BOOLEAN, 0 or 1, but a row has \'' || CAST(_given_label AS VARCHAR) || '\': compare it with the value that is positive, as in label = \'' || CAST(_given_label AS VARCHAR) || '\''
        ) || SUBSTRING(CAST(_given_label AS VARCHAR), 1, 0) AS INT) = 0
      )
      WHEN NOT CASE LOWER(CAST(_given_label AS VARCHAR))
        WHEN 'true'
        THEN 1
        WHEN 'false'
        THEN 0
        ELSE CAST(CAST(_given_label AS VARCHAR) AS DOUBLE)
      END IN (0, 1)
      THEN (
        CAST((
          'label must be BOOLEAN, 0 or 1, but a row has ' || CAST(_given_label AS VARCHAR) || ': compare it with the value that is positive, as in label = 1'
        ) || SUBSTRING(CAST(_given_label AS VARCHAR), 1, 0) AS INT) = 0
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
  p._by_1 AS "model",
  p._by_2 AS "Seg ment",
  p._threshold AS threshold,
  p._tp AS tp,
  p._fp AS fp,
  CASE WHEN p._p > 0 THEN CAST(p._tp AS DOUBLE) / CAST(p._p AS DOUBLE) END AS tpr,
  CASE WHEN p._n > 0 THEN CAST(p._fp AS DOUBLE) / CAST(p._n AS DOUBLE) END AS fpr
FROM _points AS p
ORDER BY
  p._by_1,
  p._by_2,
  p._place,
  p._threshold DESC
