-- confusion_at(source, score, label, threshold, by := [], weight := 1)
-- The confusion matrix and its measures at the given thresholds, a number or a list: score >= threshold is predicted positive.
-- returns: <by>, threshold DOUBLE, tp BIGINT, fp BIGINT, fn BIGINT, tn BIGINT, tpr DOUBLE, fpr DOUBLE, precision DOUBLE, accuracy DOUBLE, f1 DOUBLE, specificity DOUBLE, npv DOUBLE, mcc DOUBLE, lift DOUBLE
-- uses: _rocsql_rows, _rocsql_usable, _rocsql_groups, _rocsql_members, _rocsql_metrics, _rocsql_output
-- example: FROM confusion_at(preds, score, label, [0.5, 0.9], by := ['model'])
CREATE OR REPLACE MACRO confusion_at(source, score, label, threshold, "by" := [], weight := 1) AS TABLE
WITH checked AS MATERIALIZED (
    FROM _rocsql_rows(source, score, label, "by", weight, _rocsql_usable(score, label, weight))
),
groups AS MATERIALIZED (FROM _rocsql_groups(checked, "by")),
members AS (FROM _rocsql_members(checked, groups, "by")),
-- [threshold] of a list is a list in a list, and of a number a list: flattened, both are a list of numbers.
wanted AS MATERIALIZED (
    SELECT DISTINCT CASE WHEN t = 0 THEN 0 ELSE t END AS _threshold
    FROM (SELECT unnest(_rocsql_thresholds(threshold)) AS t)
),
-- Every row goes to the highest threshold that it reaches: one pass, however many thresholds. A row below all of them still counts
-- in the totals, at -inf.
steps AS (SELECT _threshold FROM wanted UNION SELECT '-inf'::DOUBLE),
few_steps AS (
    SELECT m._g, s._threshold, m._positive, m._weight
    FROM members AS m
    JOIN (SELECT _threshold, lead(_threshold, 1, 'nan'::DOUBLE) OVER (ORDER BY _threshold) AS _next FROM steps) AS s
        ON m._score >= s._threshold AND m._score < s._next
),
many_steps AS (
    SELECT m._g, s._threshold, m._positive, m._weight FROM members AS m ASOF JOIN steps AS s ON m._score >= s._threshold
),
stepped AS (FROM query(CASE WHEN len(_rocsql_thresholds(threshold)) <= 16 THEN 'FROM few_steps' ELSE 'FROM many_steps' END)),
FROM wanted
