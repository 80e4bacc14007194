-- confusion_at(source, score, label, threshold, by := [], weight := 1)
-- The confusion matrix and its measures at the given thresholds, a number or a list, the highest first: score >= threshold is
-- predicted positive.
-- returns: <by>, threshold DOUBLE, tp BIGINT, fp BIGINT, fn BIGINT, tn BIGINT, tpr DOUBLE, fpr DOUBLE, precision DOUBLE, accuracy DOUBLE, f1 DOUBLE, specificity DOUBLE, npv DOUBLE, mcc DOUBLE, lift DOUBLE
-- uses: _rocsql_rows, _rocsql_thresholds, _rocsql_groups, _rocsql_ties, _rocsql_accumulated, _rocsql_metrics, _rocsql_output, _rocsql_shown
-- example: FROM confusion_at(preds, score, label, [0.5, 0.9], by := ['model'])
CREATE OR REPLACE MACRO confusion_at(source, score, label, threshold, "by" := [], weight := 1) AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_rows(source, score, label, "by", weight)),
groups AS MATERIALIZED (FROM _rocsql_groups(checked, "by")),
wanted AS MATERIALIZED (
    SELECT DISTINCT CASE WHEN _asked = 0 THEN 0 ELSE _asked END AS _threshold
    FROM (SELECT unnest(_rocsql_thresholds(threshold)) AS _asked)
),
-- Every row goes to the highest step that it reaches, the last of which all rows reach: one pass, however many thresholds.
steps AS (SELECT _threshold FROM wanted UNION SELECT '-inf'::DOUBLE),
ranges AS (SELECT _threshold, coalesce(lead(_threshold) OVER (ORDER BY _threshold ASC), 'nan'::DOUBLE) AS _next FROM steps),
few_steps AS (
    SELECT r._by, s._threshold AS _score, r._positive, r._weight
    FROM checked AS r
    JOIN ranges AS s ON r._score >= s._threshold AND r._score < s._next
),
-- Past some sixteen thresholds sorting the rows is cheaper than comparing each with all of them.
many_steps AS (
    SELECT r._by, s._threshold AS _score, r._positive, r._weight FROM checked AS r ASOF JOIN steps AS s ON r._score >= s._threshold
),
stepped AS (FROM query(CASE WHEN len(_rocsql_thresholds(threshold)) <= 16 THEN 'FROM few_steps' ELSE 'FROM many_steps' END)),
ties AS MATERIALIZED (
    SELECT _g, _score, _pos, _neg FROM _rocsql_ties(stepped, groups, "by")
    UNION ALL
    SELECT g._g, w._threshold, 0, 0 FROM groups AS g CROSS JOIN wanted AS w
),
summed AS MATERIALIZED (SELECT _g, _score, sum(_pos) AS _pos, sum(_neg) AS _neg FROM ties GROUP BY _g, _score),
points AS (
    SELECT p.* FROM _rocsql_accumulated(summed, groups, "by") AS p JOIN wanted AS w ON p._threshold = w._threshold WHERE p._at > 0
),
metrics AS (FROM _rocsql_metrics(points))
FROM query(CASE
    WHEN typeof(threshold) NOT LIKE 'VARCHAR%' AND len(_rocsql_thresholds(threshold)) > 0
         AND len(list_filter(_rocsql_thresholds(threshold), lambda t: t IS NULL OR isnan(t))) = 0
    THEN _rocsql_output(
        "by", 'threshold, tp, fp, fn, tn, tpr, fpr, "precision", accuracy, f1, specificity, npv, mcc, lift', 'metrics', '_at')
    ELSE error('threshold must be a number or a list of numbers, such as [0.5, 0.9], but it is ' || _rocsql_shown(threshold))
END)
