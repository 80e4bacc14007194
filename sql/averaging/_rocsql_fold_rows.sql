-- _rocsql_fold_rows(source, score, label, fold, by)
-- The caller's rows, checked, in groups of their own for every fold of every group: _by holds both.
-- returns: _by STRUCT(...), _score DOUBLE, _positive BOOLEAN, _weight BIGINT
-- uses: _rocsql_given, _rocsql_usable, _rocsql_positive, _rocsql_score
-- example: FROM _rocsql_fold_rows(preds, score, label, fold, ['model'])
CREATE OR REPLACE MACRO _rocsql_fold_rows(source, score, label, fold, "by") AS TABLE
SELECT
    {'_of': _by, '_fold': _second} AS _by,
    _rocsql_score(_given_score) AS _score,
    _rocsql_positive(_given_label) AS _positive,
    _first AS _weight
FROM _rocsql_given(source, score, label, "by", 1::BIGINT, fold)
WHERE _rocsql_usable(_given_score, _given_label, _first)
