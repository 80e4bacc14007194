-- _rocsql_segments(checked, groups, by)
-- The curve as segments: every operating point but the origin, with the one before it.
-- returns: _g INTEGER, _tp_from DOUBLE, _fp_from DOUBLE, _tp DOUBLE, _fp DOUBLE, _p DOUBLE, _n DOUBLE
-- uses: _rocsql_points
-- example: FROM _rocsql_segments(checked, groups, ['model'])
CREATE OR REPLACE MACRO _rocsql_segments(checked, groups, "by") AS TABLE
WITH points AS (FROM _rocsql_points(checked, groups, "by")),
pairs AS (
    SELECT _g, _at, lag(_tp) OVER along AS _tp_from, lag(_fp) OVER along AS _fp_from, _tp, _fp, _p, _n
    FROM points
    WINDOW along AS (ORDER BY _g ASC, _at ASC)
)
SELECT _g, _tp_from, _fp_from, _tp, _fp, _p, _n FROM pairs WHERE _at > 0
