-- _rocsql_probit(p, q, r, tail)
-- normal_quantile of a share from 0 to 1 whose q = p - 1/2, r = 0.180625 - q^2 and tail, the root of -ln of the smaller of p and 1 - p, are known.
-- returns: DOUBLE
-- uses: _rocsql_normal_middle, _rocsql_normal_tail
-- example: SELECT _rocsql_probit(0.5::DOUBLE, 0::DOUBLE, 0.180625::DOUBLE, 0.8325546111576977::DOUBLE)
-- Inside CASE an expression is computed again wherever it stands, some ten times over here: for many rows, compute the three beforehand.
CREATE OR REPLACE MACRO _rocsql_probit(p, q, r, tail) AS
    CASE
        WHEN p = 0 THEN '-inf'::DOUBLE
        WHEN p = 1 THEN 'inf'::DOUBLE
        WHEN abs(q) <= 0.425 THEN _rocsql_normal_middle(q, r)
        ELSE sign(q) * _rocsql_normal_tail(tail - 1.6, tail - 5)
    END
