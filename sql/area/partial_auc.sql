-- partial_auc(source, score, label, by := [], weight := 1, fpr_low := 0, fpr_high := 0.1)
-- Area under the ROC curve between two false positive rates, the curve interpolated at both, and the same standardized by McClish: 1/2
-- for the diagonal, 1 for the best there is.
-- returns: <by>, partial_auc DOUBLE, standardized_auc DOUBLE
-- uses: _rocsql_rows, _rocsql_groups, _rocsql_segments, _rocsql_output, _rocsql_number, _rocsql_shown
-- example: FROM partial_auc(preds, score, label, by := ['model'], fpr_high := 0.2)
CREATE OR REPLACE MACRO partial_auc(source, score, label, "by" := [], weight := 1, fpr_low := 0, fpr_high := 0.1) AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_rows(source, score, label, "by", weight)),
groups AS MATERIALIZED (FROM _rocsql_groups(checked, "by")),
segments AS (
    SELECT
        _g,
        _fp_from / _n AS _left,
        _fp / _n AS _right,
        greatest(_fp_from / _n, fpr_low::DOUBLE) AS _from,
        least(_fp / _n, fpr_high::DOUBLE) AS _to,
        _tp_from / _p AS _low,
        _tp / _p AS _high
    FROM _rocsql_segments(checked, groups, "by")
    WHERE _p > 0 AND _n > 0
),
summed AS (
    -- A segment's height is that of its middle; a vertical one has no area.
    SELECT
        _g,
        fsum(CASE
            WHEN _to > _from THEN
                (_to - _from) * (_low + (_high - _low) * ((_from + _to) / 2 - _left) / (_right - _left))
            ELSE 0
        END) AS _area
    FROM segments
    GROUP BY _g
),
areas AS (
    SELECT
        g._g,
        g._by,
        s._area AS _raw,
        (fpr_high::DOUBLE - fpr_low::DOUBLE) AS _best,
        (fpr_high::DOUBLE - fpr_low::DOUBLE) * (fpr_high::DOUBLE + fpr_low::DOUBLE) / 2 AS _diagonal
    FROM groups AS g
    LEFT JOIN summed AS s ON g._g = s._g
)
FROM query(CASE
    WHEN _rocsql_number(fpr_low) >= 0 AND _rocsql_number(fpr_low) < _rocsql_number(fpr_high) AND _rocsql_number(fpr_high) <= 1
    THEN _rocsql_output(
        "by",
        '_raw AS partial_auc, (1 + (_raw - _diagonal) / (_best - _diagonal)) / 2 AS standardized_auc', 'areas', '_g')
    ELSE error('fpr_low and fpr_high must be rates with 0 <= low < high <= 1, but they are '
        || _rocsql_shown(fpr_low) || ' and ' || _rocsql_shown(fpr_high))
END)
