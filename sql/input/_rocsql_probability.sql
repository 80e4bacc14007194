-- _rocsql_probability(score)
-- The score, if it is a probability; else an error.
-- returns: DOUBLE
-- uses: nothing
-- example: SELECT _rocsql_probability(0.5::DOUBLE)
CREATE OR REPLACE MACRO _rocsql_probability(score) AS
    CASE
        WHEN score BETWEEN 0 AND 1 THEN score
        ELSE error('score must be a probability between 0 and 1, but a row has ' || score::VARCHAR
            || ': turn scores into probabilities first, or measure their ranking alone')
    END
