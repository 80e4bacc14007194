-- _rocsql_interval_by_logit(areas)
-- DeLong's standard error on the logit scale: logit(auc) -+ _reach * std_error / (auc (1 - auc)), mapped back. NULL where auc is 0 or 1,
-- which has no logit, and where std_error is 0, which would give an interval of width 0.
-- returns: <areas>, ci_low DOUBLE, ci_high DOUBLE
-- uses: nothing
-- example: FROM _rocsql_interval_by_logit(areas)
-- Adding x to the logit multiplies the odds auc / (1 - auc) by exp(x), so no logarithm is needed. A factor past the largest double is
-- infinite, and the end 0 or 1.
CREATE OR REPLACE MACRO _rocsql_interval_by_logit(areas) AS TABLE
WITH factors AS (
    SELECT
        *,
        exp(CASE WHEN std_error > 0 AND auc > 0 AND auc < 1 THEN _reach * std_error / (auc * (1 - auc)) END) AS _factor
    FROM query_table(areas)
)
SELECT * EXCLUDE (_factor), auc / (auc + (1 - auc) * _factor) AS ci_low, auc / (auc + (1 - auc) / _factor) AS ci_high
FROM factors
