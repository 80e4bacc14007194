-- _rocsql_selected(fpr, tpr, n_pos, n_neg)
-- How many of n_pos positives and n_neg negatives the operating point selects.
-- returns: DOUBLE
-- uses: nothing
-- example: SELECT _rocsql_selected(0.1::DOUBLE, 0.2::DOUBLE, 240::DOUBLE, 3760::DOUBLE)
CREATE OR REPLACE MACRO _rocsql_selected(fpr, tpr, n_pos, n_neg) AS fpr * n_neg + tpr * n_pos
