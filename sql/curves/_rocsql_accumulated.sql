-- _rocsql_accumulated(ties, groups, by)
-- The operating points of tie groups, from the highest score down, after the origin; in the caller's weights.
-- returns: _g INTEGER, _by STRUCT(...), _at BIGINT, _threshold DOUBLE, _tp DOUBLE, _fp DOUBLE, _p DOUBLE, _n DOUBLE, _unit BIGINT, _in_order BOOLEAN
-- uses: _rocsql_running, _rocsql_pushed
-- example: FROM _rocsql_accumulated(ties, groups, ['model'])
CREATE OR REPLACE MACRO _rocsql_accumulated(ties, groups, "by") AS TABLE
WITH running AS (FROM _rocsql_running(ties, "by")),
points AS (SELECT *, unnest(_rocsql_pushed(_at = 1, true)) AS _origin FROM running)
SELECT
    p._g,
    g._by,
    CASE WHEN p._origin THEN 0 ELSE p._at END AS _at,
    CASE WHEN p._origin THEN 'inf'::DOUBLE ELSE p._score END AS _threshold,
    CASE WHEN p._origin THEN 0 ELSE p._tp * g._grain END AS _tp,
    CASE WHEN p._origin THEN 0 ELSE p._fp * g._grain END AS _fp,
    p._p * g._grain AS _p,
    p._n * g._grain AS _n,
    g._unit,
    false AS _in_order
FROM points AS p
JOIN query_table(groups) AS g ON len("by") = 0 OR p._g = g._g
