-- _rocsql_counted_points(checked, groups, by)
-- The operating points by counting sorted rows: the faster way where most scores are distinct. Nothing where groups._tied
-- or where the kernels have the points.
-- returns: _g INTEGER, _by STRUCT(...), _at BIGINT, _threshold DOUBLE, _tp DOUBLE, _fp DOUBLE, _fn DOUBLE, _tn DOUBLE, _p DOUBLE, _n DOUBLE, _unit BIGINT, _in_order BOOLEAN
-- uses: _rocsql_members, _rocsql_kernel_rows, _rocsql_pushed
-- example: FROM _rocsql_counted_points(checked, groups, ['model'])
-- One count runs through all groups, from which that of the groups before is taken: inside PARTITION BY it takes several times longer.
CREATE OR REPLACE MACRO _rocsql_counted_points(checked, groups, "by") AS TABLE
WITH sorted_groups AS (
    SELECT *
    FROM query_table(groups)
    WHERE NOT _tied AND _rows > CASE WHEN len("by") = 0 THEN _rocsql_kernel_rows() ELSE 0 END
),
members AS (
    SELECT _g, _score, _positive
    FROM _rocsql_members(checked, groups, "by")
    WHERE typeof(_weight) = 'BIGINT' AND EXISTS (FROM sorted_groups)
),
alone AS (
    SELECT
        1::INTEGER AS _g,
        _score,
        row_number() OVER descending = 1 AS _opens,
        lead(_score) OVER descending AS _next,
        row_number() OVER descending AS _place,
        count(CASE WHEN _positive THEN 1 END) OVER (descending ROWS UNBOUNDED PRECEDING) AS _pos
    FROM members
    WINDOW descending AS (ORDER BY _score DESC)
),
numbered AS (
    SELECT
        _g,
        _score,
        lag(_g) OVER descending IS DISTINCT FROM _g AS _opens,
        CASE WHEN lead(_g) OVER descending = _g THEN lead(_score) OVER descending END AS _next,
        row_number() OVER descending AS _place,
        count(CASE WHEN _positive THEN 1 END) OVER (descending ROWS UNBOUNDED PRECEDING) AS _pos
    FROM members
    WINDOW descending AS (ORDER BY _g ASC, _score DESC)
),
counted AS (FROM query(CASE WHEN len("by") = 0 THEN 'FROM alone' ELSE 'FROM numbered' END)),
-- A point is pushed only after the last of equal scores, and the origin with the first row of a group.
points AS (
    SELECT
        _g,
        _score,
        _place,
        _pos,
        unnest(_rocsql_pushed(_opens, _score IS DISTINCT FROM _next)) AS _origin
    FROM counted
    WHERE _opens OR _score IS DISTINCT FROM _next
)
SELECT
    p._g,
    g._by,
    CASE WHEN p._origin THEN 0 ELSE p._place - g._before END AS _at,
    CASE WHEN p._origin THEN 'inf'::DOUBLE ELSE p._score END AS _threshold,
    CASE WHEN p._origin THEN 0 ELSE p._pos - g._pos_before END::DOUBLE AS _tp,
    CASE WHEN p._origin THEN 0 ELSE p._place - g._before - (p._pos - g._pos_before) END::DOUBLE AS _fp,
    CASE WHEN p._origin THEN g._n_pos ELSE g._n_pos - (p._pos - g._pos_before) END::DOUBLE AS _fn,
    CASE WHEN p._origin THEN g._n_neg ELSE g._n_neg - (p._place - g._before - (p._pos - g._pos_before)) END::DOUBLE AS _tn,
    g._n_pos::DOUBLE AS _p,
    g._n_neg::DOUBLE AS _n,
    g._unit,
    false AS _in_order
FROM points AS p
JOIN sorted_groups AS g ON len("by") = 0 OR p._g = g._g
