-- _rocsql_cost_rows(source, score, label, benefit, cost, by)
-- The caller's rows, each weighing what it is worth (alg. 6 of Fawcett 2004): a positive its benefit, a negative its cost.
-- returns: _by STRUCT(...), _score DOUBLE, _positive BOOLEAN, _weight DOUBLE
-- uses: _rocsql_given, _rocsql_amount, _rocsql_usable_cost, _rocsql_positive, _rocsql_score
-- example: FROM _rocsql_cost_rows(preds, score, label, 20 + amount, 1, ['model'])
CREATE OR REPLACE MACRO _rocsql_cost_rows(source, score, label, benefit, cost, "by") AS TABLE
SELECT
    _by,
    _rocsql_score(_given_score) AS _score,
    _rocsql_positive(_given_label) AS _positive,
    CASE WHEN _rocsql_positive(_given_label) THEN _first::DOUBLE ELSE _second::DOUBLE END AS _weight
FROM _rocsql_given(source, score, label, "by", _rocsql_amount(benefit, 'benefit'), _rocsql_amount(cost, 'cost'))
WHERE _rocsql_usable_cost(_given_score, _given_label, _first, _second)
