-- cost_roc_auc: area under the curve of cost_roc_curve, and what there was to win and to pay.
-- columns: auc, total_benefit, total_cost
-- needs: rows, ties, running, weighed_area
, _both AS (
    SELECT {by} _pos_part * _pos_placement AS _part, CAST(0 AS DECIMAL(38, 0)) AS _pos, CAST(0 AS DECIMAL(38, 0)) AS _neg FROM _placed
    UNION ALL
    SELECT {by} CAST(NULL AS DOUBLE) AS _part, _pos, _neg FROM _ties
),
_areas AS (
    SELECT {by} SUM(_part) AS _auc, CAST(SUM(_pos) AS DECIMAL(38, 0)) AS _p, CAST(SUM(_neg) AS DECIMAL(38, 0)) AS _n
    FROM _both
    {group_by}
    HAVING COUNT(*) > 0
)
SELECT {a.out} a._auc AS {auc}, _amount(a._p) AS {total_benefit}, _amount(a._n) AS {total_cost}
FROM _areas AS a {scale}
{a.order_by}
