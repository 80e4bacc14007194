-- _rocsql_t_root(z, p, df)
-- Student's t quantile for p > 1/2 by Newton's method from z, the normal quantile. Right of 0 the distribution function is concave and the
-- normal quantile lies left of the root, so every step comes nearer and none goes too far.
-- returns: DOUBLE
-- uses: _rocsql_t_below, _rocsql_t_density
-- example: SELECT _rocsql_t_root(1.96::DOUBLE, 0.975::DOUBLE, 9)
-- The steps are a list_reduce, because there a step's value is computed once. In the tail of few degrees a step multiplies t by no more
-- than 1 + 1 / df at first: 40 of them reach tails of 1e-9 and more.
CREATE OR REPLACE MACRO _rocsql_t_root(z, p, df) AS
    list_reduce(
        list_prepend(z, range(40)::DOUBLE[]),
        lambda t, i: t + (p - _rocsql_t_below(t, df)) / _rocsql_t_density(t, df))
