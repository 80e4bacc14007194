-- _rocsql_usable_probability(score, label, weight)
-- Does the row count, where scores have to be probabilities?
-- returns: BOOLEAN
-- uses: _rocsql_usable, _rocsql_probability
-- example: SELECT _rocsql_usable_probability(0.5, true, 1)
CREATE OR REPLACE MACRO _rocsql_usable_probability(score, label, weight) AS
    CASE
        WHEN NOT _rocsql_usable(score, label, weight) THEN false
        ELSE _rocsql_probability(TRY_CAST(score AS DOUBLE)) IS NOT NULL
    END
