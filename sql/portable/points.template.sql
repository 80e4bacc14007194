-- points: the operating points of every group, what each threshold selects (alg. 2 of Fawcett 2004), after the origin at +inf.
_totals AS (
    SELECT {by} CAST(SUM(_pos) AS {amount}) AS _p, CAST(SUM(_neg) AS {amount}) AS _n FROM _ties {group_by} HAVING COUNT(*) > 0
),
_points AS (
    SELECT {by} 1 AS _place, _slice, _score AS _threshold, _tp, _fp, _p, _n FROM _running
    UNION ALL
    SELECT {by} 0 AS _place, 0 AS _slice, {infinity} AS _threshold, CAST(0 AS {amount}) AS _tp, CAST(0 AS {amount}) AS _fp, _p, _n FROM _totals
)
