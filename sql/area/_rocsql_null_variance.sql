-- _rocsql_null_variance(p, n, ties)
-- The variance of the AUC where scores say nothing of the labels: Mann and Whitney's, over all orders of the labels, with ties the sum of
-- t^3 - t over tie groups of t rows.
-- returns: DOUBLE
-- uses: nothing
-- example: SELECT _rocsql_null_variance(3::BIGINT, 3::BIGINT, 6::HUGEINT)
-- In whole numbers as long as they fit, so that it is exactly 0 where all scores are equal.
CREATE OR REPLACE MACRO _rocsql_null_variance(p, n, ties) AS
    CASE
        WHEN p + n < 1000000000000 THEN
            ((p + n + 1)::HUGEINT * (p + n) * (p + n - 1) - ties)::DOUBLE / (p + n)::DOUBLE / (p + n - 1)::DOUBLE
        ELSE greatest((p + n)::DOUBLE + 1 - ties::DOUBLE / (p + n)::DOUBLE / (p + n - 1)::DOUBLE, 0)
    END / 12 / p::DOUBLE / n::DOUBLE
