-- _rocsql_accumulated(ties, groups, by)
-- The operating points of tie groups, added up from the highest score down, after the origin; in the caller's weights.
-- returns: _g BIGINT, _at BIGINT, _threshold DOUBLE, _tp DOUBLE, _fp DOUBLE, _p DOUBLE, _n DOUBLE
-- uses: nothing
-- example: FROM _rocsql_accumulated(ties, groups, ['model'])
CREATE OR REPLACE MACRO _rocsql_accumulated(ties, groups, "by") AS TABLE
WITH totals AS (SELECT _g, sum(_pos) AS _p, sum(_neg) AS _n FROM query_table(ties) GROUP BY _g),
alone AS (
    SELECT
        1::BIGINT AS _g,
        row_number() OVER descending AS _at,
        _score AS _threshold,
        sum(_pos) OVER (descending ROWS UNBOUNDED PRECEDING) AS _tp,
        sum(_neg) OVER (descending ROWS UNBOUNDED PRECEDING) AS _fp
    FROM query_table(ties)
    WINDOW descending AS (ORDER BY _score DESC)
),
-- PARTITION BY one constant group would sort on a single thread, hence the two forms.
numbered AS (
    SELECT
        _g,
        row_number() OVER descending AS _at,
        _score AS _threshold,
        sum(_pos) OVER (descending ROWS UNBOUNDED PRECEDING) AS _tp,
        sum(_neg) OVER (descending ROWS UNBOUNDED PRECEDING) AS _fp
    FROM query_table(ties)
    WINDOW descending AS (PARTITION BY _g ORDER BY _score DESC)
),
added AS (FROM query(CASE WHEN len("by") = 0 THEN 'FROM alone' ELSE 'FROM numbered' END)),
points AS (
    SELECT _g, _at, _threshold, _tp, _fp FROM added
    UNION ALL
    SELECT _g, 0, 'inf'::DOUBLE, 0, 0 FROM totals
)
SELECT
    p._g,
    p._at,
    p._threshold,
    p._tp * g._grain AS _tp,
    p._fp * g._grain AS _fp,
    t._p * g._grain AS _p,
    t._n * g._grain AS _n
FROM points AS p
JOIN totals AS t ON len("by") = 0 OR p._g = t._g
JOIN query_table(groups) AS g ON len("by") = 0 OR p._g = g._g
