-- roc_auc_bootstrap(source, score, label, by := [], replicates := 1000, seed := 0, cluster := NULL, confidence := 0.95)
-- Area under the ROC curve of every group, with a bootstrap interval: percentiles over replicates in which every row counts Poisson(1)
-- times. With cluster, an expression such as user_id, all rows of a cluster count equally often: rows of one user are not independent.
-- returns: <by>, auc DOUBLE, ci_low DOUBLE, ci_high DOUBLE
-- uses: _rocsql_given, _rocsql_usable, _rocsql_positive, _rocsql_groups, _rocsql_members, _rocsql_fitting_rows, _rocsql_count_kind, _rocsql_counted_ties, _rocsql_running, _rocsql_output, _rocsql_udf_bootstrap, _rocsql_udf_bootstrap_cells, _rocsql_score, _rocsql_level, _rocsql_whole
-- example: FROM roc_auc_bootstrap(preds, score, label, by := ['model'], replicates := 200, cluster := amount // 4)
-- A seed gives one answer, whatever the order of rows and, as long as all rows fit in memory, the other groups. Equal rows are drawn together: Poisson(k) for k of them.
-- replicates is at least 2: one area has no width. Where fewer than two replicates have both classes, the interval is NULL.
CREATE OR REPLACE MACRO roc_auc_bootstrap(source, score, label, "by" := [], replicates := 1000, seed := 0, cluster := NULL, confidence := 0.95) AS TABLE
WITH checked AS MATERIALIZED (
    SELECT
        _by,
        _rocsql_score(_given_score) AS _score,
        _rocsql_positive(_given_label) AS _positive,
        1::BIGINT AS _weight,
        _first AS _cluster,
        _second AS _clustered
    FROM _rocsql_given(source, score, label, "by", cluster, typeof(cluster) <> '"NULL"')
    WHERE _rocsql_usable(_given_score, _given_label, 1)
),
groups AS MATERIALIZED (FROM _rocsql_groups(checked, "by")),
way AS (
    SELECT
        any_value(_tied) OR any_value(_rows) > _rocsql_fitting_rows() AS _count_first,
        any_value(_rows) <= _rocsql_fitting_rows() AS _fits
    FROM groups
),
clusters AS (
    SELECT
        _rocsql_count_kind(any_value(_cluster), any_value(_cluster)) = 'count' AND count(*) = count(TRY_CAST(_cluster AS BIGINT)) AS _numbered
    FROM checked
    WHERE _clustered
),
members AS NOT MATERIALIZED (FROM _rocsql_members(checked, groups, "by")),
-- Clusters by number, in the order of their values: integers are numbers as they are.
named AS NOT MATERIALIZED (FROM members WHERE _clustered AND NOT (SELECT _numbered FROM clusters)),
numbers AS (
    SELECT _g, _cluster, row_number() OVER (PARTITION BY _g ORDER BY _cluster ASC NULLS LAST) AS _which
    FROM (SELECT DISTINCT _g, _cluster FROM named)
),
drawn AS (
    SELECT m._g, m._score, m._positive, n._which
    FROM named AS m
    JOIN numbers AS n ON m._g = n._g AND m._cluster IS NOT DISTINCT FROM n._cluster
    UNION ALL
    SELECT _g, _score, _positive, TRY_CAST(_cluster AS BIGINT) FROM members WHERE _clustered AND (SELECT _numbered FROM clusters)
    UNION ALL
    SELECT _g, _score, _positive, NULL FROM members WHERE NOT _clustered AND NOT (SELECT _count_first FROM way)
),
lists AS (
    SELECT
        _g,
        list(_score) FILTER (_positive) AS _pos,
        list(_score) FILTER (NOT _positive) AS _neg,
        list(_which) FILTER (_positive AND _which IS NOT NULL) AS _pos_which,
        list(_which) FILTER (NOT _positive AND _which IS NOT NULL) AS _neg_which
    FROM drawn
    GROUP BY _g
),
-- Where many scores are equal, rows that are on their own are counted first, which gives the same draws. Rows that are too many for lists are
-- counted in cells of several scores: small enough for what is at or above a score to be known to two ten-thousandths of each class, and to
-- half a hundredth of itself and of what is below. Few rows that make all of the spread, at an end of the scores or beside a large tie, have
-- cells enough.
uncounted AS (SELECT * EXCLUDE (_cluster, _clustered) FROM checked WHERE NOT _clustered AND (SELECT _count_first FROM way)),
ties AS MATERIALIZED (FROM _rocsql_counted_ties(uncounted, groups, "by")),
cells AS (
    SELECT
        _g,
        CASE
            WHEN (SELECT _fits FROM way) THEN _at
            ELSE floor(
                5000 * (coalesce(_tp / nullif(_p, 0), 0) + coalesce(_fp / nullif(_n, 0), 0))
                + 200 * (ln(1 + _tp) + ln(1 + _fp) - ln(1 + _p - _tp) - ln(1 + _n - _fp)))
        END AS _cell,
        sum(_pos) AS _pos,
        sum(_neg) AS _neg,
        -- Twice the pairs inside the cell that its positives win: those they win of all, without those of the cells below.
        sum(_pos * (2 * (_n - _fp) + _neg)) - 2 * sum(_pos) * (any_value(_n) - max(_fp)) AS _won
    FROM _rocsql_running(ties, "by")
    GROUP BY _g, _cell
),
cell_lists AS (
    SELECT
        _g,
        list(_pos::BIGINT ORDER BY _cell DESC) AS _pos,
        list(_neg::BIGINT ORDER BY _cell DESC) AS _neg,
        list(_won::DOUBLE ORDER BY _cell DESC) AS _won
    FROM cells
    GROUP BY _g
),
answers AS (
    SELECT
        _g,
        _rocsql_udf_bootstrap(_pos, _neg, _pos_which, _neg_which, replicates::BIGINT, seed::BIGINT, confidence::DOUBLE) AS _answer
    FROM lists
    UNION ALL
    SELECT _g, _rocsql_udf_bootstrap_cells(_pos, _neg, _won, replicates::BIGINT, seed::BIGINT, confidence::DOUBLE) FROM cell_lists
),
areas AS (
    SELECT g._g, g._by, a._answer[1] AS auc, a._answer[2] AS ci_low, a._answer[3] AS ci_high
    FROM groups AS g
    JOIN answers AS a ON g._g = a._g
)
FROM query(CASE
    WHEN _rocsql_level(confidence)
         AND _rocsql_whole(replicates, 2, 'replicates must be a whole number, at least 2')
         AND _rocsql_whole(seed, 0, 'seed must be a whole number, at least 0')
    THEN _rocsql_output("by", 'auc, ci_low, ci_high', 'areas', '_g')
END)
