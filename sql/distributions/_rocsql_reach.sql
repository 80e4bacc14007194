-- _rocsql_reach(confidence)
-- How many standard errors an interval of this confidence reaches to either side: normal_quantile(0.5 + confidence / 2).
-- returns: _reach DOUBLE
-- uses: _rocsql_normal_middle, _rocsql_normal_tail
-- example: FROM _rocsql_reach(0.95)
-- In steps, because an argument is bound again wherever a macro uses it, which is most of a small query's time.
CREATE OR REPLACE MACRO _rocsql_reach(confidence) AS TABLE
WITH half AS (SELECT confidence::DOUBLE / 2 AS _half),
squared AS (SELECT _half, 0.180625::DOUBLE - _half * _half AS _middle, sqrt(-ln(0.5 - _half)) AS _tail FROM half),
split AS (SELECT _half, _middle, _tail - 1.6 AS _near, _tail - 5 AS _far FROM squared)
SELECT CASE WHEN _half <= 0.425 THEN _rocsql_normal_middle(_half, _middle) ELSE _rocsql_normal_tail(_near, _far) END AS _reach FROM split
