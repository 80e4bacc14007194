-- counts_roc_auc(source, score, pos, neg, by := [], confidence := 0.95, interval := 'delong')
-- Area under the curve of counts_roc_curve, with DeLong's standard error and an interval ('delong', 'logit' or 'newcombe'): what roc_auc
-- gives for the rows that were counted.
-- Counts that are no whole numbers have been weighted; of how many rows they come is not known, so they have the area alone.
-- returns: <by>, auc DOUBLE, std_error DOUBLE, ci_low DOUBLE, ci_high DOUBLE, n_pos BIGINT, n_neg BIGINT
-- uses: _rocsql_count_rows, _rocsql_count_groups, _rocsql_count_lists, _rocsql_kernel_rows, _rocsql_udf_count_pairs, _rocsql_count_ties, _rocsql_count_weights, _rocsql_groups, _rocsql_members, _rocsql_tied_pairs, _rocsql_area_by_weights, _rocsql_delong_variance, _rocsql_reach, _rocsql_interval_by_delong, _rocsql_interval_by_logit, _rocsql_interval_by_newcombe, _rocsql_interval_method, _rocsql_output, _rocsql_level
-- example: FROM counts_roc_auc(preds, score, amount, 20 - amount, by := ['model'])
CREATE OR REPLACE MACRO counts_roc_auc(source, score, pos, neg, "by" := [], confidence := 0.95, "interval" := 'delong') AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_count_rows(source, score, pos, neg, "by")),
count_groups AS MATERIALIZED (FROM _rocsql_count_groups(checked, "by")),
kind AS MATERIALIZED (
    SELECT
        typeof(any_value(_pos)) = 'BIGINT'
        -- Past 2^53 every double is a whole number, counted or not.
        OR coalesce(bool_and(_pos = floor(_pos) AND _neg = floor(_neg)) AND sum(_pos) + sum(_neg) < 9007199254740992, false) AS _whole
    FROM checked
),
lists AS (FROM _rocsql_count_lists(checked, count_groups)),
by_kernel AS (FROM query(CASE
    WHEN len("by") = 0 AND _rocsql_kernel_rows() > 0
    THEN 'SELECT _rocsql_udf_count_pairs(_scores, _pos, _neg) AS _sums FROM lists'
    ELSE 'SELECT NULL::BIGINT[] AS _sums WHERE false'
END)),
whole AS (
    FROM _rocsql_members(checked, count_groups, "by")
    WHERE (SELECT _whole FROM kind) AND NOT (SELECT any_value(_by_kernel) FROM count_groups)
),
counted AS MATERIALIZED (FROM _rocsql_count_ties(whole, "by")),
pairs AS (
    SELECT _g, _u, _u_pos, _u_neg, _wide_pos, _wide_neg FROM _rocsql_tied_pairs(counted, "by")
    UNION ALL
    SELECT 1, _sums[1], _sums[2]::HUGEINT * 2147483648 + _sums[3], _sums[4]::HUGEINT * 2147483648 + _sums[5], NULL, NULL FROM by_kernel
),
totals AS (
    SELECT _g, sum(_pos) AS _p, sum(_neg) AS _n FROM counted GROUP BY _g
    UNION ALL
    SELECT _g, TRY_CAST(_p AS HUGEINT), TRY_CAST(_n AS HUGEINT) FROM count_groups WHERE _by_kernel
),
fractions AS (FROM checked WHERE NOT (SELECT _whole FROM kind)),
weights AS MATERIALIZED (FROM _rocsql_count_weights(fractions)),
weight_groups AS MATERIALIZED (FROM _rocsql_groups(weights, "by")),
weighed AS (FROM _rocsql_area_by_weights(weights, weight_groups, "by")),
areas AS (
    SELECT
        g._g,
        g._by,
        coalesce(p._u / nullif(2 * t._p::DOUBLE * t._n::DOUBLE, 0), w._auc) AS auc,
        sqrt(CASE
            WHEN p._u_pos IS NOT NULL THEN _rocsql_delong_variance(t._p, t._n, p._u, p._u_pos, p._u_neg)
            ELSE _rocsql_delong_variance(t._p, t._n, p._u::DOUBLE, p._wide_pos, p._wide_neg)
        END) AS std_error,
        w._auc IS NOT NULL AS _weighted,
        n._reach,
        coalesce(cast_to_type(t._p, g._p), cast_to_type(w._p, g._p)) AS n_pos,
        coalesce(cast_to_type(t._n, g._n), cast_to_type(w._n, g._n)) AS n_neg
    FROM count_groups AS g
    LEFT JOIN totals AS t ON g._g = t._g
    LEFT JOIN pairs AS p ON g._g = p._g
    LEFT JOIN weighed AS w ON g._g = w._g
    CROSS JOIN _rocsql_reach(confidence) AS n
),
delong AS (FROM _rocsql_interval_by_delong(areas)),
logit AS (FROM _rocsql_interval_by_logit(areas)),
newcombe AS (FROM _rocsql_interval_by_newcombe(areas)),
intervals AS (FROM query('FROM ' || _rocsql_interval_method("interval")))
FROM query(CASE
    WHEN _rocsql_level(confidence) THEN _rocsql_output("by", 'auc, std_error, ci_low, ci_high, n_pos, n_neg', 'intervals', '_g')
END)
