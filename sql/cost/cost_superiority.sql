-- cost_superiority(source, score, label, by := [], model := 'model', ratio_low := NULL, ratio_mode := NULL, ratio_high := NULL)
-- How sure is it that a model is the best, if all that is known of the costs is the least, the likeliest and the largest ratio cost_fp /
-- cost_fn: share_best is the part of the triangular distribution over them in which the model's loss, at its best threshold, is the lowest;
-- where several are level they share. lc_index is Adams & Hand's (1999): from -1, never the best, to 1, always; between two
-- models it is the difference of their shares. The class shares are those of the data, all models of a group together.
-- returns: <by>, model VARCHAR, share_best DOUBLE, lc_index DOUBLE
-- uses: _rocsql_joint_hull, _rocsql_triangle, _rocsql_output, _rocsql_number, _rocsql_shown
-- example: FROM cost_superiority(preds, score, label, ratio_low := 0.1, ratio_mode := 0.2, ratio_high := 1)
CREATE OR REPLACE MACRO cost_superiority(source, score, label, "by" := [], model := 'model', ratio_low := NULL, ratio_mode := NULL, ratio_high := NULL) AS TABLE
WITH joint AS MATERIALIZED (FROM _rocsql_joint_hull(source, score, label, "by", model)),
-- A single ratio is a distribution without width: there all vertices count whose slopes it touches.
weighed AS (
    SELECT
        _g,
        _at,
        _part,
        CASE
            WHEN ratio_low < ratio_high
            THEN _rocsql_triangle(_slope_high * _odds, ratio_low::DOUBLE, ratio_mode::DOUBLE, ratio_high::DOUBLE)
                 - _rocsql_triangle(_slope_low * _odds, ratio_low::DOUBLE, ratio_mode::DOUBLE, ratio_high::DOUBLE)
            WHEN ratio_low BETWEEN _slope_low * _odds * (1 - 1e-12) AND _slope_high * _odds * (1 + 1e-12) THEN 1
            ELSE 0
        END AS _mass
    FROM joint
    WHERE _at IS NOT NULL
),
touched AS (SELECT _g, CASE WHEN ratio_low < ratio_high THEN _at ELSE 0 END AS _range, _part, max(_mass) AS _mass FROM weighed GROUP BY ALL),
shared AS (
    SELECT _part, sum(_mass / _sharers) AS _share
    FROM (SELECT *, count_if(_mass > 0) OVER (PARTITION BY _g, _range) AS _sharers FROM touched WHERE _mass > 0)
    GROUP BY _part
),
ranked AS (
    SELECT
        any_value(j._g) AS _g,
        any_value(j._by) AS _by,
        any_value(j._model) AS _model,
        CASE WHEN any_value(j._both) THEN coalesce(any_value(s._share), 0) END AS _share
    FROM joint AS j
    LEFT JOIN shared AS s ON j._part = s._part
    GROUP BY j._part
)
FROM query(CASE
    WHEN model IS NULL THEN error('model must be the name of a column, such as ''model'', but it is NULL')
    WHEN _rocsql_number(ratio_low) >= 0 AND _rocsql_number(ratio_low) <= _rocsql_number(ratio_mode)
         AND _rocsql_number(ratio_mode) <= _rocsql_number(ratio_high) AND _rocsql_number(ratio_high) < 'inf'::DOUBLE
    THEN _rocsql_output("by", '_model AS model, _share AS share_best, 2 * _share - 1 AS lc_index', 'ranked', '_model ASC NULLS LAST')
    ELSE error('ratio_low, ratio_mode, ratio_high must be ratios cost_fp / cost_fn in ascending order, such as 0.1, 0.2 and 1, but they are '
        || _rocsql_shown(ratio_low) || ', ' || _rocsql_shown(ratio_mode) || ', ' || _rocsql_shown(ratio_high))
END)
