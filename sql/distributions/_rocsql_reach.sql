-- _rocsql_reach(confidence)
-- How many standard errors an interval of this confidence reaches to either side: normal_quantile(0.5 + confidence / 2).
-- returns: _reach DOUBLE
-- uses: _rocsql_normal_middle, _rocsql_normal_tail
-- example: FROM _rocsql_reach(0.95)
-- In steps, because an argument is bound again wherever a macro uses it, which is most of a small query's time. The usual confidence needs none.
CREATE OR REPLACE MACRO _rocsql_reach(confidence) AS TABLE
WITH half AS (SELECT confidence::DOUBLE / 2 AS _half),
squared AS (SELECT _half, 0.180625::DOUBLE - _half * _half AS _middle, sqrt(-ln(0.5 - _half)) AS _tail FROM half),
middle AS (SELECT _rocsql_normal_middle(_half, _middle) AS _reach FROM squared),
split AS (SELECT _tail - 1.6 AS _near, _tail - 5 AS _far FROM squared),
tail AS (SELECT _rocsql_normal_tail(_near, _far) AS _reach FROM split)
FROM query(CASE
    WHEN confidence = 0.95 THEN 'SELECT 1.959963984540054::DOUBLE AS _reach'
    WHEN confidence <= 0.85 THEN 'FROM middle'
    ELSE 'FROM tail'
END)
