-- _rocsql_placements_by_ranks(members, groups, by)
-- What _rocsql_placements gives, from ranks: the faster way where most scores are distinct.
-- returns: <members>, _placement BIGINT
-- uses: nothing
-- example: FROM _rocsql_placements_by_ranks(members, groups, ['model'])
-- One sort. Counts run through all groups, from which those of the groups before are taken.
CREATE OR REPLACE MACRO _rocsql_placements_by_ranks(members, groups, "by") AS TABLE
WITH alone AS (
    SELECT
        *,
        rank() OVER ascending AS _first,
        cume_dist() OVER ascending AS _share,
        count(CASE WHEN _positive THEN 1 END) OVER (ascending RANGE UNBOUNDED PRECEDING) AS _pos_to,
        count(CASE WHEN _positive THEN 1 END) OVER (ascending RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS _pos_from
    FROM query_table(members)
    WINDOW ascending AS (ORDER BY _score ASC)
),
numbered AS (
    SELECT
        *,
        rank() OVER ascending AS _first,
        cume_dist() OVER ascending AS _share,
        count(CASE WHEN _positive THEN 1 END) OVER (ascending RANGE UNBOUNDED PRECEDING) AS _pos_to,
        count(CASE WHEN _positive THEN 1 END) OVER (ascending RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS _pos_from
    FROM query_table(members)
    WINDOW ascending AS (ORDER BY _g ASC, _score ASC)
),
ranked AS (FROM query(CASE WHEN len("by") = 0 THEN 'FROM alone' ELSE 'FROM numbered' END)),
-- Twice the rows, and twice the positives, below a score, and once those level with it.
counted AS (
    SELECT
        r.* EXCLUDE (_first, _share, _pos_to, _pos_from),
        g._n_pos,
        r._first - 1 + round(r._share * g._rows)::BIGINT - 2 * g._before AS _rows_below,
        r._pos_to + g._rows_pos - r._pos_from - 2 * g._pos_before AS _pos_below
    FROM ranked AS r
    JOIN query_table(groups) AS g ON len("by") = 0 OR r._g = g._g
)
SELECT
    * EXCLUDE (_n_pos, _rows_below, _pos_below),
    CASE WHEN _positive THEN _rows_below - _pos_below ELSE 2 * _n_pos - _pos_below END AS _placement
FROM counted
