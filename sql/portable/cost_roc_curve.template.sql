-- cost_roc_curve: the share of all benefit won against that of all cost paid (alg. 6 of Fawcett 2004).
-- columns: threshold, benefit, cost, tpr, fpr
-- needs: rows, ties, running, points
SELECT
    {p.out}
    p._threshold AS {threshold},
    _amount(p._tp) AS {benefit},
    _amount(p._fp) AS {cost},
    CASE WHEN p._p > 0 THEN CAST(p._tp AS DOUBLE) / CAST(p._p AS DOUBLE) END AS {tpr},
    CASE WHEN p._n > 0 THEN CAST(p._fp AS DOUBLE) / CAST(p._n AS DOUBLE) END AS {fpr}
FROM _points AS p {scale}
ORDER BY {p.order} p._place, p._threshold DESC
