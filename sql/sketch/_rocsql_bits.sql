-- _rocsql_bits(score, precision)
-- The leading bits of a score: sign, exponent and `precision` bits of the mantissa; NULL for zero.
-- returns: BIGINT
-- uses: nothing
-- example: SELECT _rocsql_bits(0.75::DOUBLE, 10)
-- Rows are grouped by this rather than by the bin's number, which is left to the few bins.
CREATE OR REPLACE MACRO _rocsql_bits(score, "precision") AS
    nullif(score, 0)::BIT::BIGINT >> (52 - "precision"::INTEGER)
