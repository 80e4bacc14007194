-- _rocsql_tied_pairs(ties, by)
-- What _rocsql_pairs_by_ranks gives, of tie groups that count rows.
-- returns: _g INTEGER, _u HUGEINT, _u_pos HUGEINT, _u_neg HUGEINT, _ties HUGEINT, _wide_pos DOUBLE, _wide_neg DOUBLE
-- uses: _rocsql_running
-- example: FROM _rocsql_tied_pairs(ties, ['model'])
-- Cubes of counts past some 10^12 leave even a HUGEINT: those sums are then NULL, and the wide ones, in doubles, are there.
CREATE OR REPLACE MACRO _rocsql_tied_pairs(ties, "by") AS TABLE
WITH running AS (FROM _rocsql_running(ties, "by")),
placed AS (
    SELECT
        _g,
        _pos,
        _neg,
        (_pos + _neg)::HUGEINT AS _level,
        2 * (_n - _fp) + _neg AS _pos_placement,
        2 * (_p - _tp) + _pos AS _neg_placement,
        (_p + _n)::DOUBLE < 1e12 AS _narrow
    FROM running
)
SELECT
    _g,
    sum(_pos * _pos_placement) AS _u,
    sum(CASE WHEN _narrow THEN _pos * _pos_placement * _pos_placement END) AS _u_pos,
    sum(CASE WHEN _narrow THEN _neg * _neg_placement * _neg_placement END) AS _u_neg,
    sum(CASE WHEN _narrow THEN (_level - 1) * _level * (_level + 1) END) AS _ties,
    sum(_pos::DOUBLE * _pos_placement::DOUBLE * _pos_placement::DOUBLE) AS _wide_pos,
    sum(_neg::DOUBLE * _neg_placement::DOUBLE * _neg_placement::DOUBLE) AS _wide_neg
FROM placed
GROUP BY _g
