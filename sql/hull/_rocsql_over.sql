-- _rocsql_over(tp, fp, tp_before, fp_before, tp_after, fp_after)
-- Twice the area between a point and the chord below it: positive where the point lies above the chord, exactly so for counts (DOUBLE).
-- Whole units of weights (HUGEINT) are too large for that: what rounding may have made counts as 0.
-- returns: HUGEINT
-- uses: nothing
-- example: SELECT _rocsql_over(1::DOUBLE, 0::DOUBLE, 0::DOUBLE, 0::DOUBLE, 2::DOUBLE, 2::DOUBLE)
CREATE OR REPLACE MACRO _rocsql_over(tp, fp, tp_before, fp_before, tp_after, fp_after) AS
    struct_extract(
        {
            'DOUBLE': TRY_CAST(fp_after - fp_before AS BIGINT)::HUGEINT * TRY_CAST(tp - tp_before AS BIGINT)
                    - TRY_CAST(tp_after - tp_before AS BIGINT)::HUGEINT * TRY_CAST(fp - fp_before AS BIGINT),
            'HUGEINT': CASE
                WHEN abs((fp_after - fp_before)::DOUBLE * (tp - tp_before)::DOUBLE / nullif((tp_after - tp_before)::DOUBLE * (fp - fp_before)::DOUBLE, 0) - 1)
                     < 1e-15 THEN 0::DOUBLE
                ELSE (fp_after - fp_before)::DOUBLE * (tp - tp_before)::DOUBLE - (tp_after - tp_before)::DOUBLE * (fp - fp_before)::DOUBLE
            END
        },
        typeof(tp))
