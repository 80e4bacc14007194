-- lift_curve(source, score, label, by := [], weight := 1)
-- At every point of the ROC curve: the share of all rows that it selects, the share of the positives, and how many times more positives
-- that is than a random choice of as many rows would find.
-- returns: <by>, threshold DOUBLE, depth DOUBLE, gain DOUBLE, lift DOUBLE
-- uses: _rocsql_rows, _rocsql_groups, _rocsql_points, _rocsql_curve_output
-- example: FROM lift_curve(preds, score, label, by := ['model'])
CREATE OR REPLACE MACRO lift_curve(source, score, label, "by" := [], weight := 1) AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_rows(source, score, label, "by", weight)),
groups AS MATERIALIZED (FROM _rocsql_groups(checked, "by")),
points AS NOT MATERIALIZED (FROM _rocsql_points(checked, groups, "by")),
curve AS NOT MATERIALIZED (
    SELECT
        _g,
        _by,
        _at,
        _in_order,
        _threshold AS threshold,
        (_tp + _fp) / (_p + _n) AS depth,
        CASE WHEN _p > 0 THEN _tp / _p END AS gain,
        CASE WHEN _p > 0 AND _tp + _fp > 0 THEN (_tp / (_tp + _fp)) / (_p / (_p + _n)) END AS lift
    FROM points
)
FROM query(_rocsql_curve_output("by", 'threshold, depth, gain, lift'))
