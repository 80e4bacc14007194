-- _rocsql_above_chords(points)
-- The points that lie above every chord tried: a point on or below a chord of two others is no vertex of the convex hull, so what is
-- left has all of them. Chords reach 1, 4, 16, ... points to both sides; applied again, the macro reaches further.
-- returns: <points>
-- uses: _rocsql_above_chord
-- example: FROM _rocsql_above_chords(points)
CREATE OR REPLACE MACRO _rocsql_above_chords(points) AS TABLE
SELECT *
FROM query_table(points)
WINDOW along AS (ORDER BY _g ASC, _at ASC)
QUALIFY
    _rocsql_above_chord(
        _g, _tp, _fp,
        lag(_g, 1) OVER along, lag(_tp, 1) OVER along, lag(_fp, 1) OVER along,
        lead(_g, 1) OVER along, lead(_tp, 1) OVER along, lead(_fp, 1) OVER along)
    AND _rocsql_above_chord(
        _g, _tp, _fp,
        lag(_g, 4) OVER along, lag(_tp, 4) OVER along, lag(_fp, 4) OVER along,
        lead(_g, 4) OVER along, lead(_tp, 4) OVER along, lead(_fp, 4) OVER along)
    AND _rocsql_above_chord(
        _g, _tp, _fp,
        lag(_g, 16) OVER along, lag(_tp, 16) OVER along, lag(_fp, 16) OVER along,
        lead(_g, 16) OVER along, lead(_tp, 16) OVER along, lead(_fp, 16) OVER along)
    AND _rocsql_above_chord(
        _g, _tp, _fp,
        lag(_g, 64) OVER along, lag(_tp, 64) OVER along, lag(_fp, 64) OVER along,
        lead(_g, 64) OVER along, lead(_tp, 64) OVER along, lead(_fp, 64) OVER along)
    AND _rocsql_above_chord(
        _g, _tp, _fp,
        lag(_g, 256) OVER along, lag(_tp, 256) OVER along, lag(_fp, 256) OVER along,
        lead(_g, 256) OVER along, lead(_tp, 256) OVER along, lead(_fp, 256) OVER along)
    AND _rocsql_above_chord(
        _g, _tp, _fp,
        lag(_g, 1024) OVER along, lag(_tp, 1024) OVER along, lag(_fp, 1024) OVER along,
        lead(_g, 1024) OVER along, lead(_tp, 1024) OVER along, lead(_fp, 1024) OVER along)
