-- _rocsql_interval_by_delong(areas)
-- DeLong's interval of every area: auc -+ _reach * std_error, clipped to [0, 1].
-- returns: <areas>, ci_low DOUBLE, ci_high DOUBLE
-- uses: nothing
-- example: FROM _rocsql_interval_by_delong(areas)
CREATE OR REPLACE MACRO _rocsql_interval_by_delong(areas) AS TABLE
SELECT
    *,
    CASE WHEN std_error IS NOT NULL THEN greatest(auc - _reach * std_error, 0) END AS ci_low,
    CASE WHEN std_error IS NOT NULL THEN least(auc + _reach * std_error, 1) END AS ci_high
FROM query_table(areas)
