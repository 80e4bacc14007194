-- _rocsql_thinned(points, max_points)
-- At most max_points of each group's points, for drawing. The way along the curve is cut into equal bins; each keeps its first and last
-- point and those farthest above and below the line between them. Vertices of the convex hull stay too, if they leave room for enough bins.
-- returns: <points>
-- uses: _rocsql_above_chords
-- example: FROM _rocsql_thinned(points, 500)
-- In a bin the curve and the four points that stay differ in area by at most a sixth of the bin's rectangle, which with b bins is at most
-- 1 / b^2 large: 1 / (6 b) in all, less than 1 / max_points where 6 b > max_points.
CREATE OR REPLACE MACRO _rocsql_thinned(points, max_points) AS TABLE
WITH long AS MATERIALIZED (FROM query_table(points)),
places AS (SELECT _g, _at, _tp, _fp FROM long),
once AS (FROM _rocsql_above_chords(places)),
twice AS (FROM _rocsql_above_chords(once)),
thrice AS (FROM _rocsql_above_chords(twice)),
hull AS MATERIALIZED (FROM _rocsql_above_chords(thrice)),
vertices AS (SELECT _g, count(*) AS _count FROM hull GROUP BY _g),
room AS (
    SELECT
        s._g,
        s._size,
        6 * ((max_points - v._count) // 4) > max_points AS _has_hull,
        CASE WHEN 6 * ((max_points - v._count) // 4) > max_points THEN (max_points - v._count) // 4 ELSE max_points // 4 END AS _bins
    FROM (SELECT _g, count(*) AS _size FROM long GROUP BY _g) AS s
    JOIN vertices AS v ON s._g = v._g
),
-- A class without members has no rate; the other one then tells the way alone.
binned AS MATERIALIZED (
    SELECT
        l._g,
        l._at,
        l._tp,
        l._fp,
        least(floor(r._bins * (
            coalesce(l._tp / nullif(l._p, 0), l._fp / l._n) + coalesce(l._fp / nullif(l._n, 0), l._tp / l._p)) / 2), r._bins - 1) AS _bin
    FROM long AS l
    JOIN room AS r ON l._g = r._g
    WHERE r._size > max_points
),
ends AS (
    SELECT
        _g,
        _bin,
        min(_at) AS _first,
        max(_at) AS _last,
        min(_tp) AS _tp_first,
        max(_tp) AS _tp_last,
        min(_fp) AS _fp_first,
        max(_fp) AS _fp_last
    FROM binned
    GROUP BY _g, _bin
),
measured AS MATERIALIZED (
    SELECT b._g, b._bin, b._at,
           (e._fp_last - e._fp_first) * (b._tp - e._tp_first) - (e._tp_last - e._tp_first) * (b._fp - e._fp_first) AS _above
    FROM binned AS b
    JOIN ends AS e ON b._g = e._g AND b._bin = e._bin
),
extremes AS (SELECT _g, _bin, max(_above) AS _highest, min(_above) AS _lowest FROM measured GROUP BY _g, _bin),
kept AS (
    SELECT _g, _first AS _at FROM ends
    UNION
    SELECT _g, _last FROM ends
    UNION
    SELECT m._g, min(m._at)
    FROM measured AS m
    JOIN extremes AS e ON m._g = e._g AND m._bin = e._bin AND (m._above = e._highest OR m._above = e._lowest)
    GROUP BY m._g, m._bin, m._above
    UNION
    SELECT h._g, h._at FROM hull AS h JOIN room AS r ON h._g = r._g WHERE r._has_hull
)
SELECT l.*
FROM long AS l
JOIN room AS r ON l._g = r._g
LEFT JOIN kept AS k ON l._g = k._g AND l._at = k._at
WHERE r._size <= max_points OR k._at IS NOT NULL
