-- _rocsql_hull(points)
-- The points that are vertices of the upper convex hull of their group, its first and its last among them. Takes points in the order
-- of _at, none left of the one before, with coordinates as _rocsql_unit_points gives them.
-- returns: <points>
-- uses: _rocsql_above_chords, _rocsql_over
-- example: FROM _rocsql_hull(points)
-- Chords to both sides leave about one point in a hundred; quickhull does the rest: of the points above a chord the one farthest from it
-- is on the hull and splits the chord in two, until no point is above any. A round takes milliseconds, and there are about as many
-- as the hull's vertices have binary digits. (A named window behind WITH RECURSIVE breaks scripts of several statements on 1.5.)
CREATE OR REPLACE MACRO _rocsql_hull(points) AS TABLE
WITH RECURSIVE candidates AS MATERIALIZED (FROM _rocsql_above_chords(points)),
ends AS (
    SELECT
        _g,
        min(_at) AS _from,
        min_by(_tp, _at) AS _tp_from,
        min_by(_fp, _at) AS _fp_from,
        max(_at) AS _to,
        max_by(_tp, _at) AS _tp_to,
        max_by(_fp, _at) AS _fp_to
    FROM candidates
    GROUP BY _g
),
rounds AS (
    SELECT
        c._g,
        c._at,
        c._tp,
        c._fp,
        e.* EXCLUDE (_g),
        c._at = e._from OR c._at = e._to AS _settled,
        _rocsql_over(c._tp, c._fp, e._tp_from, e._fp_from, e._tp_to, e._fp_to) AS _over
    FROM candidates AS c
    JOIN ends AS e ON c._g = e._g
    UNION ALL
    SELECT *, _rocsql_over(_tp, _fp, _tp_from, _fp_from, _tp_to, _fp_to) AS _over
    FROM (
        SELECT
            r._g,
            r._at,
            r._tp,
            r._fp,
            CASE WHEN r._at < f._at THEN r._from ELSE f._at END AS _from,
            CASE WHEN r._at < f._at THEN r._tp_from ELSE f._tp END AS _tp_from,
            CASE WHEN r._at < f._at THEN r._fp_from ELSE f._fp END AS _fp_from,
            CASE WHEN r._at > f._at THEN r._to ELSE f._at END AS _to,
            CASE WHEN r._at > f._at THEN r._tp_to ELSE f._tp END AS _tp_to,
            CASE WHEN r._at > f._at THEN r._fp_to ELSE f._fp END AS _fp_to,
            r._at = f._at AS _settled
        FROM rounds AS r
        JOIN (
            SELECT _g, _from, max_by(_at, _over) AS _at, max_by(_tp, _over) AS _tp, max_by(_fp, _over) AS _fp
            FROM rounds
            WHERE NOT _settled AND _over > 0
            GROUP BY _g, _from
        ) AS f ON r._g = f._g AND r._from = f._from
        WHERE NOT r._settled AND r._over > 0
    )
),
-- Of several points equally far from a chord any may have been taken: those between two others on one line go.
settled AS (SELECT _g, _at, _tp, _fp FROM rounds WHERE _settled),
neighbours AS (
    SELECT
        *,
        lag(_tp) OVER (PARTITION BY _g ORDER BY _at ASC) AS _tp_before,
        lag(_fp) OVER (PARTITION BY _g ORDER BY _at ASC) AS _fp_before,
        lead(_tp) OVER (PARTITION BY _g ORDER BY _at ASC) AS _tp_after,
        lead(_fp) OVER (PARTITION BY _g ORDER BY _at ASC) AS _fp_after
    FROM settled
),
vertices AS (
    SELECT _g, _at
    FROM neighbours
    WHERE coalesce(_rocsql_over(_tp, _fp, _tp_before, _fp_before, _tp_after, _fp_after) > 0, true)
)
SELECT c.* FROM candidates AS c JOIN vertices AS v ON c._g = v._g AND c._at = v._at
