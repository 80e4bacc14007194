-- _rocsql_offsets(ties)
-- The totals of every group of tie groups, and what the groups before it have.
-- returns: _g INTEGER, _p HUGEINT, _n HUGEINT, _before BIGINT, _pos_before HUGEINT, _neg_before HUGEINT
-- uses: nothing
-- example: FROM _rocsql_offsets(ties)
CREATE OR REPLACE MACRO _rocsql_offsets(ties) AS TABLE
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
)
FROM offsets
