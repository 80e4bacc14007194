-- roc_band(source, score, label, by := [], method := 'sjr', confidence := 0.95, samples := 100, seed := 0)
-- A band around the ROC curve of every group that holds the whole true curve with the given confidence, at fpr = 0, 1 / samples, ..., 1:
-- the methods that Macskassy & Provost 2004 compare. 'sjr': simultaneous joint regions, from Kolmogorov-Smirnov's bounds on both axes;
-- holds for any sample size. 'fixed_width': the curve moved as a whole, as far as a seeded bootstrap says. 'working_hotelling': around
-- the binormal curve of maximum likelihood, which is then the tpr; NULL where there is none. Nothing for a group of one class.
-- returns: <by>, fpr DOUBLE, tpr DOUBLE, tpr_low DOUBLE, tpr_high DOUBLE
-- uses: _rocsql_rows, _rocsql_groups, _rocsql_points, _rocsql_readings, _rocsql_thinned, _rocsql_output, _rocsql_udf_fixed_width, _rocsql_udf_working_hotelling, _rocsql_in_python, _rocsql_level, _rocsql_whole
-- example: FROM roc_band(preds, score, label, by := ['model'])
-- Both moved bands have one form: the curve moved by d / sqrt(N) along fpr and by d / sqrt(P) along tpr. For 'sjr' each axis holds with
-- the root of the confidence, and d is Massart's constant, which bounds the Kolmogorov-Smirnov distance for every sample size. The other
-- methods need rocsql.register, because they run in Python; they see at most 1,000 points of a curve.
CREATE OR REPLACE MACRO roc_band(source, score, label, "by" := [], method := 'sjr', confidence := 0.95, samples := 100, seed := 0) AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_rows(source, score, label, "by", 1)),
groups AS MATERIALIZED (FROM _rocsql_groups(checked, "by")),
asked AS (SELECT confidence::DOUBLE AS _confidence, seed::BIGINT AS _seed, samples::BIGINT AS _samples),
points AS MATERIALIZED (SELECT * FROM _rocsql_points(checked, groups, "by") WHERE _p > 0 AND _n > 0),
thinned AS (FROM _rocsql_thinned(points, 1000)),
drawn AS (SELECT _g, list(_tp ORDER BY _at ASC) AS _tps, list(_fp ORDER BY _at ASC) AS _fps FROM thinned GROUP BY _g),
reaches AS (FROM query(CASE
    WHEN method = 'fixed_width'
    THEN 'SELECT _g, _rocsql_udf_fixed_width(_tps, _fps, _confidence, _seed) AS _reach FROM drawn, asked'
    ELSE 'SELECT _g, sqrt(ln(2 / (1 - sqrt(_confidence))) / 2) AS _reach FROM groups, asked'
END)),
-- The lower end is the curve moved to the right and down, the upper end the curve moved to the left and up.
moved AS (
    SELECT p.*, m._direction * r._reach / sqrt(p._n) AS _shift
    FROM points AS p
    JOIN reaches AS r ON p._g = r._g
    CROSS JOIN (SELECT unnest([-1, 0, 1]) AS _direction) AS m
),
readings AS (FROM _rocsql_readings(moved, samples::BIGINT)),
moved_bands AS (
    SELECT
        r._g,
        r._line,
        max(CASE WHEN r._shift = 0 THEN r._tpr END) AS _tpr,
        min_by(r._tpr, r._shift) - any_value(d._reach) / sqrt(any_value(g._n_pos)) AS _low,
        max_by(r._tpr, r._shift) + any_value(d._reach) / sqrt(any_value(g._n_pos)) AS _high
    FROM readings AS r
    JOIN reaches AS d ON r._g = d._g
    JOIN groups AS g ON r._g = g._g
    GROUP BY r._g, r._line
),
fits AS (FROM query(CASE
    WHEN method = 'working_hotelling'
    THEN 'SELECT _g, _rocsql_udf_working_hotelling(_tps, _fps, _confidence, _samples) AS _band FROM drawn, asked'
    ELSE 'SELECT 0 AS _g, []::DOUBLE[] AS _band WHERE false'
END)),
fitted_bands AS (
    SELECT _g, _line, _band[3 * _line + 1] AS _tpr, _band[3 * _line + 2] AS _low, _band[3 * _line + 3] AS _high
    FROM fits
    CROSS JOIN range(samples::BIGINT + 1) AS lines(_line)
),
chosen AS (FROM query(CASE WHEN method = 'working_hotelling' THEN 'FROM fitted_bands' ELSE 'FROM moved_bands' END)),
bands AS (
    SELECT
        g._g,
        g._by,
        b._line,
        b._line / samples::DOUBLE AS fpr,
        b._tpr AS tpr,
        CASE WHEN b._low IS NOT NULL THEN greatest(b._low, 0) END AS tpr_low,
        CASE WHEN b._high IS NOT NULL THEN least(b._high, 1) END AS tpr_high
    FROM chosen AS b
    JOIN groups AS g ON b._g = g._g
)
FROM query(CASE
    WHEN NOT coalesce(method IN ('sjr', 'fixed_width', 'working_hotelling'), false) THEN error(
        'method must be sjr, fixed_width or working_hotelling, but it is ' || coalesce(method::VARCHAR, 'NULL'))
    WHEN method <> 'sjr' AND NOT _rocsql_in_python() THEN error(
        'method ' || method || ' needs Python: call it on a connection that rocsql.register has prepared, or choose sjr')
    WHEN _rocsql_level(confidence)
         AND _rocsql_whole(samples, 1, 'samples must be a whole number of at least 1, such as 100')
         AND _rocsql_whole(seed, 0, 'seed must be a whole number that is not negative')
    THEN _rocsql_output("by", 'fpr, tpr, tpr_low, tpr_high', 'bands', '_line')
END)
