-- _rocsql_folds(curves, by, confidence)
-- The curves that can be averaged, those of folds with both classes, with the group they belong to, how many it has, and how many sample
-- deviations the interval of their mean reaches to each side.
-- returns: _curve INTEGER, _g INTEGER, _by STRUCT(...), _n_curves BIGINT, _reach DOUBLE
-- uses: _rocsql_numbered, _rocsql_reach, _rocsql_t_above
-- example: FROM _rocsql_folds(curves, ['model'], 0.95)
CREATE OR REPLACE MACRO _rocsql_folds(curves, "by", confidence) AS TABLE
WITH both_classes AS (
    SELECT _g AS _curve, _by._of AS _by FROM query_table(curves) WHERE _n_pos > 0 AND _n_neg > 0
),
numbered AS (FROM _rocsql_numbered(both_classes, "by")),
sizes AS (SELECT _g, count(*) AS _n_curves FROM numbered GROUP BY _g),
reaches AS (
    SELECT s._n_curves, _rocsql_t_above(n._reach, 0.5::DOUBLE + confidence / 2, s._n_curves - 1) / sqrt(s._n_curves) AS _reach
    FROM (SELECT DISTINCT _n_curves FROM sizes) AS s
    CROSS JOIN _rocsql_reach(confidence) AS n
)
SELECT c._curve, c._g, c._by, s._n_curves, r._reach
FROM numbered AS c
JOIN sizes AS s ON c._g = s._g
JOIN reaches AS r ON s._n_curves = r._n_curves
