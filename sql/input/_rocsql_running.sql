-- _rocsql_running(ties, by)
-- Tie groups with what lies at or above each of them in its group, its place there, and the group's totals.
-- returns: <ties>, _at BIGINT, _tp HUGEINT, _fp HUGEINT, _p HUGEINT, _n HUGEINT
-- uses: _rocsql_summed, _rocsql_offsets
-- example: FROM _rocsql_running(ties, ['model'])
CREATE OR REPLACE MACRO _rocsql_running(ties, "by") AS TABLE
SELECT
    s.* EXCLUDE (_place, _pos_sum, _neg_sum),
    s._place - o._before AS _at,
    s._pos_sum - o._pos_before AS _tp,
    s._neg_sum - o._neg_before AS _fp,
    o._p,
    o._n
FROM _rocsql_summed(ties, "by") AS s
JOIN _rocsql_offsets(ties) AS o ON len("by") = 0 OR s._g = o._g
