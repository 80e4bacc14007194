-- _rocsql_joint_hull(source, score, label, by, model)
-- The convex hull of all models of a group together: a row for each vertex and model that reaches it, with the slopes between which the
-- vertex is the best. Both ends belong to every model and are marked trivial. Models that reach nothing else stand without a vertex.
-- returns: _g INTEGER, _part INTEGER, _by STRUCT(...), _model ANY, _both BOOLEAN, _odds DOUBLE, _at BIGINT, _trivial BOOLEAN, _threshold DOUBLE, _tpr DOUBLE, _fpr DOUBLE, _slope_high DOUBLE, _slope_low DOUBLE
-- uses: _rocsql_rows, _rocsql_groups, _rocsql_numbered, _rocsql_unit_points, _rocsql_hull, _rocsql_share
-- example: FROM _rocsql_joint_hull(preds, score, label, ['region'], 'model')
-- Each model's own hull first, exactly, in counts; then the few vertices of all of them, as shares on one scale.
CREATE OR REPLACE MACRO _rocsql_joint_hull(source, score, label, "by", model) AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_rows(source, score, label, list_append("by"::VARCHAR[], model), 1)),
parts AS MATERIALIZED (FROM _rocsql_groups(checked, list_append("by"::VARCHAR[], model))),
unnumbered_models AS (
    SELECT _g AS _part, _by, struct_extract(_by, model) AS _model, _n_pos, _n_neg, _n_pos > 0 AND _n_neg > 0 AS _both FROM parts
),
models AS MATERIALIZED (FROM _rocsql_numbered(unnumbered_models, "by")),
points AS (FROM _rocsql_unit_points(checked, parts, list_append("by"::VARCHAR[], model))),
spots AS MATERIALIZED (
    SELECT
        m._g,
        h._g AS _part,
        h._threshold,
        h._tp / m._n_pos AS _tpr,
        h._fp / m._n_neg AS _fpr,
        _rocsql_share(h._tp, m._n_pos) AS _tp,
        _rocsql_share(h._fp, m._n_neg) AS _fp
    FROM _rocsql_hull(points) AS h
    JOIN models AS m ON h._g = m._part
    WHERE m._both
),
places AS (
    SELECT *, row_number() OVER (ORDER BY _g ASC, _fp ASC, _tp ASC) AS _at FROM (SELECT DISTINCT _g, _tp, _fp FROM spots)
),
corners AS (
    SELECT
        *,
        CASE
            WHEN lag(_tp) OVER along IS NULL OR _fp = lag(_fp) OVER along THEN 'inf'::DOUBLE
            ELSE (_tp - lag(_tp) OVER along)::DOUBLE / (_fp - lag(_fp) OVER along)::DOUBLE
        END AS _slope_high
    FROM _rocsql_hull(places)
    WINDOW along AS (PARTITION BY _g ORDER BY _at ASC)
),
vertices AS (
    SELECT
        *,
        coalesce(lead(_slope_high) OVER along, 0) AS _slope_low,
        lag(_at) OVER along IS NULL OR lead(_at) OVER along IS NULL AS _trivial
    FROM corners
    WINDOW along AS (PARTITION BY _g ORDER BY _at ASC)
),
reached AS (
    SELECT s._part, s._threshold, s._tpr, s._fpr, v._at, v._trivial, v._slope_high, v._slope_low
    FROM vertices AS v
    JOIN spots AS s ON v._g = s._g AND v._tp = s._tp AND v._fp = s._fp
),
odds AS (SELECT _g, sum(_n_pos)::DOUBLE / sum(_n_neg)::DOUBLE AS _odds FROM models WHERE _both GROUP BY _g)
SELECT
    m._g,
    m._part,
    m._by,
    m._model,
    m._both,
    o._odds,
    r._at,
    r._trivial,
    r._threshold,
    r._tpr,
    r._fpr,
    r._slope_high,
    r._slope_low
FROM models AS m
LEFT JOIN odds AS o ON m._g = o._g
LEFT JOIN reached AS r ON m._part = r._part
