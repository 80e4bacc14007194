-- areas: DeLong's variance from the sums of pairs, and Mann and Whitney's over all orders of the labels. Whole numbers as long as they
-- fit 38 digits; past that doubles, whose rounding is then far below the variance.
_sized AS (
    SELECT
        {by}
        _n_pos, _n_neg, _p, _n, _u, _u_pos, _u_neg, _ties,
        CAST(_n_pos AS DOUBLE) AS _dp,
        CAST(_n_neg AS DOUBLE) AS _dn,
        CAST(_u AS DOUBLE) AS _du
    FROM _pairs
),
_spread AS (
    SELECT
        {by}
        _n_pos,
        _n_neg,
        CASE WHEN _n_pos > 0 AND _n_neg > 0 THEN _du / (2 * _dp * _dn) END AS _auc,
        CASE
            WHEN _n_pos < 2 OR _n_neg < 2 THEN NULL
            WHEN _dp * _dn < 4.6e18 THEN SQRT(
                CAST(_p * _u_pos - _u * _u AS DOUBLE) / (_dp * (_dp - 1)) / (4 * _dn * _dn * _dp)
                + CAST(_n * _u_neg - (2 * _p * _n - _u) * (2 * _p * _n - _u) AS DOUBLE) / (_dn * (_dn - 1)) / (4 * _dp * _dp * _dn))
            ELSE SQRT(
                ABS(CAST(_u_pos AS DOUBLE) / _dp - (_du / _dp) * (_du / _dp)) / (_dp - 1) / (4 * _dn * _dn)
                + ABS(CAST(_u_neg AS DOUBLE) / _dn - (2 * _dp - _du / _dn) * (2 * _dp - _du / _dn)) / (_dn - 1) / (4 * _dp * _dp))
        END AS _std_error,
        CASE
            WHEN _n_pos = 0 OR _n_neg = 0 THEN NULL
            WHEN _dp + _dn < 1e12 THEN SQRT(
                CAST((_p + _n + 1) * (_p + _n) * (_p + _n - 1) - _ties AS DOUBLE) / (_dp + _dn) / (_dp + _dn - 1) / 12 / _dp / _dn)
            ELSE SQRT(ABS(_dp + _dn + 1 - CAST(_ties AS DOUBLE) / (_dp + _dn) / (_dp + _dn - 1)) / 12 / _dp / _dn)
        END AS _null_error
    FROM _sized
),
-- Where all scores are equal no order of the labels gives another area.
_apart AS (
    SELECT
        {by}
        _n_pos, _n_neg, _auc, _std_error,
        CASE WHEN _null_error = 0 THEN CAST(0 AS DOUBLE) ELSE ABS(_auc - CAST(0.5 AS DOUBLE)) / _null_error END AS _x
    FROM _spread
),
_halved AS (SELECT {by} _n_pos, _n_neg, _auc, _std_error, _x, _x / SQRT(CAST(2 AS DOUBLE)) AS _y, _x * _x / 2 AS _r FROM _apart),
_areas AS (
    SELECT
        {by}
        _n_pos, _n_neg, _auc, _std_error,
        _rocsql_both_tails(_x, _y, _r) AS _p_value
    FROM _halved
)
