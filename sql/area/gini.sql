-- gini(auc)
-- The Gini coefficient of an AUC: twice the area between the curve and the diagonal.
-- returns: DOUBLE
-- uses: nothing
-- example: SELECT gini(0.68)
CREATE OR REPLACE MACRO gini(auc) AS 2 * auc::DOUBLE - 1
