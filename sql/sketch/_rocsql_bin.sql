-- _rocsql_bin(bits, precision)
-- The number of a bin from its leading bits: 0 for zero, which has none, above it the bits counted from 1, below it the same with a minus.
-- Larger scores never have a smaller one.
-- returns: BIGINT
-- uses: nothing
-- example: SELECT _rocsql_bin(_rocsql_bits(0.75::DOUBLE, 10), 10)
-- Shifted bits keep their sign in front; the mask leaves what they are without it.
CREATE OR REPLACE MACRO _rocsql_bin(bits, "precision") AS
    CASE
        WHEN bits IS NULL THEN 0
        WHEN bits >= 0 THEN bits + 1
        ELSE -1 - (bits & (9223372036854775807 >> (52 - "precision"::INTEGER)))
    END
