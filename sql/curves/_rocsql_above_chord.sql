-- _rocsql_above_chord(g, tp, fp, g_before, tp_before, fp_before, g_after, tp_after, fp_after)
-- Does the point lie above the chord from one point to the other? Yes where there is no such chord in its group, and where products
-- past 2^53 leave it open.
-- returns: BOOLEAN
-- uses: nothing
-- example: SELECT _rocsql_above_chord(1, 1.0, 0.0, 1, 0.0, 0.0, 1, 2.0, 2.0)
CREATE OR REPLACE MACRO _rocsql_above_chord(g, tp, fp, g_before, tp_before, fp_before, g_after, tp_after, fp_after) AS
    coalesce(
        g <> g_before OR g <> g_after
        OR (fp_after - fp_before)::DOUBLE * (tp - tp_before)::DOUBLE > (tp_after - tp_before)::DOUBLE * (fp - fp_before)::DOUBLE * CASE
            WHEN (tp_after - tp_before)::DOUBLE * (fp - fp_before)::DOUBLE < 9007199254740992 THEN 1::DOUBLE ELSE 0.999999999999999::DOUBLE
        END,
        true)
