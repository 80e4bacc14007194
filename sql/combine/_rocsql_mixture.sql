-- _rocsql_mixture(k, fpr_a, tpr_a, fpr_b, tpr_b)
-- The point where B decides at a rate of k and A otherwise. NULL without k.
-- returns: STRUCT(k DOUBLE, fpr DOUBLE, tpr DOUBLE)
-- uses: nothing
-- example: SELECT _rocsql_mixture(0.5::DOUBLE, 0.1::DOUBLE, 0.2::DOUBLE, 0.25::DOUBLE, 0.6::DOUBLE)
CREATE OR REPLACE MACRO _rocsql_mixture(k, fpr_a, tpr_a, fpr_b, tpr_b) AS
    CASE WHEN k IS NOT NULL THEN {'k': k, 'fpr': fpr_a + k * (fpr_b - fpr_a), 'tpr': tpr_a + k * (tpr_b - tpr_a)} END
