-- _rocsql_delong_variance(p, n, u, u_pos, u_neg)
-- DeLong's variance of the AUC from the sums of _rocsql_pairs_by_ranks. NULL with fewer than 2 positives or negatives.
-- returns: DOUBLE
-- uses: nothing
-- example: SELECT _rocsql_delong_variance(3, 3, 16, 88, 88)
-- Whole numbers up to P N = 2^62, where the squares still fit a HUGEINT; past that, doubles, whose rounding is then far below the variance.
CREATE OR REPLACE MACRO _rocsql_delong_variance(p, n, u, u_pos, u_neg) AS
    CASE
        WHEN p < 2 OR n < 2 THEN NULL
        WHEN p::DOUBLE * n::DOUBLE < 4.6e18 THEN
            (p::HUGEINT * u_pos - u::HUGEINT * u)::DOUBLE / (p::DOUBLE * (p - 1)) / (4 * n::DOUBLE * n * p)
            + (n::HUGEINT * u_neg - (2 * p::HUGEINT * n - u) * (2 * p::HUGEINT * n - u))::DOUBLE
              / (n::DOUBLE * (n - 1)) / (4 * p::DOUBLE * p * n)
        ELSE
            greatest(u_pos::DOUBLE / p - (u::DOUBLE / p) * (u::DOUBLE / p), 0) / (p - 1) / (4 * n::DOUBLE * n)
            + greatest(u_neg::DOUBLE / n - (2 * p::DOUBLE - u::DOUBLE / n) * (2 * p::DOUBLE - u::DOUBLE / n), 0)
              / (n - 1) / (4 * p::DOUBLE * p)
    END
