-- roc_curve: one row per distinct score, descending, after the origin at +inf.
-- columns: threshold, tp, fp, tpr, fpr
-- needs: rows, ties, running, points
SELECT
    {p.out}
    p._threshold AS {threshold},
    _amount(p._tp) AS {tp},
    _amount(p._fp) AS {fp},
    CASE WHEN p._p > 0 THEN CAST(p._tp AS DOUBLE) / CAST(p._p AS DOUBLE) END AS {tpr},
    CASE WHEN p._n > 0 THEN CAST(p._fp AS DOUBLE) / CAST(p._n AS DOUBLE) END AS {fpr}
FROM _points AS p {scale}
ORDER BY {p.order} p._place, p._threshold DESC
