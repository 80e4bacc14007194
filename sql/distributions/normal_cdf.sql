-- normal_cdf(x)
-- The standard normal distribution function: W. J. Cody, Rational Chebyshev approximations for the error function, Mathematics of
-- Computation 23 (1969), 631-637. The lower tail is good to 1e-12 of itself down to 1e-300, so 2 * normal_cdf(-abs(z)) is a p-value.
-- returns: DOUBLE
-- uses: _rocsql_erf_near_zero, _rocsql_erfc_scaled
-- example: SELECT normal_cdf(1.96)
-- Rational functions of y = x / sqrt(2) in the middle, and of |y|, times exp(-y^2), in the tails. NULL for NULL and NaN.
CREATE OR REPLACE MACRO normal_cdf(x) AS
    CASE
        WHEN x IS NULL OR (NOT isfinite(x::DOUBLE) AND NOT isinf(x::DOUBLE)) THEN NULL
        WHEN abs(x::DOUBLE) <= 0.66 THEN
            0.5 + _rocsql_erf_near_zero(x::DOUBLE / sqrt(2::DOUBLE), x::DOUBLE * x::DOUBLE / 2) / 2
        -- Further out nothing is left of a double, and a square might pass the largest one.
        WHEN x < -40 THEN 0
        WHEN x > 40 THEN 1
        -- One tail for both sides: every use of an argument is bound again, which is most of a small query's time.
        ELSE CASE WHEN x < 0 THEN 0 ELSE 1 END
             - sign(x) * exp(-(x::DOUBLE * x::DOUBLE) / 2) * _rocsql_erfc_scaled(abs(x::DOUBLE) / sqrt(2::DOUBLE)) / 2
    END
