-- roc_distance(tpr, fpr, w)
-- Hamilton's distance measure of an operating point: 1 at (0, 1), 0 at (1, 0); w is the importance of missed positives, 0 to 1.
-- returns: DOUBLE
-- uses: nothing
-- example: SELECT roc_distance(0.5, 0.1, 0.5)
CREATE OR REPLACE MACRO roc_distance(tpr, fpr, w) AS
    CASE
        WHEN NOT coalesce(isfinite(w::DOUBLE) AND w BETWEEN 0 AND 1, true) THEN error('w must lie between 0 and 1, but it is ' || w::VARCHAR)
        ELSE 1 - sqrt(w::DOUBLE * (1 - tpr::DOUBLE) * (1 - tpr::DOUBLE) + (1 - w::DOUBLE) * fpr::DOUBLE * fpr::DOUBLE)
    END
