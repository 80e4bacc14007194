-- _rocsql_class_wins(examples)
-- Of the scores for a class, how many belong to examples of each actual class, and twice the pairs that the class's own examples win of
-- these, level ones once. Equal scores are counted first: the faster way where there are many.
-- returns: _by STRUCT(...), _class ANY, _actual ANY, _n BIGINT, _u HUGEINT
-- uses: nothing
-- example: FROM _rocsql_class_wins(examples)
CREATE OR REPLACE MACRO _rocsql_class_wins(examples) AS TABLE
WITH cells AS (
    SELECT _by, _class, _actual, _score, count(*) AS _rows FROM query_table(examples) GROUP BY _by, _class, _actual, _score
),
own AS (SELECT *, CASE WHEN _actual = _class THEN _rows ELSE 0 END AS _own FROM cells),
placed AS (
    SELECT
        _by,
        _class,
        _actual,
        _rows,
        2 * sum(_own) OVER descending - sum(_own) OVER (descending RANGE BETWEEN CURRENT ROW AND CURRENT ROW) AS _won
    FROM own
    WINDOW descending AS (PARTITION BY _by, _class ORDER BY _score DESC)
)
SELECT _by, _class, _actual, sum(_rows)::BIGINT AS _n, sum(_rows * _won)::HUGEINT AS _u FROM placed GROUP BY _by, _class, _actual
