-- _rocsql_newcombe_variance(q, m, n)
-- Hanley and McNeil's variance (1982) of an area theta of m positives and n negatives, with q = theta (1 - theta), and as Newcombe has it
-- (m + n) / 2 - 1 for both m - 1 and n - 1.
-- returns: DOUBLE
-- uses: nothing
-- example: SELECT _rocsql_newcombe_variance(0.09::DOUBLE, 50::DOUBLE, 50::DOUBLE)
-- Theirs is (q + (m - 1)(theta / (2 - theta) - theta^2) + (n - 1)(2 theta^2 / (1 + theta) - theta^2)) / (m n). With one factor for both,
-- q (1 - theta) / (2 - theta) + q theta / (1 + theta) adds up to q (1 + 2 q) / (2 + q).
CREATE OR REPLACE MACRO _rocsql_newcombe_variance(q, m, n) AS
    q * (1 + ((m + n) / 2 - 1) * (1 + 2 * q) / (2 + q)) / (m * n)
