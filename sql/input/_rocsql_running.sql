-- _rocsql_running(ties, by)
-- Tie groups with what lies at or above each of them in its group, its place there, and the group's totals.
-- returns: <ties>, _at BIGINT, _tp HUGEINT, _fp HUGEINT, _p HUGEINT, _n HUGEINT
-- uses: nothing
-- example: FROM _rocsql_running(ties, ['model'])
-- One sum runs through all groups, from which that of the groups before is taken: inside PARTITION BY it takes several times longer,
-- and in whole numbers nothing is lost.
CREATE OR REPLACE MACRO _rocsql_running(ties, "by") AS TABLE
WITH totals AS (SELECT _g, count(*) AS _size, sum(_pos) AS _p, sum(_neg) AS _n FROM query_table(ties) GROUP BY _g),
offsets AS (
    SELECT
        _g,
        _p,
        _n,
        (sum(_size) OVER preceding)::BIGINT - _size AS _before,
        sum(_p) OVER preceding - _p AS _pos_before,
        sum(_n) OVER preceding - _n AS _neg_before
    FROM totals
    WINDOW preceding AS (ORDER BY _g ASC ROWS UNBOUNDED PRECEDING)
),
alone AS (
    SELECT
        *,
        row_number() OVER descending AS _place,
        sum(_pos) OVER (descending ROWS UNBOUNDED PRECEDING) AS _pos_sum,
        sum(_neg) OVER (descending ROWS UNBOUNDED PRECEDING) AS _neg_sum
    FROM query_table(ties)
    WINDOW descending AS (ORDER BY _score DESC)
),
numbered AS (
    SELECT
        *,
        row_number() OVER descending AS _place,
        sum(_pos) OVER (descending ROWS UNBOUNDED PRECEDING) AS _pos_sum,
        sum(_neg) OVER (descending ROWS UNBOUNDED PRECEDING) AS _neg_sum
    FROM query_table(ties)
    WINDOW descending AS (ORDER BY _g ASC, _score DESC)
),
summed AS (FROM query(CASE WHEN len("by") = 0 THEN 'FROM alone' ELSE 'FROM numbered' END))
SELECT
    s.* EXCLUDE (_place, _pos_sum, _neg_sum),
    s._place - o._before AS _at,
    s._pos_sum - o._pos_before AS _tp,
    s._neg_sum - o._neg_before AS _fp,
    o._p,
    o._n
FROM summed AS s
JOIN offsets AS o ON len("by") = 0 OR s._g = o._g
