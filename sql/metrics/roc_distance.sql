-- roc_distance(tpr, fpr, w)
-- Hamilton's distance measure of an operating point: 1 at (0, 1), 0 at (1, 0); w is the importance of missed positives, 0 to 1.
-- returns: DOUBLE
-- uses: _rocsql_number, _rocsql_shown
-- example: SELECT roc_distance(0.5, 0.1, 0.5)
CREATE OR REPLACE MACRO roc_distance(tpr, fpr, w) AS
    CASE
        WHEN w IS NOT NULL AND NOT coalesce(isfinite(_rocsql_number(w)) AND _rocsql_number(w) BETWEEN 0 AND 1, false) THEN error(
            'w must lie between 0 and 1, but it is ' || _rocsql_shown(w))
        ELSE 1 - sqrt(w::DOUBLE * (1 - tpr::DOUBLE) * (1 - tpr::DOUBLE) + (1 - w::DOUBLE) * fpr::DOUBLE * fpr::DOUBLE)
    END
