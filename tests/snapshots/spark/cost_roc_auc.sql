WITH _given AS (
  SELECT
    `model` AS _by_1,
    `Seg ment` AS _by_2,
    score AS _given_score,
    (
      outcome = 'fraud'
    ) AS _given_label,
    (
      20 + amount
    ) AS _first,
    1 AS _second
  FROM preds
), _rows AS (
  SELECT
    _by_1,
    _by_2,
    CASE WHEN TRY_CAST(_given_score AS DOUBLE) = 0 THEN CAST(0 AS DOUBLE) ELSE TRY_CAST(_given_score AS DOUBLE) END AS _score, /* -0.0 and 0.0 are one score. */
    TRY_CAST(_given_label AS DOUBLE) = 1 AS _positive,
    CASE WHEN TRY_CAST(_given_label AS DOUBLE) = 1 THEN TRY_CAST(_first AS DOUBLE) ELSE TRY_CAST(_second AS DOUBLE) END AS _weight
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
      WHEN TRY_CAST(_given_label AS DOUBLE) = 1
      AND NOT COALESCE(TRY_CAST(_first AS DOUBLE) >= 0 AND TRY_CAST(_first AS DOUBLE) < CAST('inf' AS DOUBLE), FALSE)
      THEN RAISE_ERROR(
        (
          'benefit must be finite and not negative, but a positive row has ' || COALESCE(CAST(_first AS STRING), 'NULL') || ': measure it from the worst outcome, so that a positive is never worth less than nothing'
        )
      )
      WHEN TRY_CAST(_given_label AS DOUBLE) = 0
      AND NOT COALESCE(TRY_CAST(_second AS DOUBLE) >= 0 AND TRY_CAST(_second AS DOUBLE) < CAST('inf' AS DOUBLE), FALSE)
      THEN RAISE_ERROR(
        (
          'cost must be finite and not negative, but a negative row has ' || COALESCE(CAST(_second AS STRING), 'NULL') || ': measure it from the best outcome, so that a false alarm never pays'
        )
      )
      ELSE TRUE
    END
), _scale AS (
  SELECT
    CASE
      WHEN MAX(_weight) > 0
      THEN POWER(CAST(2 AS DOUBLE), CASE WHEN MAX(_weight) > 1e-250 THEN FLOOR(LN(MAX(_weight)) / LN(CAST(2 AS DOUBLE))) - 79 ELSE -909 END)
      ELSE CAST(1 AS DOUBLE)
    END AS _grain
  FROM _rows
), _weighed AS (
  SELECT
    r._by_1,
    r._by_2,
    r._score,
    r._positive,
    r._weight / s._grain AS _share,
    CAST(ROUND(r._weight / s._grain) AS DECIMAL(38, 0)) AS _units
  FROM _rows AS r
  CROSS JOIN _scale AS s
), _ties AS (
  SELECT /*+ REPARTITION(64, _by_1, _by_2) */
    _by_1,
    _by_2,
    0 AS _slice,
    _score,
    CAST(SUM(CASE WHEN _positive THEN _units ELSE CAST(0 AS DECIMAL(38, 0)) END) AS DECIMAL(38, 0)) AS _pos,
    CAST(SUM(CASE WHEN _positive THEN CAST(0 AS DECIMAL(38, 0)) ELSE _units END) AS DECIMAL(38, 0)) AS _neg,
    SUM(CASE WHEN _positive THEN _share * _share ELSE CAST(0 AS DOUBLE) END) AS _pos_squares,
    SUM(CASE WHEN _positive THEN CAST(0 AS DOUBLE) ELSE _share * _share END) AS _neg_squares,
    CAST(SUM(CASE WHEN _positive THEN 1 ELSE 0 END) AS BIGINT) AS _pos_rows,
    CAST(SUM(CASE WHEN _positive THEN 0 ELSE 1 END) AS BIGINT) AS _neg_rows
  FROM _weighed
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
    _pos_squares,
    _neg_squares,
    _pos_rows,
    _neg_rows,
    CAST(SUM(_pos) OVER (PARTITION BY _by_1, _by_2 ORDER BY _score DESC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS DECIMAL(38, 0)) AS _tp,
    CAST(SUM(_neg) OVER (PARTITION BY _by_1, _by_2 ORDER BY _score DESC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS DECIMAL(38, 0)) AS _fp,
    CAST(SUM(_pos) OVER (PARTITION BY _by_1, _by_2) AS DECIMAL(38, 0)) AS _p,
    CAST(SUM(_neg) OVER (PARTITION BY _by_1, _by_2) AS DECIMAL(38, 0)) AS _n
  FROM _ties
), _placed AS (
  SELECT
    t._by_1,
    t._by_2,
    t._slice,
    t._p,
    t._n,
    t._pos_rows,
    t._neg_rows,
    CAST(t._pos AS DOUBLE) / CAST(t._p AS DOUBLE) AS _pos_part,
    t._pos_squares / CAST(t._p AS DOUBLE) / CAST(t._p AS DOUBLE) AS _pos_squares,
    t._neg_squares / CAST(t._n AS DOUBLE) / CAST(t._n AS DOUBLE) AS _neg_squares,
    CAST(2 * (
      t._n - t._fp
    ) + t._neg AS DOUBLE) / CAST(2 AS DOUBLE) / CAST(t._n AS DOUBLE) AS _pos_placement,
    CAST(2 * t._tp - t._pos AS DOUBLE) / CAST(2 AS DOUBLE) / CAST(t._p AS DOUBLE) AS _neg_placement
  FROM _running AS t
  WHERE
    t._p > 0 AND t._n > 0
), _centred AS (
  SELECT
    _placed.*,
    SUM(_pos_part * _pos_placement) OVER (PARTITION BY _by_1, _by_2) AS _auc
  FROM _placed
), _both AS (
  SELECT
    _by_1,
    _by_2,
    _pos_part * _pos_placement AS _part,
    CAST(0 AS DECIMAL(38, 0)) AS _pos,
    CAST(0 AS DECIMAL(38, 0)) AS _neg
  FROM _placed
  UNION ALL
  SELECT
    _by_1,
    _by_2,
    CAST(NULL AS DOUBLE) AS _part,
    _pos,
    _neg
  FROM _ties
), _areas AS (
  SELECT /*+ REPARTITION(_by_1, _by_2) */
    _by_1,
    _by_2,
    SUM(_part) AS _auc,
    CAST(SUM(_pos) AS DECIMAL(38, 0)) AS _p,
    CAST(SUM(_neg) AS DECIMAL(38, 0)) AS _n
  FROM _both
  GROUP BY
    _by_1,
    _by_2
  HAVING
    COUNT(*) > 0
)
SELECT
  a._by_1 AS `model`,
  a._by_2 AS `Seg ment`,
  a._auc AS auc,
  CAST(a._p AS DOUBLE) * s._grain AS total_benefit,
  CAST(a._n AS DOUBLE) * s._grain AS total_cost
FROM _areas AS a
CROSS JOIN _scale AS s
ORDER BY
  a._by_1 NULLS LAST,
  a._by_2 NULLS LAST
