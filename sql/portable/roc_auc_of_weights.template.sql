-- roc_auc_of_weights: roc_auc of weighted rows. There is no set of orders of the labels to test against, so no p_value.
-- columns: auc, std_error, ci_low, ci_high, n_pos, n_neg, p_value
-- needs: rows, ties, running, weighed_area
, _variances AS (
    SELECT
        {t.by}
        MAX(t._auc) AS _auc,
        CAST(SUM(t._pos_rows) AS DOUBLE) AS _k_pos,
        CAST(SUM(t._neg_rows) AS DOUBLE) AS _k_neg,
        SUM(t._pos_squares * (t._pos_placement - t._auc) * (t._pos_placement - t._auc)) AS _pos_variance,
        SUM(t._neg_squares * (t._neg_placement - t._auc) * (t._neg_placement - t._auc)) AS _neg_variance
    FROM _centred AS t
    {t.group_by}
    HAVING COUNT(*) > 0
),
_errors AS (
    SELECT
        {by}
        _auc,
        CASE
            WHEN _k_pos > 1 AND _k_neg > 1
            THEN SQRT(_pos_variance * _k_pos / (_k_pos - 1) + _neg_variance * _k_neg / (_k_neg - 1))
        END AS _std_error
    FROM _variances
),
-- Groups of one class have no area, but their counts.
_both AS (
    SELECT {by} _auc, _std_error, CAST(0 AS BIGINT) AS _pos_rows, CAST(0 AS BIGINT) AS _neg_rows FROM _errors
    UNION ALL
    SELECT {t.by} CAST(NULL AS DOUBLE) AS _auc, CAST(NULL AS DOUBLE) AS _std_error, CAST(SUM(t._pos_rows) AS BIGINT) AS _pos_rows, CAST(SUM(t._neg_rows) AS BIGINT) AS _neg_rows
    FROM _ties AS t
    {t.group_by}
    HAVING COUNT(*) > 0
),
_areas AS (
    SELECT
        {t.by}
        MAX(t._auc) AS _auc,
        MAX(t._std_error) AS _std_error,
        CAST(SUM(t._pos_rows) AS BIGINT) AS _n_pos,
        CAST(SUM(t._neg_rows) AS BIGINT) AS _n_neg
    FROM _both AS t
    {t.group_by}
    HAVING COUNT(*) > 0
)
SELECT
    {a.out}
    a._auc AS {auc},
    a._std_error AS {std_error},
    CASE WHEN a._auc - {z} * a._std_error < 0 THEN CAST(0 AS DOUBLE) ELSE a._auc - {z} * a._std_error END AS {ci_low},
    CASE WHEN a._auc + {z} * a._std_error > 1 THEN CAST(1 AS DOUBLE) ELSE a._auc + {z} * a._std_error END AS {ci_high},
    a._n_pos AS {n_pos},
    a._n_neg AS {n_neg},
    CAST(NULL AS DOUBLE) AS {p_value}
FROM _areas AS a
{a.order_by}
