-- lift_curve(source, score, label, by := [], weight := 1)
-- At every point of the ROC curve: the share of all rows that it selects, the share of the positives, and how many times more positives
-- that is than a random choice of as many rows would find.
-- returns: <by>, threshold DOUBLE, depth DOUBLE, gain DOUBLE, lift DOUBLE
-- uses: _rocsql_rows, _rocsql_groups, _rocsql_points, _rocsql_output
-- example: FROM lift_curve(preds, score, label, by := ['model'])
CREATE OR REPLACE MACRO lift_curve(source, score, label, "by" := [], weight := 1) AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_rows(source, score, label, "by", weight)),
groups AS MATERIALIZED (FROM _rocsql_groups(checked, "by")),
points AS (FROM _rocsql_points(checked, groups, "by")),
curve AS (
    SELECT
        g._g,
        g._by,
        p._at,
        p._threshold AS threshold,
        (p._tp + p._fp) / (p._p + p._n) AS depth,
        CASE WHEN p._p > 0 THEN p._tp / p._p END AS gain,
        CASE WHEN p._p > 0 AND p._tp + p._fp > 0 THEN (p._tp / (p._tp + p._fp)) / (p._p / (p._p + p._n)) END AS lift
    FROM points AS p
    JOIN groups AS g ON len("by") = 0 OR p._g = g._g
)
FROM query(_rocsql_output("by", 'threshold, depth, gain, lift', 'curve', '_at'))
