-- _rocsql_bin_edge(bin, precision, upper)
-- The smallest score that falls into the bin, or the largest.
-- returns: DOUBLE
-- uses: nothing
-- example: SELECT _rocsql_bin_edge(1047041, 10, false)
-- Away from zero a bin ends one bit before the next one starts; the bits of infinity are the last that are a number.
CREATE OR REPLACE MACRO _rocsql_bin_edge(bin, "precision", upper) AS
    CASE
        WHEN bin = 0 THEN 0::DOUBLE
        WHEN upper = (bin > 0)
        THEN sign(bin) * least(
            ((abs(bin)::BIGINT - 1) << (52 - "precision"::INTEGER)) + ((1::BIGINT << (52 - "precision"::INTEGER)) - 1), 9218868437227405312
        )::BIT::DOUBLE
        ELSE sign(bin) * greatest((abs(bin)::BIGINT - 1) << (52 - "precision"::INTEGER), 1)::BIT::DOUBLE
    END
