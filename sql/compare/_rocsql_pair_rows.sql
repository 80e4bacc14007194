-- _rocsql_pair_rows(source, score_a, score_b, label, by)
-- The caller's rows that have both scores, checked, under fixed names.
-- returns: _by STRUCT(...), _score DOUBLE, _other DOUBLE, _positive BOOLEAN, _weight BIGINT
-- uses: _rocsql_given, _rocsql_usable_pair, _rocsql_positive, _rocsql_score
-- example: FROM _rocsql_pair_rows(preds, score, 1 - score, label, ['model'])
CREATE OR REPLACE MACRO _rocsql_pair_rows(source, score_a, score_b, label, "by") AS TABLE
SELECT
    _by,
    _rocsql_score(_given_score) AS _score,
    _rocsql_score(_first) AS _other,
    _rocsql_positive(_given_label) AS _positive,
    1::BIGINT AS _weight
FROM _rocsql_given(source, score_a, label, "by", score_b, NULL)
WHERE _rocsql_usable_pair(_given_score, _first, _given_label)
