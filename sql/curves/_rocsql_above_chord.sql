-- _rocsql_above_chord(g, tp, fp, g_before, tp_before, fp_before, g_after, tp_after, fp_after)
-- Does the point lie above the chord from one point to the other? Yes where there is no such chord in its group.
-- returns: BOOLEAN
-- uses: nothing
-- example: SELECT _rocsql_above_chord(1, 1.0, 0.0, 1, 0.0, 0.0, 1, 2.0, 2.0)
CREATE OR REPLACE MACRO _rocsql_above_chord(g, tp, fp, g_before, tp_before, fp_before, g_after, tp_after, fp_after) AS
    coalesce(
        g <> g_before OR g <> g_after
        OR (fp_after - fp_before) * (tp - tp_before) > (tp_after - tp_before) * (fp - fp_before),
        true)
