-- _rocsql_pairs_by_ties(checked, groups, by)
-- What _rocsql_pairs_by_ranks gives, from tie groups: the faster way where many scores are equal. Nothing unless groups._tied.
-- returns: _g BIGINT, _u HUGEINT, _u_pos HUGEINT, _u_neg HUGEINT
-- uses: _rocsql_ties
-- example: FROM _rocsql_pairs_by_ties(checked, groups, ['model'])
CREATE OR REPLACE MACRO _rocsql_pairs_by_ties(checked, groups, "by") AS TABLE
WITH rows AS (
    FROM query_table(checked) WHERE typeof(_weight) = 'BIGINT' AND (SELECT any_value(_tied) FROM query_table(groups))
),
ties AS (SELECT _g, _score, _pos, _neg FROM _rocsql_ties(rows, groups, "by")),
alone AS (
    SELECT
        1::BIGINT AS _g,
        _pos,
        _neg,
        sum(_pos) OVER ascending - _pos AS _pos_below,
        sum(_neg) OVER ascending - _neg AS _neg_below
    FROM ties
    WINDOW ascending AS (ORDER BY _score ROWS UNBOUNDED PRECEDING)
),
numbered AS (
    SELECT
        _g,
        _pos,
        _neg,
        sum(_pos) OVER ascending - _pos AS _pos_below,
        sum(_neg) OVER ascending - _neg AS _neg_below
    FROM ties
    WINDOW ascending AS (PARTITION BY _g ORDER BY _score ROWS UNBOUNDED PRECEDING)
),
placed AS (FROM query(CASE WHEN len("by") = 0 THEN 'FROM alone' ELSE 'FROM numbered' END))
SELECT
    _g,
    sum(_pos * (2 * _neg_below + _neg)) AS _u,
    sum(_pos * (2 * _neg_below + _neg) * (2 * _neg_below + _neg)) AS _u_pos,
    sum(_neg * (2 * _pos_below + _pos) * (2 * _pos_below + _pos)) AS _u_neg
FROM placed
GROUP BY _g
