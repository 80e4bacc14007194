-- _rocsql_count_curve(checked, count_groups, by)
-- The ROC points of counts.
-- returns: _g INTEGER, _by STRUCT(...), _at BIGINT, threshold DOUBLE, tp BIGINT, fp BIGINT, tpr DOUBLE, fpr DOUBLE, _in_order BOOLEAN
-- uses: _rocsql_count_lists, _rocsql_kernel_rows, _rocsql_udf_count_points, _rocsql_count_ties, _rocsql_count_weights, _rocsql_members, _rocsql_groups, _rocsql_points, _rocsql_pushed
-- example: FROM _rocsql_count_curve(checked, count_groups, ['model'])
-- One sum of each class runs through all groups, from which that of the groups before is taken: see _rocsql_running.
CREATE OR REPLACE MACRO _rocsql_count_curve(checked, count_groups, "by") AS TABLE
WITH lists AS (FROM _rocsql_count_lists(checked, count_groups)),
by_kernel AS (FROM query(CASE
    WHEN len("by") = 0 AND _rocsql_kernel_rows() > 0
    THEN '
        WITH curve AS (SELECT _rocsql_udf_count_points(_scores, _pos, _neg) AS _points FROM lists)
        SELECT unnest(_points.score) AS _threshold, unnest(_points.tp) AS _tp, unnest(_points.fp) AS _fp FROM curve'
    ELSE 'SELECT NULL::DOUBLE AS _threshold, 0 AS _tp, 0 AS _fp WHERE false'
END)),
members AS (
    SELECT _g, _score, _pos, _neg
    FROM _rocsql_members(checked, count_groups, "by")
    WHERE typeof(_pos) = 'BIGINT' AND NOT (SELECT any_value(_by_kernel) FROM query_table(count_groups))
),
repeated AS (FROM members WHERE (SELECT any_value(_tied) FROM query_table(count_groups))),
counts AS (
    FROM members WHERE NOT (SELECT any_value(_tied) FROM query_table(count_groups))
    UNION ALL
    FROM _rocsql_count_ties(repeated, "by")
),
alone AS (
    SELECT
        1::INTEGER AS _g,
        _score,
        row_number() OVER descending = 1 AS _opens,
        lead(_score) OVER descending AS _next,
        row_number() OVER descending AS _at,
        (sum(_pos) OVER (descending ROWS UNBOUNDED PRECEDING))::BIGINT AS _tp,
        (sum(_neg) OVER (descending ROWS UNBOUNDED PRECEDING))::BIGINT AS _fp
    FROM counts
    WINDOW descending AS (ORDER BY _score DESC)
),
numbered AS (
    SELECT
        _g,
        _score,
        lag(_g) OVER descending IS DISTINCT FROM _g AS _opens,
        CASE WHEN lead(_g) OVER descending = _g THEN lead(_score) OVER descending END AS _next,
        row_number() OVER descending AS _at,
        (sum(_pos) OVER (descending ROWS UNBOUNDED PRECEDING))::BIGINT AS _tp,
        (sum(_neg) OVER (descending ROWS UNBOUNDED PRECEDING))::BIGINT AS _fp
    FROM counts
    WINDOW descending AS (ORDER BY _g ASC, _score DESC)
),
running AS (FROM query(CASE WHEN len("by") = 0 THEN 'FROM alone' ELSE 'FROM numbered' END)),
-- A point is pushed only after the last of equal scores, and the origin with the first row of a group.
counted AS (
    SELECT
        _g,
        _at,
        _score,
        _tp,
        _fp,
        unnest(_rocsql_pushed(_opens, _score IS DISTINCT FROM _next)) AS _origin
    FROM running
    WHERE _opens OR _score IS DISTINCT FROM _next
),
weights AS MATERIALIZED (FROM _rocsql_count_weights(checked)),
weight_groups AS MATERIALIZED (FROM _rocsql_groups(weights, "by")),
weighed AS (FROM _rocsql_points(weights, weight_groups, "by")),
-- One of the three has all points, in the type of the counts.
points AS NOT MATERIALIZED (
    SELECT
        g._g,
        g._by,
        k._tp::BIGINT + k._fp AS _at,
        k._threshold AS threshold,
        cast_to_type(k._tp, g._p) AS tp,
        cast_to_type(k._fp, g._n) AS fp,
        g._p,
        g._n,
        true AS _in_order
    FROM by_kernel AS k
    CROSS JOIN query_table(count_groups) AS g
    UNION ALL
    SELECT
        g._g,
        g._by,
        CASE WHEN c._origin THEN 0 ELSE c._at END,
        CASE WHEN c._origin THEN 'inf'::DOUBLE ELSE c._score END,
        CASE WHEN c._origin THEN cast_to_type(0, g._p) ELSE cast_to_type(c._tp - g._p_before, g._p) END,
        CASE WHEN c._origin THEN cast_to_type(0, g._n) ELSE cast_to_type(c._fp - g._n_before, g._n) END,
        g._p,
        g._n,
        false
    FROM counted AS c
    JOIN query_table(count_groups) AS g ON len("by") = 0 OR c._g = g._g
    UNION ALL
    SELECT
        g._g,
        g._by,
        w._at,
        w._threshold,
        cast_to_type(w._tp, g._p),
        cast_to_type(w._fp, g._n),
        cast_to_type(w._p, g._p),
        cast_to_type(w._n, g._n),
        false
    FROM weighed AS w
    JOIN query_table(count_groups) AS g ON len("by") = 0 OR w._g = g._g
)
SELECT * EXCLUDE (_p, _n), tp / nullif(_p, 0) AS tpr, fp / nullif(_n, 0) AS fpr FROM points
