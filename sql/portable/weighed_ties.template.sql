-- weighed_ties: how much of each class has which score, in whole units: sums of them are exact, the same in whatever order the rows
-- come, and never decrease along a curve. The unit is a power of two, some 2^80 times finer than the heaviest row.
_scale AS (
    SELECT
        CASE
            WHEN MAX(_weight) > 0
            THEN POWER(CAST(2 AS DOUBLE), CASE WHEN MAX(_weight) > 1e-250 THEN FLOOR(LN(MAX(_weight)) / LN(CAST(2 AS DOUBLE))) - 79 ELSE -909 END)
            ELSE CAST(1 AS DOUBLE)
        END AS _grain
    FROM _rows
),
_weighed AS (
    SELECT
        {r.by}
        r.{mark},
        r._positive,
        r._weight / s._grain AS _share,
        CAST(ROUND(r._weight / s._grain) AS DECIMAL(38, 0)) AS _units
    FROM {examples} AS r
    CROSS JOIN _scale AS s
),
_ties AS (
    SELECT
        {by}
        {slice} AS _slice,
        {key},
        CAST(SUM(CASE WHEN _positive THEN _units ELSE CAST(0 AS DECIMAL(38, 0)) END) AS DECIMAL(38, 0)) AS _pos,
        CAST(SUM(CASE WHEN _positive THEN CAST(0 AS DECIMAL(38, 0)) ELSE _units END) AS DECIMAL(38, 0)) AS _neg,
        SUM(CASE WHEN _positive THEN _share * _share ELSE CAST(0 AS DOUBLE) END) AS _pos_squares,
        SUM(CASE WHEN _positive THEN CAST(0 AS DOUBLE) ELSE _share * _share END) AS _neg_squares,
        CAST(SUM(CASE WHEN _positive THEN 1 ELSE 0 END) AS BIGINT) AS _pos_rows,
        CAST(SUM(CASE WHEN _positive THEN 0 ELSE 1 END) AS BIGINT) AS _neg_rows
    FROM _weighed
    GROUP BY {by} {key_value}
)
