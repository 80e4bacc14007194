-- _rocsql_erfc_far(y, r)
-- The far tails of normal_cdf: exp(y^2) erfc(y) for y > 4, with r = 1 / y^2.
-- returns: DOUBLE
-- uses: nothing
-- example: SELECT _rocsql_erfc_far(5.0::DOUBLE, 0.04::DOUBLE)
CREATE OR REPLACE MACRO _rocsql_erfc_far(y, r) AS
    (5.6418958354775628695e-1::DOUBLE
        - r * (((((1.63153871373020978e-2::DOUBLE * r + 3.05326634961232344e-1) * r + 3.60344899949804439e-1) * r
            + 1.25781726111229246e-1) * r + 1.60837851487422766e-2) * r + 6.58749161529837803e-4)
        / (((((r + 2.56852019228982242e0) * r + 1.87295284992346725e0) * r + 5.27905102951428412e-1) * r
            + 6.05183413124413191e-2) * r + 2.33520497626869185e-3))
    / y
