-- _rocsql_counted_ties(checked, groups, by)
-- The tie groups of rows that count once each. Nothing where they are weighted.
-- returns: _g INTEGER, _score DOUBLE, _pos HUGEINT, _neg HUGEINT, _pos_squares DOUBLE, _neg_squares DOUBLE
-- uses: _rocsql_members
-- example: FROM _rocsql_counted_ties(checked, groups, ['model'])
-- Counting is several times faster than adding.
CREATE OR REPLACE MACRO _rocsql_counted_ties(checked, groups, "by") AS TABLE
WITH members AS (FROM _rocsql_members(checked, groups, "by") WHERE typeof(_weight) = 'BIGINT'),
alone AS (
    SELECT 1::INTEGER AS _g, _score, count_if(_positive)::HUGEINT AS _pos, count(*) AS _size FROM members GROUP BY _score
),
each AS (SELECT _g, _score, count_if(_positive)::HUGEINT AS _pos, count(*) AS _size FROM members GROUP BY _g, _score),
counted AS (FROM query(CASE WHEN len("by") = 0 THEN 'FROM alone' ELSE 'FROM each' END))
SELECT _g, _score, _pos, _size - _pos AS _neg, _pos::DOUBLE AS _pos_squares, (_size - _pos)::DOUBLE AS _neg_squares FROM counted
