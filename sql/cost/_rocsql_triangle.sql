-- _rocsql_triangle(x, low, mode, high)
-- The distribution function of the triangular distribution: what share of it lies at or below x.
-- returns: DOUBLE
-- uses: nothing
-- example: SELECT _rocsql_triangle(1::DOUBLE, 0.5::DOUBLE, 1::DOUBLE, 2::DOUBLE)
CREATE OR REPLACE MACRO _rocsql_triangle(x, low, mode, high) AS
    CASE
        WHEN x <= low THEN 0::DOUBLE
        WHEN x >= high THEN 1::DOUBLE
        WHEN x <= mode THEN (x - low) * (x - low) / ((high - low) * (mode - low))
        ELSE 1 - (high - x) * (high - x) / ((high - low) * (high - mode))
    END
