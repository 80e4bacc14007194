-- _rocsql_ties(checked, groups, by)
-- The tie groups: how much of each class has which score, in units of the group's _grain, and the sums of squared weights.
-- returns: _g BIGINT, _score DOUBLE, _pos HUGEINT, _neg HUGEINT, _pos_squares DOUBLE, _neg_squares DOUBLE
-- uses: _rocsql_members
-- example: FROM _rocsql_ties(checked, groups, ['model'])
CREATE OR REPLACE MACRO _rocsql_ties(checked, groups, "by") AS TABLE
WITH members AS (FROM _rocsql_members(checked, groups, "by")),
grain AS (SELECT any_value(_grain) AS _grain FROM query_table(groups)),
weighed AS (SELECT m._g, m._score, m._positive, m._weight, m._weight / n._grain AS _units FROM members AS m CROSS JOIN grain AS n)
SELECT
    _g,
    _score,
    CASE
        WHEN typeof(_weight) = 'BIGINT' THEN count_if(_positive)::HUGEINT
        ELSE coalesce(sum(_units::HUGEINT) FILTER (_positive), 0)
    END AS _pos,
    CASE
        WHEN typeof(_weight) = 'BIGINT' THEN count_if(NOT _positive)::HUGEINT
        ELSE coalesce(sum(_units::HUGEINT) FILTER (NOT _positive), 0)
    END AS _neg,
    coalesce(sum(_units * _units) FILTER (_positive), 0) AS _pos_squares,
    coalesce(sum(_units * _units) FILTER (NOT _positive), 0) AS _neg_squares
FROM weighed
GROUP BY _g, _score, typeof(_weight)
