-- _rocsql_area_by_weights(checked, groups, by)
-- The area of weighted rows, and its variance: each row stands for one observation, whatever its weight. Nothing for counted rows.
-- returns: _g INTEGER, _auc DOUBLE, _variance DOUBLE, _p DOUBLE, _n DOUBLE
-- uses: _rocsql_weighed_ties, _rocsql_running
-- example: FROM _rocsql_area_by_weights(checked, groups, ['model'])
-- With weights w the variance is sum w^2 (placement - auc)^2 / (sum w)^2 in each class, times k / (k - 1) for its k rows. It does not
-- change with the scale of the weights, and with equal weights it is DeLong's.
CREATE OR REPLACE MACRO _rocsql_area_by_weights(checked, groups, "by") AS TABLE
WITH ties AS MATERIALIZED (FROM _rocsql_weighed_ties(checked, groups, "by")),
running AS (FROM _rocsql_running(ties, "by")),
-- A placement is the share of the other class on the right side of a score; a class without weight has none.
placed AS MATERIALIZED (
    SELECT
        _g,
        _p,
        _n,
        _pos / nullif(_p, 0)::DOUBLE AS _pos_part,
        _pos_squares / nullif(_p, 0)::DOUBLE / _p::DOUBLE AS _pos_squares,
        _neg_squares / nullif(_n, 0)::DOUBLE / _n::DOUBLE AS _neg_squares,
        (_n - _fp + _neg / 2) / nullif(_n, 0)::DOUBLE AS _pos_placement,
        (_tp - _pos / 2) / nullif(_p, 0)::DOUBLE AS _neg_placement
    FROM running
),
areas AS (
    SELECT _g, any_value(_p) AS _p, any_value(_n) AS _n, fsum(_pos_part * _pos_placement) AS _auc FROM placed GROUP BY _g
),
variances AS (
    SELECT
        p._g,
        fsum(p._pos_squares * (p._pos_placement - a._auc) * (p._pos_placement - a._auc)) AS _pos_variance,
        fsum(p._neg_squares * (p._neg_placement - a._auc) * (p._neg_placement - a._auc)) AS _neg_variance
    FROM placed AS p
    JOIN areas AS a ON p._g = a._g
    GROUP BY p._g
)
SELECT
    g._g,
    a._auc,
    v._pos_variance * g._n_pos / nullif(g._n_pos - 1, 0) + v._neg_variance * g._n_neg / nullif(g._n_neg - 1, 0) AS _variance,
    a._p * g._pos_grain AS _p,
    a._n * g._neg_grain AS _n
FROM query_table(groups) AS g
JOIN areas AS a ON g._g = a._g
JOIN variances AS v ON g._g = v._g
