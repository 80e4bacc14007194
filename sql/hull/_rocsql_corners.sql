-- _rocsql_corners(vertices, groups)
-- Vertices of hulls in whole units, with the score that follows each on the curve: in the caller's weights, with the segment that ends there.
-- returns: _g INTEGER, _at BIGINT, _threshold DOUBLE, _tp DOUBLE, _fp DOUBLE, _p DOUBLE, _n DOUBLE, _run DOUBLE, _rise DOUBLE, _highest DOUBLE
-- uses: nothing
-- example: FROM _rocsql_corners(vertices, groups)
CREATE OR REPLACE MACRO _rocsql_corners(vertices, groups) AS TABLE
WITH corners AS (
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
    FROM query_table(vertices)
    WINDOW along AS (PARTITION BY _g ORDER BY _at ASC)
)
SELECT
    c._g,
    c._at,
    c._threshold,
    c._tp * g._pos_grain AS _tp,
    c._fp * g._neg_grain AS _fp,
    c._p * g._pos_grain AS _p,
    c._n * g._neg_grain AS _n,
    c._run * g._neg_grain AS _run,
    c._rise * g._pos_grain AS _rise,
    c._highest
FROM corners AS c
JOIN query_table(groups) AS g ON c._g = g._g
