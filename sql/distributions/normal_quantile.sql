-- normal_quantile(p)
-- The standard normal quantile, to 1e-15: Wichura's algorithm AS 241 (PPND16), Applied Statistics 37 (1988), 477-484.
-- returns: DOUBLE
-- uses: _rocsql_probit
-- example: SELECT normal_quantile(0.975)
-- Rational functions of q = p - 1/2 in the middle and of r = sqrt(-ln(tail)) in the tails, split at r = 5. NULL outside [0, 1].
CREATE OR REPLACE MACRO normal_quantile(p) AS
    CASE
        WHEN p IS NULL OR NOT isfinite(p::DOUBLE) OR p < 0 OR p > 1 THEN NULL
        ELSE _rocsql_probit(
            p::DOUBLE,
            p::DOUBLE - 0.5,
            0.180625::DOUBLE - (p::DOUBLE - 0.5) * (p::DOUBLE - 0.5),
            sqrt(-ln(least(p::DOUBLE, 1 - p::DOUBLE))))
    END
