-- _rocsql_pairs_by_ties(checked, groups, by)
-- What _rocsql_pairs_by_ranks gives, from tie groups: the faster way where many scores are equal. Nothing unless groups._tied.
-- returns: _g INTEGER, _u HUGEINT, _u_pos HUGEINT, _u_neg HUGEINT, _ties HUGEINT
-- uses: _rocsql_ties, _rocsql_running
-- example: FROM _rocsql_pairs_by_ties(checked, groups, ['model'])
CREATE OR REPLACE MACRO _rocsql_pairs_by_ties(checked, groups, "by") AS TABLE
WITH rows AS (
    FROM query_table(checked) WHERE typeof(_weight) = 'BIGINT' AND (SELECT any_value(_tied) FROM query_table(groups))
),
ties AS MATERIALIZED (FROM _rocsql_ties(rows, groups, "by")),
running AS (FROM _rocsql_running(ties, "by")),
placed AS (
    SELECT _g, _pos, _neg, _pos + _neg AS _level, 2 * (_n - _fp) + _neg AS _pos_placement, 2 * (_p - _tp) + _pos AS _neg_placement FROM running
)
SELECT
    _g,
    sum(_pos * _pos_placement) AS _u,
    sum(_pos * _pos_placement * _pos_placement) AS _u_pos,
    sum(_neg * _neg_placement * _neg_placement) AS _u_neg,
    sum((_level - 1) * _level * (_level + 1)) AS _ties
FROM placed
GROUP BY _g
