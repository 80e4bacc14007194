-- _rocsql_area_by_weights(checked, groups, by)
-- The area of weighted rows, and its variance: each row stands for one observation, whatever its weight. Nothing for counted rows.
-- returns: _g BIGINT, _auc DOUBLE, _variance DOUBLE, _p DOUBLE, _n DOUBLE
-- uses: _rocsql_ties
-- example: FROM _rocsql_area_by_weights(checked, groups, ['model'])
-- With weights w the variance is sum w^2 (placement - auc)^2 / (sum w)^2 in each class, times k / (k - 1) for its k rows. It does not
-- change with the scale of the weights, and with equal weights it is DeLong's.
CREATE OR REPLACE MACRO _rocsql_area_by_weights(checked, groups, "by") AS TABLE
WITH rows AS (FROM query_table(checked) WHERE typeof(_weight) <> 'BIGINT'),
ties AS MATERIALIZED (FROM _rocsql_ties(rows, groups, "by")),
totals AS (
    SELECT t._g, any_value(g._n_pos) AS _n_pos, any_value(g._n_neg) AS _n_neg, sum(t._pos) AS _p, sum(t._neg) AS _n,
           any_value(g._grain) AS _grain
    FROM ties AS t
    JOIN query_table(groups) AS g ON t._g = g._g
    GROUP BY t._g
),
alone AS (
    SELECT
        *,
        sum(_pos) OVER ascending - _pos AS _pos_below,
        sum(_neg) OVER ascending - _neg AS _neg_below
    FROM ties
    WINDOW ascending AS (ORDER BY _score ROWS UNBOUNDED PRECEDING)
),
numbered AS (
    SELECT
        *,
        sum(_pos) OVER ascending - _pos AS _pos_below,
        sum(_neg) OVER ascending - _neg AS _neg_below
    FROM ties
    WINDOW ascending AS (PARTITION BY _g ORDER BY _score ROWS UNBOUNDED PRECEDING)
),
added AS (FROM query(CASE WHEN len("by") = 0 THEN 'FROM alone' ELSE 'FROM numbered' END)),
-- The placements are the areas under and beside the curve at each score; a class without weight has none.
placed AS MATERIALIZED (
    SELECT
        a._g,
        a._pos / t._p::DOUBLE AS _pos_part,
        a._pos_squares / (t._p::DOUBLE * t._p::DOUBLE) AS _pos_squares,
        a._neg_squares / (t._n::DOUBLE * t._n::DOUBLE) AS _neg_squares,
        (a._neg_below + a._neg / 2) / t._n::DOUBLE AS _pos_placement,
        1 - (a._pos_below + a._pos / 2) / t._p::DOUBLE AS _neg_placement
    FROM added AS a
    JOIN totals AS t ON a._g = t._g
    WHERE t._p > 0 AND t._n > 0
),
areas AS (SELECT _g, fsum(_pos_part * _pos_placement) AS _auc FROM placed GROUP BY _g),
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
    t._g,
    a._auc,
    v._pos_variance * t._n_pos / nullif(t._n_pos - 1, 0) + v._neg_variance * t._n_neg / nullif(t._n_neg - 1, 0) AS _variance,
    t._p * t._grain AS _p,
    t._n * t._grain AS _n
FROM totals AS t
LEFT JOIN areas AS a ON t._g = a._g
LEFT JOIN variances AS v ON t._g = v._g
