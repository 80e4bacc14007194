-- sketch_roc_curve(source, by := [])
-- The ROC points of sketches, added up as by sketch_merge: one for each bin, at its least score, after a first row at +inf. These points
-- are exact; between them the curve is not known, and tpr_low and tpr_high are the lowest and the highest it may have at the point's fpr.
-- returns: <by>, threshold DOUBLE, tp BIGINT, fp BIGINT, tpr DOUBLE, fpr DOUBLE, tpr_low DOUBLE, tpr_high DOUBLE
-- uses: _rocsql_sketch_sums, _rocsql_sketch_steps, _rocsql_sketch_count, _rocsql_output
-- example: FROM sketch_roc_curve(sketches, by := ['model'])
-- In a bin of unknown order the curve may run along the bottom and climb at the end, or climb first: it reaches from the point before
-- to the point after. A tie is a straight line. Points above each other share their bounds. Weights may have been rounded when the sketch was
-- made, which 1e-12 to both sides covers, as in sketch_auc.
CREATE OR REPLACE MACRO sketch_roc_curve(source, "by" := []) AS TABLE
WITH sums AS MATERIALIZED (FROM _rocsql_sketch_sums(source, "by")),
steps AS MATERIALIZED (SELECT *, _tied AND _neg > 0 AS _straight FROM _rocsql_sketch_steps(sums)),
points AS (
    SELECT _g, _by, _bin, _low, _tp, _fp, _p, _n, _pos_grain, _neg_grain, _like, _straight, CASE WHEN _straight THEN _tp ELSE _tp - _pos END AS _least FROM steps
    UNION ALL
    SELECT
        _g,
        any_value(_by),
        NULL,
        'inf'::DOUBLE,
        0,
        0,
        any_value(_p),
        any_value(_n),
        any_value(_pos_grain),
        any_value(_neg_grain),
        any_value(_like),
        false,
        0
    FROM steps
    GROUP BY _g
),
reached AS (
    SELECT
        *,
        CASE WHEN lead(_straight) OVER down THEN _tp ELSE coalesce(lead(_tp) OVER down, _tp) END AS _most,
        CASE WHEN typeof(_like) = 'BIGINT' THEN 0 ELSE 1e-12::DOUBLE END AS _slack
    FROM points
    WINDOW down AS (PARTITION BY _g ORDER BY _bin DESC NULLS FIRST)
),
curve AS (
    SELECT
        _g,
        _by,
        _bin,
        _low AS threshold,
        _rocsql_sketch_count(_tp, _pos_grain, _like) AS tp,
        _rocsql_sketch_count(_fp, _neg_grain, _like) AS fp,
        CASE WHEN _p > 0 THEN _tp / _p::DOUBLE END AS tpr,
        CASE WHEN _n > 0 THEN _fp / _n::DOUBLE END AS fpr,
        CASE WHEN _p > 0 AND _n > 0 THEN greatest(min(_least) OVER level / _p::DOUBLE - _slack, 0) END AS tpr_low,
        CASE WHEN _p > 0 AND _n > 0 THEN least(max(_most) OVER level / _p::DOUBLE + _slack, 1) END AS tpr_high
    FROM reached
    WINDOW level AS (PARTITION BY _g, _fp)
)
FROM query(_rocsql_output("by", 'threshold, tp, fp, tpr, fpr, tpr_low, tpr_high', 'curve', '_bin DESC NULLS FIRST'))
