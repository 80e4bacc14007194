-- _rocsql_cost_rows(source, score, label, benefit, cost, by)
-- The caller's rows, each weighing what it is worth (alg. 6 of Fawcett 2004): a positive its benefit, a negative its cost.
-- returns: _by STRUCT(...), _score DOUBLE, _positive BOOLEAN, _weight DOUBLE
-- uses: _rocsql_rows, _rocsql_positive, _rocsql_usable_cost
-- example: FROM _rocsql_cost_rows(preds, score, label, 20 + amount, 1, ['model'])
CREATE OR REPLACE MACRO _rocsql_cost_rows(source, score, label, benefit, cost, "by") AS TABLE
FROM _rocsql_rows(
    source, score, label, "by",
    CASE WHEN _rocsql_positive(label) THEN benefit::DOUBLE ELSE cost::DOUBLE END,
    _rocsql_usable_cost(score, label, benefit, cost))
