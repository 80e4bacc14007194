-- _rocsql_placements_by_ties(members, by)
-- What _rocsql_placements gives, from tie groups: the faster way where many scores are equal.
-- returns: <members>, _placement BIGINT
-- uses: _rocsql_running
-- example: FROM _rocsql_placements_by_ties(members, ['model'])
CREATE OR REPLACE MACRO _rocsql_placements_by_ties(members, "by") AS TABLE
WITH counted AS MATERIALIZED (
    SELECT _g, _score, count_if(_positive)::HUGEINT AS _pos, count(*) - count_if(_positive)::HUGEINT AS _neg
    FROM query_table(members)
    GROUP BY _g, _score
),
accumulated AS (FROM _rocsql_running(counted, "by")),
placed AS (
    SELECT _g, _score, (2 * (_n - _fp) + _neg)::BIGINT AS _of_pos, (2 * _tp - _pos)::BIGINT AS _of_neg FROM accumulated
)
SELECT m.*, CASE WHEN m._positive THEN p._of_pos ELSE p._of_neg END AS _placement
FROM query_table(members) AS m
JOIN placed AS p ON m._score = p._score AND (len("by") = 0 OR m._g = p._g)
