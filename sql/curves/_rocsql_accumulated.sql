-- _rocsql_accumulated(ties, groups, by)
-- The operating points of tie groups, from the highest score down, after the origin; in the caller's weights. _fn and
-- _tn are what lies below, from whole units: a difference of two doubles would lose what is small beside them.
-- returns: _g INTEGER, _by STRUCT(...), _at BIGINT, _threshold DOUBLE, _tp DOUBLE, _fp DOUBLE, _fn DOUBLE, _tn DOUBLE, _p DOUBLE, _n DOUBLE, _unit BIGINT, _in_order BOOLEAN
-- uses: _rocsql_summed, _rocsql_offsets, _rocsql_pushed
-- example: FROM _rocsql_accumulated(ties, groups, ['model'])
-- One join for every point, and that with a table: DuckDB 2.0 fails where one join follows another ("dict-surviving join").
CREATE OR REPLACE MACRO _rocsql_accumulated(ties, groups, "by") AS TABLE
WITH offsets AS MATERIALIZED (
    SELECT o.*, g._by, g._pos_grain, g._neg_grain, g._unit
    FROM _rocsql_offsets(ties) AS o
    JOIN query_table(groups) AS g ON len("by") = 0 OR o._g = g._g
),
running AS (
    SELECT
        s._g,
        s._score,
        s._place - o._before AS _at,
        s._pos_sum - o._pos_before AS _tp,
        s._neg_sum - o._neg_before AS _fp,
        o._p,
        o._n,
        o._by,
        o._pos_grain,
        o._neg_grain,
        o._unit
    FROM _rocsql_summed(ties, "by") AS s
    JOIN offsets AS o ON len("by") = 0 OR s._g = o._g
),
points AS (SELECT *, unnest(_rocsql_pushed(_at = 1, true)) AS _origin FROM running)
SELECT
    _g,
    _by,
    CASE WHEN _origin THEN 0 ELSE _at END AS _at,
    CASE WHEN _origin THEN 'inf'::DOUBLE ELSE _score END AS _threshold,
    CASE WHEN _origin THEN 0 ELSE _tp * _pos_grain END AS _tp,
    CASE WHEN _origin THEN 0 ELSE _fp * _neg_grain END AS _fp,
    CASE WHEN _origin THEN _p ELSE _p - _tp END * _pos_grain AS _fn,
    CASE WHEN _origin THEN _n ELSE _n - _fp END * _neg_grain AS _tn,
    _p * _pos_grain AS _p,
    _n * _neg_grain AS _n,
    _unit,
    false AS _in_order
FROM points
