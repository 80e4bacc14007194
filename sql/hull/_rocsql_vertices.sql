-- _rocsql_vertices(checked, groups, by)
-- The vertices of every group's ROC convex hull in the caller's weights, with the segment that ends there: how far it runs along fp, how
-- far it rises along tp, and the highest score in it. A group of one class has its first and last point.
-- returns: _g INTEGER, _at BIGINT, _threshold DOUBLE, _tp DOUBLE, _fp DOUBLE, _p DOUBLE, _n DOUBLE, _run DOUBLE, _rise DOUBLE, _highest DOUBLE
-- uses: _rocsql_unit_points, _rocsql_hull
-- example: FROM _rocsql_vertices(checked, groups, ['model'])
CREATE OR REPLACE MACRO _rocsql_vertices(checked, groups, "by") AS TABLE
WITH points AS (FROM _rocsql_unit_points(checked, groups, "by")),
followed AS (SELECT *, lead(_threshold) OVER (ORDER BY _g ASC, _at ASC) AS _follower FROM points),
corners AS (
    SELECT
        _g,
        _at,
        _threshold,
        _tp,
        _fp,
        max(_tp) OVER (PARTITION BY _g) AS _p,
        max(_fp) OVER (PARTITION BY _g) AS _n,
        _fp - lag(_fp) OVER along AS _run,
        _tp - lag(_tp) OVER along AS _rise,
        lag(_follower) OVER along AS _highest
    FROM _rocsql_hull(followed)
    WINDOW along AS (PARTITION BY _g ORDER BY _at ASC)
)
SELECT
    c._g,
    c._at,
    c._threshold,
    c._tp * g._grain AS _tp,
    c._fp * g._grain AS _fp,
    c._p * g._grain AS _p,
    c._n * g._grain AS _n,
    c._run * g._grain AS _run,
    c._rise * g._grain AS _rise,
    c._highest
FROM corners AS c
JOIN query_table(groups) AS g ON c._g = g._g
