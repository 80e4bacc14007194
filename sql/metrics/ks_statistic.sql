-- ks_statistic(source, score, label, by := [], weight := 1)
-- The Kolmogorov-Smirnov statistic, the largest distance of tpr and fpr, and the highest threshold that has it. The distance is absolute:
-- a score that ranks the wrong way round separates the classes too.
-- returns: <by>, ks DOUBLE, threshold DOUBLE
-- uses: _rocsql_rows, _rocsql_groups, _rocsql_points, _rocsql_output
-- example: FROM ks_statistic(preds, score, label, by := ['model'])
-- Distances that are equal have to compare equal. With counts they are whole numbers, |tp N - fp P|; with weights 10^18 parts of 1, of
-- which rounding moves a few hundred.
CREATE OR REPLACE MACRO ks_statistic(source, score, label, "by" := [], weight := 1) AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_rows(source, score, label, "by", weight)),
groups AS MATERIALIZED (FROM _rocsql_groups(checked, "by")),
points AS (FROM _rocsql_points(checked, groups, "by")),
distances AS MATERIALIZED (
    SELECT
        _g,
        _threshold,
        CASE
            WHEN typeof(_unit) = 'BIGINT' THEN abs(_tp::HUGEINT * _n::HUGEINT - _fp::HUGEINT * _p::HUGEINT)
            ELSE (abs(_tp / _p - _fp / _n) * 1e18)::HUGEINT
        END AS _apart,
        CASE WHEN typeof(_unit) = 'BIGINT' THEN _p * _n ELSE 1e18 END AS _whole,
        CASE WHEN typeof(_unit) = 'BIGINT' THEN 0 ELSE 2000 END AS _slack
    FROM points
    WHERE _p > 0 AND _n > 0
),
largest AS (SELECT _g, max(_apart) AS _apart, any_value(_whole) AS _whole, any_value(_slack) AS _slack FROM distances GROUP BY _g),
highest AS (
    SELECT l._g, any_value(l._apart / l._whole) AS _ks, max(d._threshold) AS _threshold
    FROM distances AS d
    JOIN largest AS l ON d._g = l._g AND d._apart >= l._apart - l._slack
    GROUP BY l._g
),
statistics AS (SELECT g._g, g._by, h._ks, h._threshold FROM groups AS g LEFT JOIN highest AS h ON g._g = h._g)
FROM query(_rocsql_output("by", '_ks AS ks, _threshold AS threshold', 'statistics', '_g'))
