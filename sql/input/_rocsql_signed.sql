-- _rocsql_signed(score, label)
-- How far the score is from 0, with a minus for a positive example, -0.0 included: a score and its label in one number, for lists that hold
-- either scores from 0 on or scores below it.
-- returns: DOUBLE
-- uses: _rocsql_positive
-- example: SELECT _rocsql_signed(0.5, true)
-- Lists of many small groups take most of an aggregate's time. Scores are mostly probabilities, which make one list this way instead of one
-- for each class.
CREATE OR REPLACE MACRO _rocsql_signed(score, label) AS
    CASE WHEN _rocsql_positive(label) THEN -abs(TRY_CAST(score AS DOUBLE)) ELSE abs(TRY_CAST(score AS DOUBLE)) END
