-- best_threshold(source, score, label, by := [], weight := 1, criterion := 'cost', cost_fp := 1, cost_fn := 1, prior := NULL, w := 0.5)
-- The best threshold of every group and what it reaches. criterion 'cost': the lowest expected cost per example, for the cost of a false
-- positive and of a false negative; 'accuracy'; 'f1'; 'youden': tpr - fpr; 'distance': roc_distance with weight w. prior is the share of
-- positives where the threshold will be used, NULL for that of the data; 'youden' and 'distance' do not depend on it. Of equally good
-- thresholds the highest, with the fewest alarms. NULL for a group of one class.
-- returns: <by>, threshold DOUBLE, tpr DOUBLE, fpr DOUBLE, value DOUBLE
-- uses: _rocsql_rows, _rocsql_groups, _rocsql_points, _rocsql_worth, _rocsql_output, _rocsql_number, _rocsql_shown
-- example: FROM best_threshold(preds, score, label, by := ['model'], cost_fn := 5)
-- Good to one part in 10^12 is equally good, so that rounding does not choose between thresholds that are exactly level.
CREATE OR REPLACE MACRO best_threshold(source, score, label, "by" := [], weight := 1, criterion := 'cost', cost_fp := 1, cost_fn := 1, prior := NULL, w := 0.5) AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_rows(source, score, label, "by", weight)),
groups AS MATERIALIZED (FROM _rocsql_groups(checked, "by")),
points AS (FROM _rocsql_points(checked, groups, "by")),
rated AS (
    SELECT _g, _at, _threshold, _tp / _p AS _tpr, _fn / _p AS _fnr, _fp / _n AS _fpr, coalesce(prior::DOUBLE, _p / (_p + _n)) AS _share
    FROM points
    WHERE _p > 0 AND _n > 0
),
judged AS MATERIALIZED (SELECT *, _rocsql_worth(criterion, _tpr, _fnr, _fpr, _share, cost_fp::DOUBLE, cost_fn::DOUBLE, w::DOUBLE) AS _worth FROM rated),
-- Costs add up without cancelling, so that their rounding is small beside the least of them; the others are of the order of 1.
tops AS (SELECT _g, max(_worth) AS _top, CASE WHEN criterion = 'cost' THEN abs(max(_worth)) ELSE 1 END AS _scale FROM judged GROUP BY _g),
best AS (
    SELECT j._g, min_by({'threshold': j._threshold, 'tpr': j._tpr, 'fpr': j._fpr, 'worth': j._worth}, j._at) AS _point
    FROM judged AS j
    JOIN tops AS t ON j._g = t._g
    WHERE j._worth >= t._top - 1e-12 * t._scale
    GROUP BY j._g
),
chosen AS (
    SELECT
        g._g,
        g._by,
        b._point.threshold AS threshold,
        b._point.tpr AS tpr,
        b._point.fpr AS fpr,
        CASE WHEN criterion = 'cost' THEN abs(b._point.worth) ELSE b._point.worth END AS value
    FROM groups AS g
    LEFT JOIN best AS b ON g._g = b._g
)
FROM query(CASE
    WHEN NOT coalesce(criterion IN ('cost', 'accuracy', 'f1', 'youden', 'distance'), false) THEN error(
        'criterion must be cost, accuracy, f1, youden or distance, but it is ' || coalesce(criterion::VARCHAR, 'NULL'))
    WHEN NOT coalesce(_rocsql_number(cost_fp) >= 0 AND _rocsql_number(cost_fp) < 'inf'::DOUBLE, false) THEN error(
        'cost_fp must be finite and not negative, but it is ' || _rocsql_shown(cost_fp))
    WHEN NOT coalesce(_rocsql_number(cost_fn) >= 0 AND _rocsql_number(cost_fn) < 'inf'::DOUBLE, false) THEN error(
        'cost_fn must be finite and not negative, but it is ' || _rocsql_shown(cost_fn))
    WHEN NOT coalesce(_rocsql_number(prior) > 0 AND _rocsql_number(prior) < 1, prior IS NULL) THEN error(
        'prior must be the share of positives, between 0 and 1, but it is ' || _rocsql_shown(prior))
    WHEN NOT coalesce(_rocsql_number(w) BETWEEN 0 AND 1, false) THEN error('w must lie between 0 and 1, but it is ' || _rocsql_shown(w))
    ELSE _rocsql_output("by", 'threshold, tpr, fpr, value', 'chosen', '_g')
END)
