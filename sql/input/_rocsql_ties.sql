-- _rocsql_ties(checked, groups, by)
-- The tie groups: how much of each class has which score, in units of the group's _grain, and the sums of squared units.
-- returns: _g INTEGER, _score DOUBLE, _pos HUGEINT, _neg HUGEINT, _pos_squares DOUBLE, _neg_squares DOUBLE
-- uses: _rocsql_members
-- example: FROM _rocsql_ties(checked, groups, ['model'])
CREATE OR REPLACE MACRO _rocsql_ties(checked, groups, "by") AS TABLE
WITH members AS (FROM _rocsql_members(checked, groups, "by")),
-- Counting is several times faster than adding, so rows without weights are counted.
counted_alone AS (
    SELECT 1::INTEGER AS _g, _score, count_if(_positive)::HUGEINT AS _pos, count(*) AS _size
    FROM members
    WHERE typeof(_weight) = 'BIGINT'
    GROUP BY _score
),
counted_each AS (
    SELECT _g, _score, count_if(_positive)::HUGEINT AS _pos, count(*) AS _size
    FROM members
    WHERE typeof(_weight) = 'BIGINT'
    GROUP BY _g, _score
),
counted AS (FROM query(CASE WHEN len("by") = 0 THEN 'FROM counted_alone' ELSE 'FROM counted_each' END)),
weighed AS (
    SELECT m._g, m._score, m._positive, m._weight / n._grain AS _units
    FROM members AS m
    JOIN query_table(groups) AS n ON len("by") = 0 OR m._g = n._g
    WHERE typeof(m._weight) <> 'BIGINT'
),
added AS (
    SELECT
        _g,
        _score,
        sum(CASE WHEN _positive THEN _units::HUGEINT ELSE 0 END) AS _pos,
        sum(CASE WHEN _positive THEN 0 ELSE _units::HUGEINT END) AS _neg,
        sum(CASE WHEN _positive THEN _units * _units ELSE 0 END) AS _pos_squares,
        sum(CASE WHEN _positive THEN 0 ELSE _units * _units END) AS _neg_squares
    FROM weighed
    GROUP BY _g, _score
)
SELECT _g, _score, _pos, _size - _pos AS _neg, _pos::DOUBLE AS _pos_squares, (_size - _pos)::DOUBLE AS _neg_squares FROM counted
UNION ALL
SELECT _g, _score, _pos, _neg, _pos_squares, _neg_squares FROM added
