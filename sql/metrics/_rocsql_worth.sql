-- _rocsql_worth(criterion, tpr, fnr, fpr, share, cost_fp, cost_fn, w)
-- How good an operating point is by the criterion, more being better: expected costs with their sign turned. share is that of the positives.
-- returns: DOUBLE
-- uses: roc_distance
-- example: SELECT _rocsql_worth('youden', 0.8, 0.2, 0.1, 0.5, 1, 1, 0.5)
CREATE OR REPLACE MACRO _rocsql_worth(criterion, tpr, fnr, fpr, share, cost_fp, cost_fn, w) AS
    CASE criterion
        WHEN 'cost' THEN -(share * fnr * cost_fn + (1 - share) * fpr * cost_fp)
        WHEN 'accuracy' THEN share * tpr + (1 - share) * (1 - fpr)
        WHEN 'f1' THEN 2 * share * tpr / (share * tpr + (1 - share) * fpr + share)
        WHEN 'youden' THEN tpr - fpr
        WHEN 'distance' THEN roc_distance(tpr, fpr, w)
    END::DOUBLE
