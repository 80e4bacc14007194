-- _rocsql_both_tails(x, y, r)
-- How likely a standard normal variable is at least x >= 0 away from 0: 2 normal_cdf(-x), with y = x / sqrt(2) and r = x^2 / 2.
-- returns: DOUBLE
-- uses: _rocsql_erf_near_zero, _rocsql_erfc_scaled
-- example: SELECT _rocsql_both_tails(2::DOUBLE, sqrt(2::DOUBLE), 2::DOUBLE)
CREATE OR REPLACE MACRO _rocsql_both_tails(x, y, r) AS
    CASE
        WHEN x IS NULL THEN NULL
        WHEN x > 38 THEN 0::DOUBLE
        WHEN x <= 0.66 THEN 1 - _rocsql_erf_near_zero(y, r)
        ELSE exp(-r) * _rocsql_erfc_scaled(y)
    END
