-- roc_hull_auc(source, score, label, by := [], weight := 1)
-- The area under the ROC convex hull of every group: what the best mix of its thresholds would reach.
-- returns: <by>, auch DOUBLE
-- uses: _rocsql_rows, _rocsql_groups, _rocsql_vertices, _rocsql_output
-- example: FROM roc_hull_auc(preds, score, label, by := ['model'])
CREATE OR REPLACE MACRO roc_hull_auc(source, score, label, "by" := [], weight := 1) AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_rows(source, score, label, "by", weight)),
groups AS MATERIALIZED (FROM _rocsql_groups(checked, "by")),
areas AS (
    SELECT
        g._g,
        any_value(g._by) AS _by,
        CASE WHEN any_value(v._p) > 0 AND any_value(v._n) > 0 THEN sum(v._run / v._n * (v._tp - v._rise / 2) / v._p) END AS auch
    FROM _rocsql_vertices(checked, groups, "by") AS v
    JOIN groups AS g ON v._g = g._g
    GROUP BY g._g
)
FROM query(_rocsql_output("by", 'auch', 'areas', '_g'))
