-- counted_where_sorted: what counted_ties gives, where few scores are equal: to count the rows before they are sent to the place where their
-- slice is sorted would hardly make them fewer, so they are sent once, as they are.
_sent AS (SELECT {by} {slice} AS _slice, _score, _positive FROM _rows),
_ties AS (
    SELECT
        {by}
        _slice,
        _score,
        CAST(SUM(CASE WHEN _positive THEN 1 ELSE 0 END) AS BIGINT) AS _pos,
        CAST(SUM(CASE WHEN _positive THEN 0 ELSE 1 END) AS BIGINT) AS _neg
    FROM _sent
    GROUP BY {by} _slice, _score
)
