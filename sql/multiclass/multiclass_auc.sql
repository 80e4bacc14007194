-- multiclass_auc(source, class, score, actual, by := [], method := 'hand_till')
-- One area for several classes, of those that occur: Hand and Till's M ('hand_till'), the mean over ordered pairs of how well the scores for
-- the one class tell it from the other; or the mean of the areas of multiclass_roc_auc ('ovr_macro'), each times the class's prevalence with
-- Provost and Domingos ('ovr_weighted').
-- returns: <by>, auc DOUBLE, n_classes BIGINT
-- uses: _rocsql_class_rows, _rocsql_all_scored, _rocsql_class_areas, _rocsql_order, _rocsql_output
-- example: FROM multiclass_auc(preds, class, score, actual, by := ['model'])
CREATE OR REPLACE MACRO multiclass_auc(source, class, score, actual, "by" := [], method := 'hand_till') AS TABLE
WITH examples AS MATERIALIZED (FROM _rocsql_class_rows(source, class, score, actual, "by")),
seen AS MATERIALIZED (SELECT DISTINCT _by, _class, _actual FROM examples),
occurring AS MATERIALIZED (SELECT DISTINCT _by, _actual FROM seen),
-- Of the scores for a class, those of its own examples meet those of each other class in turn.
pairwise AS MATERIALIZED (
    SELECT {'_groups': e._by, '_class': e._class, '_against': e._actual} AS _by, e._score, false AS _positive, 1::BIGINT AS _weight
    FROM examples AS e
    SEMI JOIN occurring AS o ON e._by IS NOT DISTINCT FROM o._by AND e._class = o._actual
    WHERE e._actual <> e._class
    UNION ALL
    SELECT {'_groups': e._by, '_class': e._class, '_against': o._actual}, e._score, true, 1::BIGINT
    FROM examples AS e
    JOIN occurring AS o ON e._by IS NOT DISTINCT FROM o._by AND e._class <> o._actual
    WHERE e._actual = e._class
),
each_alone AS MATERIALIZED (
    SELECT
        {'_groups': e._by, '_class': e._class, '_against': NULL} AS _by,
        e._score,
        e._actual = e._class AS _positive,
        1::BIGINT AS _weight
    FROM examples AS e
    SEMI JOIN occurring AS o ON e._by IS NOT DISTINCT FROM o._by AND e._class = o._actual
),
hand_till AS (SELECT _by._groups AS _by, _auc, 1::DOUBLE AS _share FROM _rocsql_class_areas(pairwise)),
ovr_macro AS (SELECT _by._groups AS _by, _auc, 1::DOUBLE AS _share FROM _rocsql_class_areas(each_alone)),
ovr_weighted AS (
    SELECT _by._groups AS _by, _auc, _n_pos / (_n_pos + _n_neg) AS _share FROM _rocsql_class_areas(each_alone)
),
parts AS (FROM query('FROM ' || CASE
    WHEN method IN ('hand_till', 'ovr_macro', 'ovr_weighted') THEN method
    ELSE error('method must be hand_till, ovr_macro or ovr_weighted, but it is ' || coalesce(method::VARCHAR, 'NULL'))
END)),
-- A class that is all there is has no area, and then there is no mean.
means AS (
    SELECT _by, CASE WHEN count(*) = count(_auc) THEN fsum(_auc * _share) / fsum(_share) END AS _mean FROM parts GROUP BY _by
),
counted AS (SELECT _by, count(*) AS _n_classes FROM occurring GROUP BY _by),
joined AS (
    SELECT c._by, m._mean, c._n_classes
    FROM counted AS c
    LEFT JOIN means AS m ON c._by IS NOT DISTINCT FROM m._by
    WHERE (SELECT _all_scored FROM _rocsql_all_scored(seen))
),
areas AS (FROM query(
    'SELECT row_number() OVER (ORDER BY ' || _rocsql_order("by", '_by.') || 'true) AS _g, * FROM joined'))
FROM query(_rocsql_output("by", '_mean AS auc, _n_classes AS n_classes', 'areas', '_g'))
