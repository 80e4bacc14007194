-- roc_auc_bootstrap(source, score, label, by := [], replicates := 1000, seed := 0, cluster := NULL, confidence := 0.95)
-- Area under the ROC curve of every group, with a bootstrap interval: percentiles over replicates in which every row counts Poisson(1)
-- times. With cluster, an expression such as user_id, all rows of a cluster count equally often: rows of one user are not independent.
-- returns: <by>, auc DOUBLE, ci_low DOUBLE, ci_high DOUBLE
-- uses: _rocsql_given, _rocsql_usable, _rocsql_positive, _rocsql_groups, _rocsql_members, _rocsql_output, _rocsql_udf_bootstrap, _rocsql_udf_bootstrap_ties, _rocsql_score
-- example: FROM roc_auc_bootstrap(preds, score, label, by := ['model'], replicates := 200, cluster := amount // 4)
-- A seed gives one answer, whatever the order of rows and the other groups. Equal rows are drawn together: Poisson(k) for k of them.
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
members AS NOT MATERIALIZED (FROM _rocsql_members(checked, groups, "by")),
-- Clusters by number, in the order of their values.
numbers AS (
    SELECT _g, _cluster, (row_number() OVER (PARTITION BY _g ORDER BY _cluster ASC NULLS LAST) - 1)::INTEGER AS _which
    FROM (SELECT DISTINCT _g, _cluster FROM members WHERE _clustered)
),
drawn AS (
    SELECT m._g, m._score, m._positive, n._which
    FROM members AS m
    JOIN numbers AS n ON m._g = n._g AND m._cluster IS NOT DISTINCT FROM n._cluster
    WHERE m._clustered
    UNION ALL
    SELECT _g, _score, _positive, NULL FROM members WHERE NOT _clustered AND NOT (SELECT any_value(_tied) FROM groups)
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
-- Where many scores are equal, rows that are on their own are counted first.
ties AS (
    SELECT _g, _score, count_if(_positive)::BIGINT AS _pos, count_if(NOT _positive)::BIGINT AS _neg
    FROM members
    WHERE NOT _clustered AND (SELECT any_value(_tied) FROM groups)
    GROUP BY _g, _score
),
tie_lists AS (SELECT _g, list(_pos ORDER BY _score ASC) AS _pos, list(_neg ORDER BY _score ASC) AS _neg FROM ties GROUP BY _g),
answers AS (
    SELECT
        _g,
        _rocsql_udf_bootstrap(_pos, _neg, _pos_which, _neg_which, replicates::BIGINT, seed::BIGINT, confidence::DOUBLE) AS _answer
    FROM lists
    UNION ALL
    SELECT _g, _rocsql_udf_bootstrap_ties(_pos, _neg, replicates::BIGINT, seed::BIGINT, confidence::DOUBLE) FROM tie_lists
),
areas AS (
    SELECT g._g, g._by, a._answer[1] AS auc, a._answer[2] AS ci_low, a._answer[3] AS ci_high
    FROM groups AS g
    JOIN answers AS a ON g._g = a._g
)
FROM query(CASE
    WHEN NOT coalesce(confidence > 0 AND confidence < 1, false) THEN error(
        'confidence must lie between 0 and 1, such as 0.95, but it is ' || coalesce(confidence::VARCHAR, 'NULL'))
    WHEN NOT coalesce(replicates >= 1 AND replicates = floor(replicates), false) THEN error(
        'replicates must be a whole number, at least 1, but it is ' || coalesce(replicates::VARCHAR, 'NULL'))
    WHEN NOT coalesce(seed >= 0 AND seed = floor(seed), false) THEN error(
        'seed must be a whole number, at least 0, but it is ' || coalesce(seed::VARCHAR, 'NULL'))
    ELSE _rocsql_output("by", 'auc, ci_low, ci_high', 'areas', '_g')
END)
