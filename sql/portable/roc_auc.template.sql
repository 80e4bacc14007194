-- roc_auc: area under the ROC curve of every group, with DeLong's standard error and interval; p_value is that of Mann and Whitney's
-- two-sided test of AUC = 0.5, with ties.
-- columns: auc, std_error, ci_low, ci_high, n_pos, n_neg, p_value
-- needs: rows, ties, pairs, areas
SELECT
    {a.out}
    a._auc AS {auc},
    a._std_error AS {std_error},
    CASE WHEN a._auc - {z} * a._std_error < 0 THEN CAST(0 AS DOUBLE) ELSE a._auc - {z} * a._std_error END AS {ci_low},
    CASE WHEN a._auc + {z} * a._std_error > 1 THEN CAST(1 AS DOUBLE) ELSE a._auc + {z} * a._std_error END AS {ci_high},
    a._n_pos AS {n_pos},
    a._n_neg AS {n_neg},
    a._p_value AS {p_value}
FROM _areas AS a
{a.order_by}
