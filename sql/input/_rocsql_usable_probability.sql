-- _rocsql_usable_probability(score, label, weight)
-- Does the row count, where scores have to be probabilities?
-- returns: BOOLEAN
-- uses: _rocsql_usable
-- example: SELECT _rocsql_usable_probability(0.5, true, 1)
CREATE OR REPLACE MACRO _rocsql_usable_probability(score, label, weight) AS
    CASE
        WHEN NOT _rocsql_usable(score, label, weight) THEN false
        WHEN TRY_CAST(score AS DOUBLE) BETWEEN 0 AND 1 THEN true
        ELSE error('score must be a probability between 0 and 1, but a row has ' || score::VARCHAR
            || ': turn scores into probabilities first, or measure their ranking alone')
    END
