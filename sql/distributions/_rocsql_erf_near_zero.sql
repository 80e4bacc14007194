-- _rocsql_erf_near_zero(y, r)
-- The middle part of normal_cdf: erf(y) for |y| <= 0.46875, with r = y^2.
-- returns: DOUBLE
-- uses: nothing
-- example: SELECT _rocsql_erf_near_zero(0.25::DOUBLE, 0.0625::DOUBLE)
CREATE OR REPLACE MACRO _rocsql_erf_near_zero(y, r) AS
    y * ((((1.85777706184603153e-1::DOUBLE * r + 3.16112374387056560e0) * r + 1.13864154151050156e2) * r
        + 3.77485237685302021e2) * r + 3.20937758913846947e3)
      / ((((r + 2.36012909523441209e1) * r + 2.44024637934444173e2) * r + 1.28261652607737228e3) * r + 2.84423683343917062e3)
