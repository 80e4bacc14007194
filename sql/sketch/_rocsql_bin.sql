-- _rocsql_bin(score, precision)
-- The number of a score's bin: 0 for zero, above it the leading bits counted from 1, below it the same with a minus. Larger scores never
-- have a smaller one.
-- returns: BIGINT
-- uses: nothing
-- example: SELECT _rocsql_bin(0.75::DOUBLE, 10)
CREATE OR REPLACE MACRO _rocsql_bin(score, "precision") AS
    CASE
        WHEN score = 0 THEN 0
        ELSE sign(score)::BIGINT * ((abs(score)::BIT::BIGINT >> (52 - "precision"::INTEGER)) + 1)
    END
