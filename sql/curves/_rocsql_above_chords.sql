-- _rocsql_above_chords(points)
-- The points that lie above every chord tried: a point on or below a chord of two others is no vertex of the convex hull, so what is
-- left has all of them. Chords join the neighbours of a point first, then points further apart; applied again, the macro reaches further.
-- returns: <points>
-- uses: _rocsql_above_chord
-- example: FROM _rocsql_above_chords(points)
-- A frame of one row says what lag(x, 8) does: stored in a database file, lag loses its offset in another version of DuckDB. Such frames
-- take five times longer than lag, so neighbours, which drop most points, go first.
CREATE OR REPLACE MACRO _rocsql_above_chords(points) AS TABLE
WITH above_neighbours AS (
    SELECT *
    FROM query_table(points)
    WINDOW along AS (ORDER BY _g ASC, _at ASC)
    QUALIFY _rocsql_above_chord(
        _g, _tp, _fp,
        lag(_g) OVER along, lag(_tp) OVER along, lag(_fp) OVER along,
        lead(_g) OVER along, lead(_tp) OVER along, lead(_fp) OVER along)
)
SELECT *
FROM above_neighbours
WINDOW
    before_8 AS (ORDER BY _g ASC, _at ASC ROWS BETWEEN 8 PRECEDING AND 8 PRECEDING),
    after_8 AS (ORDER BY _g ASC, _at ASC ROWS BETWEEN 8 FOLLOWING AND 8 FOLLOWING),
    before_128 AS (ORDER BY _g ASC, _at ASC ROWS BETWEEN 128 PRECEDING AND 128 PRECEDING),
    after_128 AS (ORDER BY _g ASC, _at ASC ROWS BETWEEN 128 FOLLOWING AND 128 FOLLOWING)
QUALIFY
    _rocsql_above_chord(
        _g, _tp, _fp,
        first_value(_g) OVER before_8, first_value(_tp) OVER before_8, first_value(_fp) OVER before_8,
        first_value(_g) OVER after_8, first_value(_tp) OVER after_8, first_value(_fp) OVER after_8)
    AND _rocsql_above_chord(
        _g, _tp, _fp,
        first_value(_g) OVER before_128, first_value(_tp) OVER before_128, first_value(_fp) OVER before_128,
        first_value(_g) OVER after_128, first_value(_tp) OVER after_128, first_value(_fp) OVER after_128)
