-- counted_ties: how many rows of each class have which score. A slice holds neighbouring scores, and all rows of a score.
_ties AS (
    SELECT
        {by}
        {slice} AS _slice,
        {key},
        CAST(SUM(CASE WHEN _positive THEN 1 ELSE 0 END) AS BIGINT) AS _pos,
        CAST(SUM(CASE WHEN _positive THEN 0 ELSE 1 END) AS BIGINT) AS _neg
    FROM {examples}
    GROUP BY {by} {key_value}
)
