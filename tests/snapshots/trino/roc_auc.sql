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
), _placed AS (
  SELECT
    _by_1,
    _by_2,
    _slice,
    _pos,
    _neg,
    CAST(2 * SUM(_neg) OVER (PARTITION BY _by_1, _by_2, _slice ORDER BY _score ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) - _neg AS DECIMAL(38, 0)) AS _pos_placement,
    CAST(2 * SUM(_pos) OVER (PARTITION BY _by_1, _by_2, _slice ORDER BY _score ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) - _pos AS DECIMAL(38, 0)) AS _neg_placement
  FROM _ties
), _slices AS (
  SELECT
    _by_1,
    _by_2,
    _slice,
    CAST(SUM(_pos) AS DECIMAL(38, 0)) AS _p,
    CAST(SUM(_neg) AS DECIMAL(38, 0)) AS _n,
    SUM(CASE WHEN _pos > 0 THEN CAST(_pos AS DECIMAL(38, 0)) * _pos_placement ELSE CAST(0 AS DECIMAL(38, 0)) END) AS _u,
    SUM(
      CASE WHEN _pos > 0 THEN CAST(_pos AS DECIMAL(38, 0)) * _pos_placement * _pos_placement ELSE CAST(0 AS DECIMAL(38, 0)) END
    ) AS _u_pos,
    SUM(CASE WHEN _neg > 0 THEN CAST(_neg AS DECIMAL(38, 0)) * _neg_placement ELSE CAST(0 AS DECIMAL(38, 0)) END) AS _v,
    SUM(
      CASE WHEN _neg > 0 THEN CAST(_neg AS DECIMAL(38, 0)) * _neg_placement * _neg_placement ELSE CAST(0 AS DECIMAL(38, 0)) END
    ) AS _v_neg,
    SUM(
      CASE
        WHEN _pos + _neg > 1
        THEN CAST(_pos + _neg - 1 AS DECIMAL(38, 0)) * CAST(_pos + _neg AS DECIMAL(38, 0)) * CAST(_pos + _neg + 1 AS DECIMAL(38, 0))
        ELSE CAST(0 AS DECIMAL(38, 0))
      END
    ) AS _ties
  FROM _placed
  GROUP BY
    _by_1,
    _by_2,
    _slice
), _stacked AS (
  SELECT
    _by_1,
    _by_2,
    _p,
    _n,
    _u,
    _u_pos,
    _v,
    _v_neg,
    _ties,
    CAST(SUM(_p) OVER (PARTITION BY _by_1, _by_2 ORDER BY _slice ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) - _p AS DECIMAL(38, 0)) AS _p_below,
    CAST(SUM(_n) OVER (PARTITION BY _by_1, _by_2 ORDER BY _slice ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) - _n AS DECIMAL(38, 0)) AS _n_below
  FROM _slices
), _pairs AS (
  SELECT
    t._by_1,
    t._by_2,
    CAST(SUM(t._p) AS BIGINT) AS _n_pos,
    CAST(SUM(t._n) AS BIGINT) AS _n_neg,
    CAST(SUM(t._p) AS DECIMAL(38, 0)) AS _p,
    CAST(SUM(t._n) AS DECIMAL(38, 0)) AS _n,
    CAST(SUM(t._u + 2 * t._n_below * t._p) AS DECIMAL(38, 0)) AS _u,
    CAST(SUM(t._u_pos + 4 * t._n_below * t._u + 4 * t._n_below * t._n_below * t._p) AS DECIMAL(38, 0)) AS _u_pos,
    CAST(SUM(t._v_neg + 4 * t._p_below * t._v + 4 * t._p_below * t._p_below * t._n) AS DECIMAL(38, 0)) AS _u_neg,
    CAST(SUM(t._ties) AS DECIMAL(38, 0)) AS _ties
  FROM _stacked AS t
  GROUP BY
    t._by_1,
    t._by_2
  HAVING
    COUNT(*) > 0
), _sized AS (
  SELECT
    _by_1,
    _by_2,
    _n_pos,
    _n_neg,
    _p,
    _n,
    _u,
    _u_pos,
    _u_neg,
    _ties,
    CAST(_n_pos AS DOUBLE) AS _dp,
    CAST(_n_neg AS DOUBLE) AS _dn,
    CAST(_u AS DOUBLE) AS _du
  FROM _pairs
), _spread AS (
  SELECT
    _by_1,
    _by_2,
    _n_pos,
    _n_neg,
    CASE WHEN _n_pos > 0 AND _n_neg > 0 THEN _du / (
      2 * _dp * _dn
    ) END AS _auc,
    CASE
      WHEN _n_pos < 2 OR _n_neg < 2
      THEN NULL
      WHEN _dp * _dn < 4.6e18
      THEN SQRT(
        CAST(_p * _u_pos - _u * _u AS DOUBLE) / (
          _dp * (
            _dp - 1
          )
        ) / (
          4 * _dn * _dn * _dp
        ) + CAST(_n * _u_neg - (
          2 * _p * _n - _u
        ) * (
          2 * _p * _n - _u
        ) AS DOUBLE) / (
          _dn * (
            _dn - 1
          )
        ) / (
          4 * _dp * _dp * _dn
        )
      )
      ELSE SQRT(
        ABS(CAST(_u_pos AS DOUBLE) / _dp - (
          _du / _dp
        ) * (
          _du / _dp
        )) / (
          _dp - 1
        ) / (
          4 * _dn * _dn
        ) + ABS(CAST(_u_neg AS DOUBLE) / _dn - (
          2 * _dp - _du / _dn
        ) * (
          2 * _dp - _du / _dn
        )) / (
          _dn - 1
        ) / (
          4 * _dp * _dp
        )
      )
    END AS _std_error,
    CASE
      WHEN _n_pos = 0 OR _n_neg = 0
      THEN NULL
      WHEN _dp + _dn < 1e12
      THEN SQRT(
        CAST((
          _p + _n + 1
        ) * (
          _p + _n
        ) * (
          _p + _n - 1
        ) - _ties AS DOUBLE) / (
          _dp + _dn
        ) / (
          _dp + _dn - 1
        ) / 12 / _dp / _dn
      )
      ELSE SQRT(ABS(_dp + _dn + 1 - CAST(_ties AS DOUBLE) / (
        _dp + _dn
      ) / (
        _dp + _dn - 1
      )) / 12 / _dp / _dn)
    END AS _null_error
  FROM _sized
), _apart /* Where all scores are equal no order of the labels gives another area. */ AS (
  SELECT
    _by_1,
    _by_2,
    _n_pos,
    _n_neg,
    _auc,
    _std_error,
    CASE WHEN _null_error = 0 THEN CAST(0 AS DOUBLE) ELSE ABS(_auc - CAST(0.5 AS DOUBLE)) / _null_error END AS _x
  FROM _spread
), _halved AS (
  SELECT
    _by_1,
    _by_2,
    _n_pos,
    _n_neg,
    _auc,
    _std_error,
    _x,
    _x / SQRT(CAST(2 AS DOUBLE)) AS _y,
    _x * _x / 2 AS _r
  FROM _apart
), _areas AS (
  SELECT
    _by_1,
    _by_2,
    _n_pos,
    _n_neg,
    _auc,
    _std_error,
    (
      CASE
        WHEN _x IS NULL
        THEN NULL
        WHEN _x > 38
        THEN CAST(0 AS DOUBLE)
        WHEN _x <= 0.66
        THEN 1 - (
          _y * (
            (
              (
                (
                  CAST(1.85777706184603153e-1 AS DOUBLE) * _r + 3.16112374387056560e0
                ) * _r + 1.13864154151050156e2
              ) * _r + 3.77485237685302021e2
            ) * _r + 3.20937758913846947e3
          ) / (
            (
              (
                (
                  _r + 2.36012909523441209e1
                ) * _r + 2.44024637934444173e2
              ) * _r + 1.28261652607737228e3
            ) * _r + 2.84423683343917062e3
          )
        )
        ELSE EXP(-_r) * (
          CASE
            WHEN _y <= 4
            THEN (
              (
                (
                  (
                    (
                      (
                        (
                          (
                            CAST(2.15311535474403846e-8 AS DOUBLE) * _y + 5.64188496988670089e-1
                          ) * _y + 8.88314979438837594e0
                        ) * _y + 6.61191906371416295e1
                      ) * _y + 2.98635138197400131e2
                    ) * _y + 8.81952221241769090e2
                  ) * _y + 1.71204761263407058e3
                ) * _y + 2.05107837782607147e3
              ) * _y + 1.23033935479799725e3
            ) / (
              (
                (
                  (
                    (
                      (
                        (
                          (
                            _y + 1.57449261107098347e1
                          ) * _y + 1.17693950891312499e2
                        ) * _y + 5.37181101862009858e2
                      ) * _y + 1.62138957456669019e3
                    ) * _y + 3.29079923573345963e3
                  ) * _y + 4.36261909014324716e3
                ) * _y + 3.43936767414372164e3
              ) * _y + 1.23033935480374942e3
            )
            ELSE (
              (
                CAST(5.6418958354775628695e-1 AS DOUBLE) - (
                  1 / (
                    _y * _y
                  )
                ) * (
                  (
                    (
                      (
                        (
                          CAST(1.63153871373020978e-2 AS DOUBLE) * (
                            1 / (
                              _y * _y
                            )
                          ) + 3.05326634961232344e-1
                        ) * (
                          1 / (
                            _y * _y
                          )
                        ) + 3.60344899949804439e-1
                      ) * (
                        1 / (
                          _y * _y
                        )
                      ) + 1.25781726111229246e-1
                    ) * (
                      1 / (
                        _y * _y
                      )
                    ) + 1.60837851487422766e-2
                  ) * (
                    1 / (
                      _y * _y
                    )
                  ) + 6.58749161529837803e-4
                ) / (
                  (
                    (
                      (
                        (
                          (
                            1 / (
                              _y * _y
                            )
                          ) + 2.56852019228982242e0
                        ) * (
                          1 / (
                            _y * _y
                          )
                        ) + 1.87295284992346725e0
                      ) * (
                        1 / (
                          _y * _y
                        )
                      ) + 5.27905102951428412e-1
                    ) * (
                      1 / (
                        _y * _y
                      )
                    ) + 6.05183413124413191e-2
                  ) * (
                    1 / (
                      _y * _y
                    )
                  ) + 2.33520497626869185e-3
                )
              ) / _y
            )
          END
        )
      END
    ) AS _p_value
  FROM _halved
)
SELECT
  a._by_1 AS "model",
  a._by_2 AS "Seg ment",
  a._auc AS auc,
  a._std_error AS std_error,
  CASE
    WHEN a._auc - 1.9599639845400536e0 * a._std_error < 0
    THEN CAST(0 AS DOUBLE)
    ELSE a._auc - 1.9599639845400536e0 * a._std_error
  END AS ci_low,
  CASE
    WHEN a._auc + 1.9599639845400536e0 * a._std_error > 1
    THEN CAST(1 AS DOUBLE)
    ELSE a._auc + 1.9599639845400536e0 * a._std_error
  END AS ci_high,
  a._n_pos AS n_pos,
  a._n_neg AS n_neg,
  a._p_value AS p_value
FROM _areas AS a
ORDER BY
  a._by_1,
  a._by_2
