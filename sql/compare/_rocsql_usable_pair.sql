-- _rocsql_usable_pair(score_a, score_b, label)
-- Does the row count for both scores? NULL in one of the three: no. Anything that is not a score or a label is an error.
-- returns: BOOLEAN
-- uses: _rocsql_real, _rocsql_usable
-- example: SELECT _rocsql_usable_pair(0.5, 0.4, true)
CREATE OR REPLACE MACRO _rocsql_usable_pair(score_a, score_b, label) AS
    CASE
        WHEN score_a IS NULL OR score_b IS NULL OR label IS NULL THEN false
        WHEN NOT _rocsql_real(score_a, 'score_a') OR NOT _rocsql_real(score_b, 'score_b') THEN false
        ELSE _rocsql_usable(0, label, 1)
    END
