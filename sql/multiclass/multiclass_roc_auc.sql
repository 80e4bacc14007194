-- multiclass_roc_auc(source, class, score, actual, by := [])
-- Class reference curves: for each class that has scores, the area of its scores, its own examples against all others. A row is an example's
-- score for one class beside the class that it actually has.
-- returns: <by>, class VARCHAR, auc DOUBLE, prevalence DOUBLE, n_pos BIGINT, n_neg BIGINT
-- uses: _rocsql_class_rows, _rocsql_all_scored, _rocsql_class_areas, _rocsql_order, _rocsql_output
-- example: FROM multiclass_roc_auc(preds, class, score, actual, by := ['model'])
-- class comes out in its own type.
CREATE OR REPLACE MACRO multiclass_roc_auc(source, class, score, actual, "by" := []) AS TABLE
WITH examples AS MATERIALIZED (FROM _rocsql_class_rows(source, class, score, actual, "by")),
seen AS MATERIALIZED (SELECT DISTINCT _by, _class, _actual FROM examples),
named AS (
    SELECT *, _n_pos / (_n_pos + _n_neg) AS _prevalence
    FROM _rocsql_class_areas(examples)
    WHERE (SELECT _all_scored FROM _rocsql_all_scored(seen))
),
areas AS (FROM query('SELECT row_number() OVER (ORDER BY ' || _rocsql_order("by", '_by.') || '_class ASC) AS _g, * FROM named'))
FROM query(_rocsql_output(
    "by", '_class AS class, _auc AS auc, _prevalence AS prevalence, _n_pos AS n_pos, _n_neg AS n_neg', 'areas', '_g'))
