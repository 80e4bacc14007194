-- _rocsql_placement_variance(p, n, u, u_pos, u_neg)
-- DeLong's variance of a mean of placements, from their sum over either class and the sums of their squares. NULL with fewer than 2
-- positives or negatives.
-- returns: DOUBLE
-- uses: nothing
-- example: SELECT _rocsql_placement_variance(3, 3, 2, 4, 4)
-- Whole numbers up to P N = 2^62, where the squares still fit a HUGEINT; past that, doubles, whose rounding is then far below the variance.
CREATE OR REPLACE MACRO _rocsql_placement_variance(p, n, u, u_pos, u_neg) AS
    CASE
        WHEN p < 2 OR n < 2 THEN NULL
        WHEN p::DOUBLE * n::DOUBLE < 4.6e18 THEN
            (p::HUGEINT * u_pos - u::HUGEINT * u)::DOUBLE / (p::DOUBLE * (p - 1)) / (4 * n::DOUBLE * n * p)
            + (n::HUGEINT * u_neg - u::HUGEINT * u)::DOUBLE / (n::DOUBLE * (n - 1)) / (4 * p::DOUBLE * p * n)
        ELSE
            greatest(u_pos::DOUBLE / p - (u::DOUBLE / p) * (u::DOUBLE / p), 0) / (p - 1) / (4 * n::DOUBLE * n)
            + greatest(u_neg::DOUBLE / n - (u::DOUBLE / n) * (u::DOUBLE / n), 0) / (n - 1) / (4 * p::DOUBLE * p)
    END
