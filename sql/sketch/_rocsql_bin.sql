-- _rocsql_bin(score, precision)
-- The number of the score's bin: 0 for zero, above it the leading bits of the double, counted from 1, below it the same with a minus. Larger
-- scores never have a smaller one. All of sign, exponent and `precision` bits of the mantissa are in it; infinities have bins of their own.
-- returns: BIGINT
-- uses: nothing
-- example: SELECT _rocsql_bin(0.75::DOUBLE, 10)
CREATE OR REPLACE MACRO _rocsql_bin(score, "precision") AS
    sign(score)::BIGINT * ((abs(score)::BIT::BIGINT >> (52 - "precision"::INTEGER)) + 1)
