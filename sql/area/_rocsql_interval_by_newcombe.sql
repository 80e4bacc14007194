-- _rocsql_interval_by_newcombe(areas)
-- Newcombe's interval of every area (Statistics in Medicine 2006, 25:559-573, method 5): the ends are the theta whose distance from auc is
-- _reach * sqrt(V(theta)), with the variance of _rocsql_newcombe_variance. It needs auc, n_pos and n_neg alone, one row of each class is
-- enough, and its width is never 0. NULL where _weighted: weights are no numbers of rows.
-- returns: <areas>, ci_low DOUBLE, ci_high DOUBLE
-- uses: _rocsql_newcombe_low
-- example: FROM _rocsql_interval_by_newcombe(areas)
-- V(theta) = V(1 - theta), so the upper end is 1 less the lower end of 1 - auc.
CREATE OR REPLACE MACRO _rocsql_interval_by_newcombe(areas) AS TABLE
WITH counted AS (
    SELECT *, CASE WHEN NOT _weighted THEN auc END AS _area, n_pos::DOUBLE AS _rows_pos, n_neg::DOUBLE AS _rows_neg
    FROM query_table(areas)
)
SELECT
    * EXCLUDE (_area, _rows_pos, _rows_neg),
    CASE WHEN _area IS NOT NULL THEN _rocsql_newcombe_low(_area, _rows_pos, _rows_neg, _reach) END AS ci_low,
    CASE WHEN _area IS NOT NULL THEN 1 - _rocsql_newcombe_low(1 - _area, _rows_pos, _rows_neg, _reach) END AS ci_high
FROM counted
