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
  SELECT
    _by_1,
    _by_2,
    0 AS _slice,
    CASE WHEN _score >= 0.9e0 THEN 0 WHEN _score >= 0.5e0 THEN 1 ELSE 2 END AS _step,
    CAST(SUM(CASE WHEN _positive THEN 1 ELSE 0 END) AS BIGINT) AS _pos,
    CAST(SUM(CASE WHEN _positive THEN 0 ELSE 1 END) AS BIGINT) AS _neg
  FROM _rows
  GROUP BY
    _by_1,
    _by_2,
    CASE WHEN _score >= 0.9e0 THEN 0 WHEN _score >= 0.5e0 THEN 1 ELSE 2 END
), _wanted AS (
  SELECT
    v._step,
    v._threshold
  FROM VALUES
    (0, 0.9e0),
    (1, 0.5e0) AS v(_step, _threshold)
), _counts AS (
  SELECT
    t._by_1,
    t._by_2,
    w._step AS _place,
    w._threshold,
    CAST(SUM(CASE WHEN t._step <= w._step THEN t._pos ELSE CAST(0 AS BIGINT) END) AS BIGINT) AS _tp,
    CAST(SUM(CASE WHEN t._step <= w._step THEN t._neg ELSE CAST(0 AS BIGINT) END) AS BIGINT) AS _fp,
    CAST(SUM(CASE WHEN t._step <= w._step THEN CAST(0 AS BIGINT) ELSE t._pos END) AS BIGINT) AS _fn,
    CAST(SUM(CASE WHEN t._step <= w._step THEN CAST(0 AS BIGINT) ELSE t._neg END) AS BIGINT) AS _tn
  FROM _ties AS t
  CROSS JOIN _wanted AS w
  GROUP BY
    t._by_1,
    t._by_2,
    w._step,
    w._threshold
), _matrices AS (
  SELECT
    _by_1,
    _by_2,
    _place,
    _threshold,
    _tp AS _whole_tp,
    _fp AS _whole_fp,
    _fn AS _whole_fn,
    _tn AS _whole_tn,
    CAST(_tp AS DOUBLE) AS _tp,
    CAST(_fp AS DOUBLE) AS _fp,
    CAST(_fn AS DOUBLE) AS _fn,
    CAST(_tn AS DOUBLE) AS _tn,
    CAST(_tp + _fn AS DOUBLE) AS _p,
    CAST(_fp + _tn AS DOUBLE) AS _n,
    CAST(_tp + _fp AS DOUBLE) AS _alarms,
    CAST(_fn + _tn AS DOUBLE) AS _passes
  FROM _counts
)
SELECT
  m._by_1 AS `model`,
  m._by_2 AS `Seg ment`,
  m._threshold AS threshold,
  m._whole_tp AS tp,
  m._whole_fp AS fp,
  m._whole_fn AS fn,
  m._whole_tn AS tn,
  CASE WHEN m._p > 0 THEN m._tp / m._p END AS tpr,
  CASE WHEN m._n > 0 THEN m._fp / m._n END AS fpr,
  CASE WHEN m._alarms > 0 THEN m._tp / m._alarms END AS `precision`,
  CASE WHEN m._p + m._n > 0 THEN (
    m._tp + m._tn
  ) / (
    m._p + m._n
  ) END AS accuracy,
  CASE WHEN m._p > 0 THEN 2 * m._tp / (
    m._tp + m._fp + m._p
  ) END AS f1, /* Recall, and with it F1, needs positives. */
  CASE WHEN m._n > 0 THEN m._tn / m._n END AS specificity,
  CASE WHEN m._passes > 0 THEN m._tn / m._passes END AS npv,
  CASE
    WHEN m._p > 0 AND m._n > 0 AND m._alarms > 0 AND m._passes > 0
    THEN (
      m._tp / SQRT(m._p) * (
        m._tn / SQRT(m._n)
      ) - m._fp / SQRT(m._p) * (
        m._fn / SQRT(m._n)
      )
    ) / SQRT(m._alarms) / SQRT(m._passes)
  END AS mcc,
  CASE WHEN m._alarms > 0 AND m._p > 0 THEN (
    m._tp / m._alarms
  ) / (
    m._p / (
      m._p + m._n
    )
  ) END AS lift
FROM _matrices AS m
ORDER BY
  m._by_1 NULLS LAST,
  m._by_2 NULLS LAST,
  m._place
