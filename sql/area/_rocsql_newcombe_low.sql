-- _rocsql_newcombe_low(auc, m, n, reach)
-- The theta in [0, auc] with auc - theta = reach * sqrt(V(theta)): the lower end of Newcombe's interval of m positives and n negatives.
-- returns: DOUBLE
-- uses: _rocsql_newcombe_variance
-- example: SELECT _rocsql_newcombe_low(0.9::DOUBLE, 50::DOUBLE, 50::DOUBLE, 1.96::DOUBLE)
-- Bisection: from 0 upwards in steps of auc / 2, auc / 4, ..., each taken if it stays below the root. There is exactly one: times
-- (2 - theta)(1 + theta) the equation's square is of degree 4, with one root each in [-1, 0], [0, auc], [auc, 1] and [1, 2].
CREATE OR REPLACE MACRO _rocsql_newcombe_low(auc, m, n, reach) AS
    list_reduce(
        list_transform(range(1, 55), lambda i: pow(2::DOUBLE, -i)),
        lambda low, part: CASE
            WHEN pow(auc - (low + part * auc), 2)
                 > reach * reach * _rocsql_newcombe_variance((low + part * auc) * (1 - (low + part * auc)), m, n)
            THEN low + part * auc
            ELSE low
        END,
        0::DOUBLE
    )
