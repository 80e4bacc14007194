-- _rocsql_grain(heaviest, rows)
-- What one unit weighs where the weights of a class are added as whole numbers: a power of two, 1 where rows are counted.
-- returns: DOUBLE
-- uses: nothing
-- example: SELECT _rocsql_grain(0.7::DOUBLE, 20000)
-- Small enough to lose nothing, and large enough for the total of all groups, 2^31 at most, to fit a HUGEINT: sums are then exact, the same in
-- whatever order the rows come, and never decrease along a curve. Each class of a group has its own, so that a class that weighs far less than
-- the other does not round to nothing.
CREATE OR REPLACE MACRO _rocsql_grain(heaviest, rows) AS
    CASE
        WHEN typeof(heaviest) = 'BIGINT' THEN 1::DOUBLE
        WHEN (heaviest > 0 AND heaviest::DOUBLE < 1e-270) OR heaviest::DOUBLE * rows > 1e300 THEN error(
            'the largest weight of a class is ' || heaviest::VARCHAR || ', too near the end of what a DOUBLE holds: multiply all weights by a constant')
        -- Benefits and costs may all be 0, and a class may have no rows.
        ELSE pow(2, ceil(log2(greatest(heaviest::DOUBLE, 1e-270))) + ceil(log2(rows::DOUBLE)) - 95)
    END
