-- _rocsql_sketch_steps(sums)
-- The bins with what lies at or above each of them in its group, the group's totals, and whether the bin holds a single score, so that its
-- rows are a tie rather than of unknown order.
-- returns: <sums>, _tp HUGEINT, _fp HUGEINT, _p HUGEINT, _n HUGEINT, _tied BOOLEAN
-- uses: nothing
-- example: FROM _rocsql_sketch_steps(sums)
CREATE OR REPLACE MACRO _rocsql_sketch_steps(sums) AS TABLE
SELECT
    *,
    sum(_pos) OVER down AS _tp,
    sum(_neg) OVER down AS _fp,
    sum(_pos) OVER (PARTITION BY _g) AS _p,
    sum(_neg) OVER (PARTITION BY _g) AS _n,
    _low = _high AS _tied
FROM query_table(sums)
WINDOW down AS (PARTITION BY _g ORDER BY _bin DESC ROWS UNBOUNDED PRECEDING)
