-- _rocsql_weighed_ties(checked, groups, by)
-- The tie groups of weighted rows. Nothing where they count once each.
-- returns: _g INTEGER, _score DOUBLE, _pos HUGEINT, _neg HUGEINT, _pos_squares DOUBLE, _neg_squares DOUBLE
-- uses: nothing
-- example: FROM _rocsql_weighed_ties(checked, groups, ['model'])
CREATE OR REPLACE MACRO _rocsql_weighed_ties(checked, groups, "by") AS TABLE
WITH units AS (
    SELECT g._g, r._score, r._positive, r._weight / CASE WHEN r._positive THEN g._pos_grain ELSE g._neg_grain END AS _units
    FROM query_table(checked) AS r
    JOIN query_table(groups) AS g ON len("by") = 0 OR r._by IS NOT DISTINCT FROM g._by
    WHERE typeof(r._weight) <> 'BIGINT'
)
SELECT
    _g,
    _score,
    sum(CASE WHEN _positive THEN _units::HUGEINT ELSE 0 END) AS _pos,
    sum(CASE WHEN _positive THEN 0 ELSE _units::HUGEINT END) AS _neg,
    sum(CASE WHEN _positive THEN _units * _units ELSE 0 END) AS _pos_squares,
    sum(CASE WHEN _positive THEN 0 ELSE _units * _units END) AS _neg_squares
FROM units
GROUP BY _g, _score
