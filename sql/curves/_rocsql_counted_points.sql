-- _rocsql_counted_points(checked, groups, by)
-- The operating points by counting sorted rows: the faster way where most scores are distinct. Nothing where groups._tied.
-- returns: _g BIGINT, _at BIGINT, _threshold DOUBLE, _tp DOUBLE, _fp DOUBLE, _p DOUBLE, _n DOUBLE
-- uses: _rocsql_members
-- example: FROM _rocsql_counted_points(checked, groups, ['model'])
CREATE OR REPLACE MACRO _rocsql_counted_points(checked, groups, "by") AS TABLE
WITH members AS (
    SELECT _g, _score, _positive
    FROM _rocsql_members(checked, groups, "by")
    WHERE typeof(_weight) = 'BIGINT' AND NOT (SELECT any_value(_tied) FROM query_table(groups))
),
alone AS (
    SELECT
        1::BIGINT AS _g,
        _score,
        lead(_score) OVER descending AS _next,
        row_number() OVER descending AS _at,
        count(CASE WHEN _positive THEN 1 END) OVER (descending ROWS UNBOUNDED PRECEDING) AS _tp
    FROM members
    WINDOW descending AS (ORDER BY _score DESC)
),
-- PARTITION BY one constant group would sort on a single thread, hence the two forms.
numbered AS (
    SELECT
        _g,
        _score,
        lead(_score) OVER descending AS _next,
        row_number() OVER descending AS _at,
        count(CASE WHEN _positive THEN 1 END) OVER (descending ROWS UNBOUNDED PRECEDING) AS _tp
    FROM members
    WINDOW descending AS (PARTITION BY _g ORDER BY _score DESC)
),
counted AS (FROM query(CASE WHEN len("by") = 0 THEN 'FROM alone' ELSE 'FROM numbered' END)),
-- A point is pushed only after the last of equal scores.
points AS (
    SELECT _g, _at, _score AS _threshold, _tp, _at - _tp AS _fp FROM counted WHERE _score IS DISTINCT FROM _next
    UNION ALL
    SELECT _g, 0, 'inf'::DOUBLE, 0, 0 FROM query_table(groups) WHERE NOT _tied
)
SELECT
    p._g,
    p._at,
    p._threshold,
    p._tp * g._grain AS _tp,
    p._fp * g._grain AS _fp,
    g._n_pos * g._grain AS _p,
    g._n_neg * g._grain AS _n
FROM points AS p
JOIN query_table(groups) AS g ON len("by") = 0 OR p._g = g._g
