-- roc_compare(source, score_a, score_b, label, by := [], confidence := 0.95)
-- Two scores of the same rows: DeLong's test of their AUCs, with the interval of the difference, a less b. Rows that lack one of the
-- scores or the label are left out.
-- returns: <by>, auc_a DOUBLE, auc_b DOUBLE, difference DOUBLE, std_error DOUBLE, z DOUBLE, p_value DOUBLE, ci_low DOUBLE, ci_high DOUBLE
-- uses: _rocsql_pair_rows, _rocsql_groups, _rocsql_kernel_rows, _rocsql_compared_by_kernel, _rocsql_members, _rocsql_placements, _rocsql_placement_variance, _rocsql_reach, _rocsql_both_tails, _rocsql_output, _rocsql_level
-- example: FROM roc_compare(preds, score, 1 - score, label, by := ['model'])
-- The variance of the difference is that of the differences of the two placements, row by row: whole numbers, so scores that rank alike
-- differ by exactly 0.
CREATE OR REPLACE MACRO roc_compare(source, score_a, score_b, label, "by" := [], confidence := 0.95) AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_pair_rows(source, score_a, score_b, label, "by")),
groups AS MATERIALIZED (FROM _rocsql_groups(checked, "by")),
sorted_rows AS (
    FROM checked
    WHERE (
        SELECT any_value(_tied) OR any_value(_rows) > CASE WHEN len("by") = 0 THEN _rocsql_kernel_rows() // 2 ELSE 0 END FROM groups
    )
),
by_a AS MATERIALIZED (SELECT _g, _score, _other, _positive FROM _rocsql_members(sorted_rows, groups, "by")),
placed_a AS (FROM _rocsql_placements(by_a, groups, "by")),
by_b AS MATERIALIZED (SELECT _g, _other AS _score, _positive, _placement AS _placement_a FROM placed_a),
placed AS (FROM _rocsql_placements(by_b, groups, "by")),
sums AS (
    SELECT
        _g,
        sum(CASE WHEN _positive THEN _placement_a END) AS _u_a,
        sum(CASE WHEN _positive THEN _placement END) AS _u_b,
        sum(CASE WHEN _positive THEN (_placement_a - _placement)::HUGEINT * (_placement_a - _placement) ELSE 0 END) AS _u_pos,
        sum(CASE WHEN _positive THEN 0 ELSE (_placement_a - _placement)::HUGEINT * (_placement_a - _placement) END) AS _u_neg
    FROM placed
    GROUP BY _g
    UNION ALL
    FROM _rocsql_compared_by_kernel(checked, groups, "by")
),
areas AS (
    SELECT
        g._g,
        g._by,
        s._u_a / nullif(2 * g._n_pos::DOUBLE * g._n_neg, 0) AS auc_a,
        s._u_b / nullif(2 * g._n_pos::DOUBLE * g._n_neg, 0) AS auc_b,
        (s._u_a - s._u_b) / nullif(2 * g._n_pos::DOUBLE * g._n_neg, 0) AS difference,
        sqrt(_rocsql_placement_variance(g._n_pos, g._n_neg, s._u_a - s._u_b, s._u_pos, s._u_neg)) AS std_error,
        n._reach
    FROM groups AS g
    JOIN sums AS s ON g._g = s._g
    CROSS JOIN _rocsql_reach(confidence) AS n
),
tested AS (
    SELECT
        *,
        CASE
            WHEN std_error IS NULL THEN NULL
            WHEN difference = 0 THEN 0
            WHEN std_error = 0 THEN sign(difference) * 'inf'::DOUBLE
            ELSE difference / std_error
        END AS z,
        CASE WHEN std_error IS NOT NULL THEN greatest(difference - _reach * std_error, -1) END AS ci_low,
        CASE WHEN std_error IS NOT NULL THEN least(difference + _reach * std_error, 1) END AS ci_high
    FROM areas
),
apart AS (SELECT *, abs(z) AS _x, abs(z) / sqrt(2::DOUBLE) AS _y, z * z / 2 AS _r FROM tested),
results AS (SELECT *, _rocsql_both_tails(_x, _y, _r) AS p_value FROM apart)
FROM query(CASE
    WHEN _rocsql_level(confidence) THEN _rocsql_output("by", 'auc_a, auc_b, difference, std_error, z, p_value, ci_low, ci_high', 'results', '_g')
END)
