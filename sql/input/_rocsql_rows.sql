-- _rocsql_rows(source, score, label, by, weight)
-- The caller's rows, checked, under fixed names: what every other macro starts from.
-- returns: _by STRUCT(...), _score DOUBLE, _positive BOOLEAN, _weight BIGINT
-- uses: _rocsql_given, _rocsql_usable, _rocsql_positive, _rocsql_count, _rocsql_score
-- example: FROM _rocsql_rows(preds, score, label, ['model'], 1)
CREATE OR REPLACE MACRO _rocsql_rows(source, score, label, "by", weight) AS TABLE
SELECT
    _by,
    _rocsql_score(_given_score) AS _score,
    _rocsql_positive(_given_label) AS _positive,
    _first AS _weight
FROM _rocsql_given(source, score, label, "by", _rocsql_count(weight, weight), NULL)
WHERE _rocsql_usable(_given_score, _given_label, _first)
