-- _rocsql_class_rows(source, class, score, actual, by)
-- The caller's rows, one for each example and class, checked, under fixed names.
-- returns: _by STRUCT(...), _class ANY, _score DOUBLE, _actual ANY
-- uses: _rocsql_given, _rocsql_usable_class, _rocsql_score
-- example: FROM _rocsql_class_rows(preds, class, score, actual, ['model'])
CREATE OR REPLACE MACRO _rocsql_class_rows(source, class, score, actual, "by") AS TABLE
SELECT
    _by,
    _first AS _class,
    _rocsql_score(_given_score) AS _score,
    _given_label AS _actual
FROM _rocsql_given(source, score, actual, "by", class, NULL)
WHERE _rocsql_usable_class(_first, _given_score, _given_label)
