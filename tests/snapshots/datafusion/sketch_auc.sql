WITH _given AS (
  SELECT
    "model" AS _by_1,
    "Seg ment" AS _by_2,
    bin AS _bin,
    score_low AS _low,
    score_high AS _high,
    pos AS _first,
    neg AS _second
  FROM rollup
), _counted AS (
  SELECT
    _by_1,
    _by_2,
    _bin,
    CAST(_low AS DOUBLE PRECISION) AS _low,
    CAST(_high AS DOUBLE PRECISION) AS _high,
    _first,
    _second
  FROM _given
  WHERE
    CASE
      WHEN _first IS NULL
      THEN (
        CAST((
          'pos is NULL in a row: give every row a number by writing coalesce(pos, 0)'
        ) || SUBSTRING(CAST(_bin AS TEXT) FROM 1 FOR 0) AS INT) = 0
      )
      WHEN _second IS NULL
      THEN (
        CAST((
          'neg is NULL in a row: give every row a number by writing coalesce(neg, 0)'
        ) || SUBSTRING(CAST(_bin AS TEXT) FROM 1 FOR 0) AS INT) = 0
      )
      WHEN CASE
        WHEN ARROW_TYPEOF(_first) = 'Boolean'
        THEN 'boolean'
        WHEN ARROW_TYPEOF(_first) ~ '^(Dictionary.U?Int[0-9]+, )?(U?Int[0-9]+|Float[0-9]+|Decimal)'
        THEN 'number'
        ELSE ARROW_TYPEOF(_first)
      END <> 'number'
      THEN (
        CAST((
          'pos must be a number, but it is ' || CASE
            WHEN ARROW_TYPEOF(_first) = 'Boolean'
            THEN 'boolean'
            WHEN ARROW_TYPEOF(_first) ~ '^(Dictionary.U?Int[0-9]+, )?(U?Int[0-9]+|Float[0-9]+|Decimal)'
            THEN 'number'
            ELSE ARROW_TYPEOF(_first)
          END
        ) || SUBSTRING(CAST(_bin AS TEXT) FROM 1 FOR 0) AS INT) = 0
      )
      WHEN CASE
        WHEN ARROW_TYPEOF(_second) = 'Boolean'
        THEN 'boolean'
        WHEN ARROW_TYPEOF(_second) ~ '^(Dictionary.U?Int[0-9]+, )?(U?Int[0-9]+|Float[0-9]+|Decimal)'
        THEN 'number'
        ELSE ARROW_TYPEOF(_second)
      END <> 'number'
      THEN (
        CAST((
          'neg must be a number, but it is ' || CASE
            WHEN ARROW_TYPEOF(_second) = 'Boolean'
            THEN 'boolean'
            WHEN ARROW_TYPEOF(_second) ~ '^(Dictionary.U?Int[0-9]+, )?(U?Int[0-9]+|Float[0-9]+|Decimal)'
            THEN 'number'
            ELSE ARROW_TYPEOF(_second)
          END
        ) || SUBSTRING(CAST(_bin AS TEXT) FROM 1 FOR 0) AS INT) = 0
      )
      WHEN NOT (
        CAST(_first AS DOUBLE PRECISION) >= 0 AND CAST(_first AS DOUBLE PRECISION) < CAST('inf' AS DOUBLE PRECISION)
      )
      THEN (
        CAST((
          'pos must be finite and not negative, but a row has ' || CAST(_first AS TEXT)
        ) || SUBSTRING(CAST(_bin AS TEXT) FROM 1 FOR 0) AS INT) = 0
      )
      WHEN NOT (
        CAST(_second AS DOUBLE PRECISION) >= 0 AND CAST(_second AS DOUBLE PRECISION) < CAST('inf' AS DOUBLE PRECISION)
      )
      THEN (
        CAST((
          'neg must be finite and not negative, but a row has ' || CAST(_second AS TEXT)
        ) || SUBSTRING(CAST(_bin AS TEXT) FROM 1 FOR 0) AS INT) = 0
      )
      ELSE TRUE
    END
), _added /* No least or largest of edges is asked for: DataFusion takes the largest finite double for the least of infinities. */ AS (
  SELECT
    _by_1,
    _by_2,
    _bin,
    _low,
    _high,
    SUM(_first) AS _pos,
    SUM(_second) AS _neg
  FROM _counted
  GROUP BY
    _by_1,
    _by_2,
    _bin,
    _low,
    _high
), _neighbours AS (
  SELECT
    _by_1,
    _by_2,
    _bin,
    _low,
    _high,
    _pos,
    _neg,
    MIN(_low) OVER (PARTITION BY _by_1, _by_2 ORDER BY _bin, _low, _high ROWS BETWEEN 1 FOLLOWING AND 1 FOLLOWING) AS _next
  FROM _added
), _bins AS (
  SELECT
    _by_1,
    _by_2,
    _bin,
    _low = _high AS _tied,
    _pos,
    _neg,
    CAST(_pos AS DOUBLE PRECISION) AS _dpos,
    CAST(_neg AS DOUBLE PRECISION) AS _dneg
  FROM _neighbours
  WHERE
    CASE
      WHEN COALESCE(_next > _high, TRUE)
      THEN TRUE
      ELSE (
        CAST((
          'bin ' || CAST(_bin AS TEXT) || ' has scores from ' || CAST(_low AS TEXT) || ' to ' || CAST(_high AS TEXT) || ', which another row or bin has too: sketches of different precision do not add up'
        ) || SUBSTRING(CAST(_bin AS TEXT) FROM 1 FOR 0) AS INT) = 0
      )
    END
), _totals AS (
  SELECT
    _by_1,
    _by_2,
    _bin,
    _tied,
    _pos,
    _neg,
    _dpos,
    _dneg,
    SUM(_dpos) OVER (PARTITION BY _by_1, _by_2) AS _p_all,
    SUM(_dneg) OVER (PARTITION BY _by_1, _by_2) AS _n_all
  FROM _bins
), _grains AS (
  SELECT
    _by_1,
    _by_2,
    _bin,
    _tied,
    _pos,
    _neg,
    _dpos,
    _dneg,
    CASE
      WHEN _p_all > 1e-250
      THEN POWER(CAST(2 AS DOUBLE PRECISION), FLOOR(LN(_p_all) / LN(CAST(2 AS DOUBLE PRECISION))) - 59)
      ELSE POWER(CAST(2 AS DOUBLE PRECISION), -890)
    END AS _p_grain,
    CASE
      WHEN _n_all > 1e-250
      THEN POWER(CAST(2 AS DOUBLE PRECISION), FLOOR(LN(_n_all) / LN(CAST(2 AS DOUBLE PRECISION))) - 59)
      ELSE POWER(CAST(2 AS DOUBLE PRECISION), -890)
    END AS _n_grain
  FROM _totals
), _units AS (
  SELECT
    _by_1,
    _by_2,
    _bin,
    _tied,
    _pos,
    _neg,
    CASE WHEN _dpos = FLOOR(_dpos) AND _dneg = FLOOR(_dneg) AND _p_grain <= 1 AND _n_grain <= 1 THEN 0 ELSE 1 END AS _rounded,
    CAST(ROUND(_dpos / _p_grain) AS DECIMAL(38, 0)) AS _up,
    CAST(ROUND(_dneg / _n_grain) AS DECIMAL(38, 0)) AS _un
  FROM _grains
), _below AS (
  SELECT
    _by_1,
    _by_2,
    _tied,
    _pos,
    _neg,
    _rounded,
    _up,
    _un,
    CAST(SUM(_un) OVER (PARTITION BY _by_1, _by_2 ORDER BY _bin ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) - _un AS DECIMAL(38, 0)) AS _under
  FROM _units
), _pairs AS (
  SELECT
    t._by_1,
    t._by_2,
    SUM(t._pos) AS _n_pos,
    SUM(t._neg) AS _n_neg,
    MAX(t._rounded) AS _rounded,
    CAST(SUM(t._up) AS DOUBLE PRECISION) AS _p,
    CAST(SUM(t._un) AS DOUBLE PRECISION) AS _n,
    CAST(SUM(2 * t._up * t._under + CASE WHEN t._tied THEN t._up * t._un ELSE CAST(0 AS DECIMAL(38, 0)) END) AS DOUBLE PRECISION) AS _won,
    CAST(SUM(CASE WHEN t._tied THEN CAST(0 AS DECIMAL(38, 0)) ELSE t._up * t._un END) AS DOUBLE PRECISION) AS _open
  FROM _below AS t
  GROUP BY
    t._by_1,
    t._by_2
  HAVING
    COUNT(*) > 0
), _bounds AS (
  SELECT
    _by_1,
    _by_2,
    _n_pos,
    _n_neg,
    CASE WHEN _p > 0 AND _n > 0 THEN (
      _won + _open
    ) / (
      2 * _p * _n
    ) END AS _auc,
    CASE WHEN _p > 0 AND _n > 0 THEN _won / (
      2 * _p * _n
    ) - 1e-12 * _rounded END AS _low,
    CASE WHEN _p > 0 AND _n > 0 THEN (
      _won + 2 * _open
    ) / (
      2 * _p * _n
    ) + 1e-12 * _rounded END AS _high
  FROM _pairs
)
SELECT
  a._by_1 AS "model",
  a._by_2 AS "Seg ment",
  a._auc AS auc,
  CASE WHEN a._low < 0 THEN CAST(0 AS DOUBLE PRECISION) ELSE a._low END AS auc_low,
  CASE WHEN a._high > 1 THEN CAST(1 AS DOUBLE PRECISION) ELSE a._high END AS auc_high,
  a._n_pos AS n_pos,
  a._n_neg AS n_neg
FROM _bounds AS a
ORDER BY
  a._by_1,
  a._by_2
