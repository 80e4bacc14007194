-- _rocsql_cut(rows, precision)
-- The rows with their scores cut off after `precision` bits of the mantissa: the score of a bin that is nearest to zero.
-- returns: <rows>, _cut DOUBLE
-- uses: nothing
-- example: FROM _rocsql_cut(rows, 10)
-- By arithmetic, which is several times faster than by the bits: c - (c - x), with c = (2^52 + 1) x, is x rounded to one bit (Dekker 1971),
-- and for x = 3/4 score that is the power of two at or below the score. Scores so large or small that it would leave the doubles, and
-- zero, are cut by their bits; the bin next to zero has no score nearer to it than the smallest double.
CREATE OR REPLACE MACRO _rocsql_cut(rows, "precision") AS TABLE
WITH scaled AS (SELECT *, 0.75::DOUBLE * _score AS _x, 4503599627370497::DOUBLE * (0.75::DOUBLE * _score) AS _c FROM query_table(rows)),
stepped AS (SELECT * EXCLUDE (_x, _c), (_c - (_c - _x)) * pow(2::DOUBLE, -("precision")) AS _step FROM scaled)
SELECT
    * EXCLUDE (_step),
    CASE
        WHEN abs(_score) BETWEEN 1e-290 AND 1e290 THEN floor(_score / _step) * _step
        WHEN isfinite(_score)
        THEN sign(_score) * greatest(abs(_score)::BIT::BIGINT & -(1::BIGINT << (52 - "precision"::INTEGER)), 1)::BIT::DOUBLE
        ELSE _score
    END AS _cut
FROM stepped
