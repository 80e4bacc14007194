-- sketch_auc(source, by := [])
-- The AUC of sketches, added up as by sketch_merge, between two values that are certain to hold the exact AUC of the rows: inside a bin all
-- negatives may have come first, or all positives (figure 6 of Fawcett 2006). auc counts them as ties.
-- returns: <by>, auc DOUBLE, auc_low DOUBLE, auc_high DOUBLE, n_pos BIGINT, n_neg BIGINT
-- uses: _rocsql_sketch_sums, _rocsql_sketch_steps, _rocsql_sketch_count, _rocsql_output
-- example: FROM sketch_auc(sketches, by := ['model'])
-- Pairs of counts are added as whole numbers, those of weights as shares of their class, which fit a DOUBLE whatever the weights: they may have
-- been rounded, which 1e-12 to both sides covers many times over.
CREATE OR REPLACE MACRO sketch_auc(source, "by" := []) AS TABLE
WITH sums AS MATERIALIZED (FROM _rocsql_sketch_sums(source, "by")),
pairs AS (
    SELECT
        _g,
        any_value(_by) AS _by,
        any_value(_like) AS _like,
        any_value(_pos_grain) AS _pos_grain,
        any_value(_neg_grain) AS _neg_grain,
        any_value(_p) AS _p,
        any_value(_n) AS _n,
        CASE WHEN typeof(any_value(_like)) = 'BIGINT' THEN 2 * any_value(_p)::DOUBLE * any_value(_n)::DOUBLE ELSE 2 END AS _pairs,
        CASE
            WHEN typeof(any_value(_like)) = 'BIGINT'
            THEN sum(2 * _pos * (_n - _fp) + CASE WHEN _tied THEN _pos * _neg ELSE 0 END)::DOUBLE
            ELSE sum(_pos / _p::DOUBLE * (2 * (_n - _fp) / _n::DOUBLE + CASE WHEN _tied THEN _neg / _n::DOUBLE ELSE 0 END))
        END AS _won,
        CASE
            WHEN typeof(any_value(_like)) = 'BIGINT' THEN sum(CASE WHEN _tied THEN 0 ELSE _pos * _neg END)::DOUBLE
            ELSE sum(CASE WHEN _tied THEN 0 ELSE _pos / _p::DOUBLE * (_neg / _n::DOUBLE) END)
        END AS _open
    FROM _rocsql_sketch_steps(sums)
    GROUP BY _g
),
bounds AS (
    SELECT
        *,
        _won / _pairs AS _low,
        (_won + 2 * _open) / _pairs AS _high,
        (_won + _open) / _pairs AS _middle,
        CASE WHEN typeof(_like) = 'BIGINT' THEN 0 ELSE 1e-12::DOUBLE END AS _slack
    FROM pairs
),
areas AS (
    SELECT
        _g,
        _by,
        CASE WHEN _p > 0 AND _n > 0 THEN _middle END AS auc,
        CASE WHEN _p > 0 AND _n > 0 THEN greatest(_low - _slack, 0) END AS auc_low,
        CASE WHEN _p > 0 AND _n > 0 THEN least(_high + _slack, 1) END AS auc_high,
        _rocsql_sketch_count(_p, _pos_grain, _like) AS n_pos,
        _rocsql_sketch_count(_n, _neg_grain, _like) AS n_neg
    FROM bounds
)
FROM query(_rocsql_output("by", 'auc, auc_low, auc_high, n_pos, n_neg', 'areas', '_g'))
