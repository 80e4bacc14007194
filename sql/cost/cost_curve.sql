-- cost_curve(source, score, label, by := [], weight := 1, samples := 100)
-- The cost curve of every group (Drummond & Holte 2006): for pcf, the share of the worst possible cost that false negatives have in it, the
-- normalised expected cost at the best threshold for it, and those of alarming always and never. pcf = 0, 1 / samples, ..., 1. Of equally
-- good thresholds the highest. Nothing for a group of one class.
-- returns: <by>, pcf DOUBLE, nec DOUBLE, threshold DOUBLE, nec_always_positive DOUBLE, nec_always_negative DOUBLE
-- uses: _rocsql_rows, _rocsql_groups, _rocsql_vertices, _rocsql_output, _rocsql_whole
-- example: FROM cost_curve(preds, score, label, by := ['model'])
-- A point of the ROC curve is a line here, and the lower envelope of all lines is that of the hull's vertices.
CREATE OR REPLACE MACRO cost_curve(source, score, label, "by" := [], weight := 1, samples := 100) AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_rows(source, score, label, "by", weight)),
groups AS MATERIALIZED (FROM _rocsql_groups(checked, "by")),
lines AS (
    SELECT v._g, v._at, v._threshold, s._place, (1 - v._tp / v._p) * (s._place / samples::DOUBLE) + v._fp / v._n * (1 - s._place / samples::DOUBLE) AS _nec
    FROM _rocsql_vertices(checked, groups, "by") AS v
    CROSS JOIN range(samples::BIGINT + 1) AS s(_place)
    WHERE v._p > 0 AND v._n > 0
),
lowest AS (SELECT _g, _place, min(_nec) AS _nec FROM lines GROUP BY _g, _place),
envelope AS (
    SELECT l._g, l._place, any_value(o._nec) AS _nec, min_by(l._threshold, l._at) AS _threshold
    FROM lines AS l
    JOIN lowest AS o ON l._g = o._g AND l._place = o._place
    WHERE l._nec <= o._nec + 1e-12
    GROUP BY l._g, l._place
),
curve AS (
    SELECT
        g._g,
        g._by,
        e._place,
        e._place / samples::DOUBLE AS pcf,
        e._nec AS nec,
        e._threshold AS threshold,
        1 - e._place / samples::DOUBLE AS nec_always_positive,
        e._place / samples::DOUBLE AS nec_always_negative
    FROM envelope AS e
    JOIN groups AS g ON e._g = g._g
)
FROM query(CASE
    WHEN _rocsql_whole(samples, 1, 'samples must be a whole number of at least 1, such as 100')
    THEN _rocsql_output("by", 'pcf, nec, threshold, nec_always_positive, nec_always_negative', 'curve', '_place')
END)
