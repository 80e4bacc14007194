-- roc_hull(source, score, label, by := [], weight := 1)
-- The ROC convex hull of every group: the thresholds that are the best for some costs and class shares, from (0, 0) to (1, 1). slope is that
-- of the segment that ends at the point, in tpr per fpr: the threshold is the best for iso_slope(...) from there down to the next
-- row's. Points on the line between two others are no vertices. A group of one class has its first and last point, without a slope.
-- returns: <by>, threshold DOUBLE, tp BIGINT, fp BIGINT, tpr DOUBLE, fpr DOUBLE, slope DOUBLE
-- uses: _rocsql_rows, _rocsql_groups, _rocsql_vertices, _rocsql_output
-- example: FROM roc_hull(preds, score, label, by := ['model'])
CREATE OR REPLACE MACRO roc_hull(source, score, label, "by" := [], weight := 1) AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_rows(source, score, label, "by", weight)),
groups AS MATERIALIZED (FROM _rocsql_groups(checked, "by")),
hull AS (
    SELECT
        g._g,
        g._by,
        v._at,
        v._threshold AS threshold,
        cast_to_type(v._tp, g._unit) AS tp,
        cast_to_type(v._fp, g._unit) AS fp,
        CASE WHEN v._p > 0 THEN v._tp / v._p END AS tpr,
        CASE WHEN v._n > 0 THEN v._fp / v._n END AS fpr,
        CASE
            -- Products of weights might leave the doubles.
            WHEN v._p > 0 AND v._n > 0 AND v._run > 0 AND typeof(g._unit) = 'BIGINT' THEN v._rise * v._n / (v._run * v._p)
            WHEN v._p > 0 AND v._n > 0 AND v._run > 0 THEN (v._rise / v._p) / (v._run / v._n)
            WHEN v._p > 0 AND v._n > 0 AND v._run = 0 THEN 'inf'::DOUBLE
        END AS slope
    FROM _rocsql_vertices(checked, groups, "by") AS v
    JOIN groups AS g ON v._g = g._g
)
FROM query(_rocsql_output("by", 'threshold, tp, fp, tpr, fpr, slope', 'hull', '_at'))
