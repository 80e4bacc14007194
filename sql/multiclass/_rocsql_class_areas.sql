-- _rocsql_class_areas(examples)
-- The area of the scores for each class, its own examples against all others.
-- returns: _by STRUCT(...), _class ANY, _n_pos BIGINT, _n_neg BIGINT, _auc DOUBLE
-- uses: _rocsql_classes_tied, _rocsql_class_wins, _rocsql_apart_areas
-- example: FROM _rocsql_class_areas(examples)
CREATE OR REPLACE MACRO _rocsql_class_areas(examples) AS TABLE
WITH shape AS MATERIALIZED (FROM _rocsql_classes_tied(examples)),
tied AS (FROM query_table(examples) WHERE (SELECT _tied FROM shape)),
counted AS (
    SELECT
        _by,
        _class,
        coalesce(sum(_n) FILTER (_actual = _class), 0)::BIGINT AS _n_pos,
        coalesce(sum(_n) FILTER (_actual <> _class), 0)::BIGINT AS _n_neg,
        sum(_u) FILTER (_actual <> _class) AS _u
    FROM _rocsql_class_wins(tied)
    GROUP BY _by, _class
),
one_against_rest AS MATERIALIZED (
    SELECT {'_groups': _by, '_class': _class, '_against': NULL} AS _by, _score, _actual = _class AS _positive, 1::BIGINT AS _weight
    FROM query_table(examples)
    WHERE NOT (SELECT _tied FROM shape)
)
SELECT _by._groups AS _by, _by._class AS _class, _n_pos, _n_neg, _auc FROM _rocsql_apart_areas(one_against_rest)
UNION ALL
SELECT _by, _class, _n_pos, _n_neg, CASE WHEN _n_pos > 0 AND _n_neg > 0 THEN _u / (2 * _n_pos::DOUBLE * _n_neg) END FROM counted
