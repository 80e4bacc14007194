-- _rocsql_summed(ties, by)
-- Tie groups with their places, the highest score of the first group first, and with sums that run through all groups.
-- returns: <ties>, _place BIGINT, _pos_sum HUGEINT, _neg_sum HUGEINT
-- uses: nothing
-- example: FROM _rocsql_summed(ties, ['model'])
-- From one sum the part of the groups before is taken (_rocsql_offsets): inside PARTITION BY it takes several times longer, and in whole
-- numbers nothing is lost.
CREATE OR REPLACE MACRO _rocsql_summed(ties, "by") AS TABLE
WITH alone AS (
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
)
FROM query(CASE WHEN len("by") = 0 THEN 'FROM alone' ELSE 'FROM numbered' END)
