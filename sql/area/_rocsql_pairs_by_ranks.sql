-- _rocsql_pairs_by_ranks(checked, groups, by)
-- What DeLong's method needs of a group, from ranks: the faster way where most scores are distinct. Nothing where groups._tied.
-- returns: _g INTEGER, _u HUGEINT, _u_pos HUGEINT, _u_neg HUGEINT, _ties HUGEINT
-- uses: _rocsql_members
-- example: FROM _rocsql_pairs_by_ranks(checked, groups, ['model'])
-- The placement of a positive is twice the negatives below it and once those level with it; of a negative likewise. _u is the sum over
-- the positives (2 P N AUC), _u_pos and _u_neg the sums of squares in each class, _ties that of t^3 - t over tie groups of t rows. Whole
-- numbers, so exact in any order.
CREATE OR REPLACE MACRO _rocsql_pairs_by_ranks(checked, groups, "by") AS TABLE
WITH members AS (
    SELECT _g, _score, _positive
    FROM _rocsql_members(checked, groups, "by")
    WHERE typeof(_weight) = 'BIGINT' AND NOT (SELECT any_value(_tied) FROM query_table(groups))
),
alone AS (
    SELECT 1::INTEGER AS _g, _score, _positive, rank() OVER ascending AS _rank, cume_dist() OVER ascending AS _share,
        row_number() OVER ascending AS _row
    FROM members
    WINDOW ascending AS (ORDER BY _score ASC)
),
-- Ranks among all groups, from which the rows of the groups before are taken: one sort on all threads, however uneven the groups.
numbered AS (
    SELECT _g, _score, _positive, rank() OVER ascending AS _rank, cume_dist() OVER ascending AS _share,
        row_number() OVER ascending AS _row
    FROM members
    WINDOW ascending AS (ORDER BY _g ASC, _score ASC)
),
ranked AS (FROM query(CASE WHEN len("by") = 0 THEN 'FROM alone' ELSE 'FROM numbered' END)),
-- Only these are needed from here on: the negatives between two positives are the difference of their ranks.
positive_or_tied AS MATERIALIZED (
    SELECT _g, _score, _positive, _rank, _share, _row FROM ranked WHERE _positive OR _row > _rank
),
positives AS (
    SELECT
        g._g,
        g._n_pos,
        g._n_neg,
        g._rows_pos,
        g._pos_before,
        r._score,
        r._rank - g._before AS _first,
        round(r._share * g._rows)::BIGINT - g._before AS _last
    FROM positive_or_tied AS r
    JOIN query_table(groups) AS g ON len("by") = 0 OR r._g = g._g
    WHERE r._positive
),
among_positives AS (
    SELECT
        _g,
        _n_pos,
        _n_neg,
        _first,
        _last,
        (rank() OVER ascending - _pos_before)::HUGEINT AS _own_first,
        (round(cume_dist() OVER ascending * _rows_pos) - _pos_before)::HUGEINT AS _own_last,
        row_number() OVER ascending = rank() OVER ascending AS _opens_tie,
        lag(_last) OVER ascending AS _last_before
    FROM positives
    WINDOW ascending AS (ORDER BY _g ASC, _score ASC)
),
placed AS (
    SELECT
        _g,
        _first + _last AS _places,
        _n_pos,
        _n_neg,
        _opens_tie,
        _own_first - 1 AS _pos_below,
        _own_last - _own_first + 1 AS _pos_level,
        _first - _own_first AS _neg_below,
        (_last - _own_last) - (_first - _own_first) AS _neg_level,
        CASE WHEN _own_first = 1 THEN 0 ELSE _last_before - (_own_first - 1) END AS _neg_passed
    FROM among_positives
),
summed AS (
    SELECT
        _g,
        any_value(_n_pos)::HUGEINT AS _p,
        any_value(_n_neg)::HUGEINT AS _n,
        sum(_places) AS _places,
        sum((2 * _neg_below + _neg_level) * (2 * _neg_below + _neg_level)) AS _u_pos,
        sum(CASE WHEN _opens_tie THEN
            (_neg_below - _neg_passed) * (2 * _pos_below) * (2 * _pos_below)
            + _neg_level * (2 * _pos_below + _pos_level) * (2 * _pos_below + _pos_level)
        END) AS _u_neg,
        max(_neg_below + _neg_level) AS _neg_not_above
    FROM placed
    GROUP BY _g
),
-- One row after another makes a tie, and the next one, after k others, adds 3 k (k + 1) to its t^3 - t.
tied AS (
    SELECT _g, sum(3::HUGEINT * (_row - _rank) * (_row - _rank + 1)) AS _ties FROM positive_or_tied WHERE _row > _rank GROUP BY _g
)
SELECT
    s._g,
    s._places - s._p * (s._p + 1) AS _u,
    s._u_pos::HUGEINT AS _u_pos,
    (s._u_neg + (s._n - s._neg_not_above) * (2 * s._p) * (2 * s._p))::HUGEINT AS _u_neg,
    coalesce(t._ties, 0) AS _ties
FROM summed AS s
LEFT JOIN tied AS t ON s._g = t._g
