-- roc_auc(source, score, label, by := [], weight := 1, confidence := 0.95, interval := 'delong')
-- Area under the ROC curve of every group, with DeLong's standard error and an interval; n_pos and n_neg count the rows. p_value, without
-- weights, is that of Mann and Whitney's two-sided test: how likely an AUC so far from 0.5 is where scores say nothing of the labels.
-- interval: 'delong' is auc -+ z std_error, too short for few rows and areas near 0 or 1; 'logit' the same on the logit scale, NULL where
-- auc is 0 or 1; 'newcombe' Newcombe's of 2006, also for a perfect area, NULL with weights. docs/conventions.md has their coverage.
-- returns: <by>, auc DOUBLE, std_error DOUBLE, ci_low DOUBLE, ci_high DOUBLE, n_pos BIGINT, n_neg BIGINT, p_value DOUBLE
-- uses: _rocsql_rows, _rocsql_groups, _rocsql_kernel_rows, _rocsql_area_by_kernel, _rocsql_pairs_by_ranks, _rocsql_pairs_by_ties, _rocsql_area_by_weights, _rocsql_delong_variance, _rocsql_null_variance, _rocsql_reach, _rocsql_interval_by_delong, _rocsql_interval_by_logit, _rocsql_interval_by_newcombe, _rocsql_interval_method, _rocsql_both_tails, _rocsql_output, _rocsql_level
-- example: FROM roc_auc(preds, score, label, by := ['model'])
CREATE OR REPLACE MACRO roc_auc(source, score, label, "by" := [], weight := 1, confidence := 0.95, "interval" := 'delong') AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_rows(source, score, label, "by", weight)),
groups AS MATERIALIZED (FROM _rocsql_groups(checked, "by")),
by_kernel AS (FROM _rocsql_area_by_kernel(checked, groups, "by")),
many AS (FROM checked WHERE (SELECT any_value(_rows) > _rocsql_kernel_rows() FROM groups)),
by_ranks AS (FROM _rocsql_pairs_by_ranks(many, groups, "by")),
by_ties AS (FROM _rocsql_pairs_by_ties(checked, groups, "by")),
by_weights AS (FROM _rocsql_area_by_weights(checked, groups, "by")),
-- One of the four has the group; joined rather than united, so that SQL does not compute an unused interval.
pairs AS (
    SELECT
        g._g,
        g._by,
        g._n_pos,
        g._n_neg,
        coalesce(r._u, t._u) AS _u,
        coalesce(r._u_pos, t._u_pos) AS _u_pos,
        coalesce(r._u_neg, t._u_neg) AS _u_neg,
        coalesce(r._ties, t._ties) AS _ties,
        coalesce(k._auc, w._auc) AS _auc,
        w._auc IS NOT NULL AS _weighted,
        w._variance,
        k._error,
        k._p_value
    FROM groups AS g
    LEFT JOIN by_kernel AS k ON g._g = k._g
    LEFT JOIN by_ranks AS r ON g._g = r._g
    LEFT JOIN by_ties AS t ON g._g = t._g
    LEFT JOIN by_weights AS w ON g._g = w._g
),
areas AS (
    SELECT
        _g,
        _by,
        CASE WHEN _n_pos > 0 AND _n_neg > 0 THEN coalesce(_auc, _u / (2 * _n_pos::DOUBLE * _n_neg)) END AS auc,
        coalesce(
            _error,
            sqrt(coalesce(_variance, _rocsql_delong_variance(_n_pos, _n_neg, _u, _u_pos, _u_neg)))
        ) AS std_error,
        _p_value,
        _weighted,
        _reach,
        sqrt(CASE WHEN _n_pos > 0 AND _n_neg > 0 THEN _rocsql_null_variance(_n_pos, _n_neg, _ties) END) AS _null_error,
        _n_pos AS n_pos,
        _n_neg AS n_neg
    FROM pairs
    CROSS JOIN _rocsql_reach(confidence)
),
delong AS (FROM _rocsql_interval_by_delong(areas)),
logit AS (FROM _rocsql_interval_by_logit(areas)),
newcombe AS (FROM _rocsql_interval_by_newcombe(areas)),
intervals AS (
    -- Where all scores are equal no order of the labels gives another area.
    SELECT *, CASE WHEN _null_error = 0 THEN 0 ELSE abs(auc - 0.5) / _null_error END AS _apart
    FROM query('FROM ' || _rocsql_interval_method("interval"))
),
apart AS (SELECT *, _apart / sqrt(2::DOUBLE) AS _y, _apart * _apart / 2 AS _r FROM intervals),
tested AS (SELECT *, coalesce(_p_value, _rocsql_both_tails(_apart, _y, _r)) AS p_value FROM apart)
FROM query(CASE
    WHEN _rocsql_level(confidence) THEN _rocsql_output("by", 'auc, std_error, ci_low, ci_high, n_pos, n_neg, p_value', 'tested', '_g')
END)
