-- roc_hull_models(source, score, label, by := [], model := 'model')
-- Which model, at which threshold, is the best for which slopes of the iso-performance lines: the convex hull of all models of a group
-- together (figure 7 of Fawcett 2006), from the steepest slopes down. iso_slope(cost_fp, cost_fn, prior) says which row is yours. The first
-- and the last row, which alarm never and always, need no model: it is NULL there. A vertex that several models reach has a row for
-- each. Models that are the best nowhere come last, with NULLs.
-- returns: <by>, model VARCHAR, threshold DOUBLE, tpr DOUBLE, fpr DOUBLE, slope_high DOUBLE, slope_low DOUBLE
-- uses: _rocsql_joint_hull, _rocsql_output
-- example: FROM roc_hull_models(preds, score, label, model := 'model')
CREATE OR REPLACE MACRO roc_hull_models(source, score, label, "by" := [], model := 'model') AS TABLE
WITH joint AS MATERIALIZED (FROM _rocsql_joint_hull(source, score, label, "by", model)),
listed AS (
    SELECT _g, _by, _model, _at, _threshold, _tpr, _fpr, _slope_high, _slope_low FROM joint WHERE NOT _trivial
    UNION ALL
    SELECT
        _g,
        any_value(_by),
        NULL,
        _at,
        CASE WHEN any_value(_tpr) = 0 THEN 'inf'::DOUBLE ELSE '-inf'::DOUBLE END,
        any_value(_tpr),
        any_value(_fpr),
        any_value(_slope_high),
        any_value(_slope_low)
    FROM joint
    WHERE _trivial
    GROUP BY _g, _at
    UNION ALL
    SELECT any_value(_g), any_value(_by), any_value(_model), NULL, NULL, NULL, NULL, NULL, NULL
    FROM joint
    GROUP BY _part
    HAVING count_if(NOT coalesce(_trivial, true)) = 0
)
FROM query(CASE
    WHEN model IS NULL THEN error('model must be the name of a column, such as ''model'', but it is NULL')
    ELSE _rocsql_output(
        "by",
        '_model AS model, _threshold AS threshold, _tpr AS tpr, _fpr AS fpr, _slope_high AS slope_high, _slope_low AS slope_low',
        'listed',
        '_at ASC NULLS LAST, listed._model ASC NULLS LAST')
END)
