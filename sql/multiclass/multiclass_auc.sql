-- multiclass_auc(source, class, score, actual, by := [], method := 'hand_till')
-- One area for several classes, of those that occur: Hand and Till's M ('hand_till'), the mean over ordered pairs of how well the scores for
-- the one class tell it from the other; or the mean of the areas of multiclass_roc_auc ('ovr_macro'), each times the class's prevalence with
-- Provost and Domingos ('ovr_weighted').
-- returns: <by>, auc DOUBLE, n_classes BIGINT
-- uses: _rocsql_class_rows, _rocsql_all_scored, _rocsql_pair_areas, _rocsql_class_areas, _rocsql_order, _rocsql_output
-- example: FROM multiclass_auc(preds, class, score, actual, by := ['model'])
CREATE OR REPLACE MACRO multiclass_auc(source, class, score, actual, "by" := [], method := 'hand_till') AS TABLE
WITH examples AS MATERIALIZED (FROM _rocsql_class_rows(source, class, score, actual, "by")),
seen AS MATERIALIZED (SELECT DISTINCT _by, _class, _actual FROM examples),
hand_till AS (SELECT _by, _auc, 1::DOUBLE AS _share FROM _rocsql_pair_areas(examples)),
ovr_macro AS (SELECT _by, _auc, 1::DOUBLE AS _share FROM _rocsql_class_areas(examples) WHERE _auc IS NOT NULL),
ovr_weighted AS (
    SELECT _by, _auc, _n_pos / (_n_pos + _n_neg) AS _share FROM _rocsql_class_areas(examples) WHERE _auc IS NOT NULL
),
parts AS (FROM query('FROM ' || CASE
    WHEN method IN ('hand_till', 'ovr_macro', 'ovr_weighted') THEN method
    ELSE error('method must be hand_till, ovr_macro or ovr_weighted, but it is ' || coalesce(method::VARCHAR, 'NULL'))
END)),
means AS (SELECT _by, count(*) AS _parts, fsum(_auc * _share) / fsum(_share) AS _mean FROM parts GROUP BY _by),
counted AS (SELECT _by, count(DISTINCT _actual) AS _n_classes FROM seen GROUP BY _by),
joined AS (
    SELECT
        c._by,
        -- Every class that occurs has its part, or there is no mean: a class that is all there is has no area.
        CASE WHEN m._parts = c._n_classes * CASE WHEN method = 'hand_till' THEN c._n_classes - 1 ELSE 1 END THEN m._mean END AS _mean,
        c._n_classes
    FROM counted AS c
    LEFT JOIN means AS m ON c._by IS NOT DISTINCT FROM m._by
    WHERE (SELECT _all_scored FROM _rocsql_all_scored(seen))
),
areas AS (FROM query(
    'SELECT row_number() OVER (ORDER BY ' || _rocsql_order("by", '_by.') || 'true) AS _g, * FROM joined'))
FROM query(_rocsql_output("by", '_mean AS auc, _n_classes AS n_classes', 'areas', '_g'))
