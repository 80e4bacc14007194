-- _rocsql_pair_areas(examples)
-- The area of the scores for each class, its own examples against those of each other class in turn; none for a pair that has not both.
-- returns: _by STRUCT(...), _auc DOUBLE
-- uses: _rocsql_classes_tied, _rocsql_class_wins, _rocsql_apart_areas
-- example: FROM _rocsql_pair_areas(examples)
CREATE OR REPLACE MACRO _rocsql_pair_areas(examples) AS TABLE
WITH shape AS MATERIALIZED (FROM _rocsql_classes_tied(examples)),
tied AS (FROM query_table(examples) WHERE (SELECT _tied FROM shape)),
wins AS MATERIALIZED (FROM _rocsql_class_wins(tied)),
apart AS NOT MATERIALIZED (FROM query_table(examples) WHERE NOT (SELECT _tied FROM shape)),
against AS MATERIALIZED (SELECT DISTINCT _by, _class, _actual FROM apart WHERE _actual <> _class),
pairwise AS MATERIALIZED (
    SELECT {'_groups': _by, '_class': _class, '_against': _actual} AS _by, _score, false AS _positive, 1::BIGINT AS _weight
    FROM apart
    WHERE _actual <> _class
    UNION ALL
    SELECT {'_groups': e._by, '_class': e._class, '_against': a._actual}, e._score, true, 1::BIGINT
    FROM apart AS e
    JOIN against AS a ON e._by IS NOT DISTINCT FROM a._by AND e._class = a._class
    WHERE e._actual = e._class
)
SELECT _by._groups AS _by, _auc FROM _rocsql_apart_areas(pairwise) WHERE _auc IS NOT NULL
UNION ALL
SELECT o._by, a._u / (2 * o._n::DOUBLE * a._n)
FROM wins AS o
JOIN wins AS a ON o._by IS NOT DISTINCT FROM a._by AND o._class = a._class
WHERE o._actual = o._class AND a._actual <> a._class
