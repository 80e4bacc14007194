-- _rocsql_erfc_scaled(y)
-- The tails of normal_cdf: exp(y^2) erfc(y) for y > 0.46875, split at y = 4.
-- returns: DOUBLE
-- uses: _rocsql_erfc_far
-- example: SELECT _rocsql_erfc_scaled(2.0::DOUBLE)
CREATE OR REPLACE MACRO _rocsql_erfc_scaled(y) AS
    CASE WHEN y <= 4 THEN
        ((((((((2.15311535474403846e-8::DOUBLE * y + 5.64188496988670089e-1) * y + 8.88314979438837594e0) * y
            + 6.61191906371416295e1) * y + 2.98635138197400131e2) * y + 8.81952221241769090e2) * y
            + 1.71204761263407058e3) * y + 2.05107837782607147e3) * y + 1.23033935479799725e3)
        / ((((((((y + 1.57449261107098347e1) * y + 1.17693950891312499e2) * y + 5.37181101862009858e2) * y
            + 1.62138957456669019e3) * y + 3.29079923573345963e3) * y + 4.36261909014324716e3) * y
            + 3.43936767414372164e3) * y + 1.23033935480374942e3)
    ELSE _rocsql_erfc_far(y, 1 / (y * y)) END
