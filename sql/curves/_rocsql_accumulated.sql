-- _rocsql_accumulated(ties, groups, by)
-- The operating points of tie groups, from the highest score down, after the origin; in the caller's weights.
-- returns: _g INTEGER, _by STRUCT(...), _at BIGINT, _threshold DOUBLE, _tp DOUBLE, _fp DOUBLE, _p DOUBLE, _n DOUBLE, _unit BIGINT, _in_order BOOLEAN
-- uses: _rocsql_running
-- example: FROM _rocsql_accumulated(ties, groups, ['model'])
CREATE OR REPLACE MACRO _rocsql_accumulated(ties, groups, "by") AS TABLE
WITH running AS (FROM _rocsql_running(ties, "by")),
totals AS (SELECT _g, sum(_pos) AS _p, sum(_neg) AS _n FROM query_table(ties) GROUP BY _g),
points AS (
    SELECT _g, _at, _score AS _threshold, _tp, _fp, _p, _n FROM running
    UNION ALL
    SELECT _g, 0, 'inf'::DOUBLE, 0, 0, _p, _n FROM totals
)
SELECT
    p._g,
    g._by,
    p._at,
    p._threshold,
    p._tp * g._grain AS _tp,
    p._fp * g._grain AS _fp,
    p._p * g._grain AS _p,
    p._n * g._grain AS _n,
    g._unit,
    false AS _in_order
FROM points AS p
JOIN query_table(groups) AS g ON len("by") = 0 OR p._g = g._g
