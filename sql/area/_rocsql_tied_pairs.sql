-- _rocsql_tied_pairs(ties, by)
-- What _rocsql_pairs_by_ranks gives, of tie groups that count rows.
-- returns: _g INTEGER, _u HUGEINT, _u_pos HUGEINT, _u_neg HUGEINT, _ties HUGEINT
-- uses: _rocsql_running
-- example: FROM _rocsql_tied_pairs(ties, ['model'])
CREATE OR REPLACE MACRO _rocsql_tied_pairs(ties, "by") AS TABLE
WITH running AS (FROM _rocsql_running(ties, "by")),
placed AS (
    SELECT _g, _pos, _neg, _pos + _neg AS _level, 2 * (_n - _fp) + _neg AS _pos_placement, 2 * (_p - _tp) + _pos AS _neg_placement
    FROM running
)
SELECT
    _g,
    sum(_pos * _pos_placement) AS _u,
    sum(_pos * _pos_placement * _pos_placement) AS _u_pos,
    sum(_neg * _neg_placement * _neg_placement) AS _u_neg,
    sum((_level - 1) * _level * (_level + 1)) AS _ties
FROM placed
GROUP BY _g
