-- average_precision(source, score, label, by := [], weight := 1)
-- The precision of every point times the recall that it adds, as scikit-learn has it; n_pos and n_neg count the rows.
-- returns: <by>, average_precision DOUBLE, n_pos BIGINT, n_neg BIGINT
-- uses: _rocsql_rows, _rocsql_groups, _rocsql_segments, _rocsql_output
-- example: FROM average_precision(preds, score, label, by := ['model'])
CREATE OR REPLACE MACRO average_precision(source, score, label, "by" := [], weight := 1) AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_rows(source, score, label, "by", weight)),
groups AS MATERIALIZED (FROM _rocsql_groups(checked, "by")),
segments AS (FROM _rocsql_segments(checked, groups, "by")),
summed AS (
    SELECT _g, fsum((_tp - _tp_from) / _p * (_tp / (_tp + _fp))) AS _steps
    FROM segments
    WHERE _p > 0 AND _n > 0 AND _tp > _tp_from
    GROUP BY _g
),
averages AS (SELECT g._g, g._by, g._n_pos, g._n_neg, s._steps FROM groups AS g LEFT JOIN summed AS s ON g._g = s._g)
FROM query(_rocsql_output("by", '_steps AS average_precision, _n_pos AS n_pos, _n_neg AS n_neg', 'averages', '_g'))
