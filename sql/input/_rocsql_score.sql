-- _rocsql_score(score)
-- The score as a DOUBLE, -0.0 and 0.0 as one. For scores that have been checked.
-- returns: DOUBLE
-- uses: nothing
-- example: SELECT _rocsql_score(-0.0)
CREATE OR REPLACE MACRO _rocsql_score(score) AS
    TRY_CAST(score AS DOUBLE) + 0::DOUBLE
