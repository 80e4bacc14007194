-- _rocsql_readings(points, samples)
-- The tpr of every curve at fpr = _shift + 0, 1 / samples, ..., 1: the highest it has there, or on the line between its points (alg. 4 of
-- Fawcett 2004); 0 left of the curve, 1 right of it. Takes points of both classes with a _shift, the same along a curve.
-- returns: _g INTEGER, _shift DOUBLE, _line BIGINT, _tpr DOUBLE
-- uses: nothing
-- example: FROM _rocsql_readings(points, 100)
-- A curve only climbs, so the points between two grid lines are summed up by the lowest and the highest of them: one pass of GROUP BY
-- leaves at most two rows for each line, however long the curve is.
CREATE OR REPLACE MACRO _rocsql_readings(points, samples) AS TABLE
WITH placed AS (SELECT _g, _shift, _tp, _fp, _p, _n, _fp * samples / _n - _shift * samples AS _place FROM query_table(points)),
-- Even slots are the grid lines, odd ones the space between them and to both sides.
slots AS (
    SELECT
        _g,
        _shift,
        greatest(-1, least(2 * samples + 1, floor(_place) + ceil(_place)))::BIGINT AS _slot,
        any_value(_p) AS _p,
        min(_tp) AS _tp_first,
        max(_tp) AS _tp_last,
        min(_place) AS _place_first,
        max(_place) AS _place_last
    FROM placed
    GROUP BY ALL
),
starts AS (
    FROM slots
    UNION ALL
    SELECT _g, _shift, -2, any_value(_p), 0, 0, NULL, NULL FROM slots GROUP BY _g, _shift
),
stretches AS (
    SELECT
        *,
        coalesce(lead(_slot) OVER along, 2 * samples + 1) AS _next_slot,
        lead(_tp_first) OVER along AS _tp_next,
        lead(_place_first) OVER along AS _place_next
    FROM starts
    WINDOW along AS (PARTITION BY _g, _shift ORDER BY _slot ASC)
),
crossed AS (SELECT *, unnest(range(greatest(_slot + 1, 0) // 2, (_next_slot + 1) // 2)) AS _line FROM stretches)
SELECT
    _g,
    _shift,
    _line,
    (_tp_last + coalesce((_tp_next - _tp_last) * ((_line - _place_last) / (_place_next - _place_last)), 0)) / _p AS _tpr
FROM crossed
