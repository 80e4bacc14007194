-- det_curve(source, score, label, by := [], weight := 1)
-- Detection error tradeoff: both error rates at every point of the ROC curve, and their normal quantiles, on which a curve of two normal
-- distributions is a line. A rate of 0 or 1 has the probit -inf or inf.
-- returns: <by>, threshold DOUBLE, fpr DOUBLE, fnr DOUBLE, fpr_probit DOUBLE, fnr_probit DOUBLE
-- uses: _rocsql_rows, _rocsql_groups, _rocsql_points, _rocsql_curve_output, _rocsql_probit
-- example: FROM det_curve(preds, score, label, by := ['model'])
CREATE OR REPLACE MACRO det_curve(source, score, label, "by" := [], weight := 1) AS TABLE
WITH checked AS MATERIALIZED (FROM _rocsql_rows(source, score, label, "by", weight)),
groups AS MATERIALIZED (FROM _rocsql_groups(checked, "by")),
points AS NOT MATERIALIZED (FROM _rocsql_points(checked, groups, "by")),
errors AS NOT MATERIALIZED (
    SELECT
        _g,
        _by,
        _at,
        _in_order,
        _threshold,
        CASE WHEN _n > 0 THEN _fp / _n END AS _fpr,
        CASE WHEN _p > 0 THEN _fn / _p END AS _fnr
    FROM points
),
centred AS NOT MATERIALIZED (
    SELECT
        *,
        _fpr - 0.5::DOUBLE AS _fpr_q,
        _fnr - 0.5::DOUBLE AS _fnr_q,
        -- Only the tails need a logarithm, and rates of 0 and 1 have none.
        CASE WHEN abs(_fpr - 0.5) > 0.42 THEN sqrt(-ln(greatest(least(_fpr, 1 - _fpr), 1e-300::DOUBLE))) END AS _fpr_tail,
        CASE WHEN abs(_fnr - 0.5) > 0.42 THEN sqrt(-ln(greatest(least(_fnr, 1 - _fnr), 1e-300::DOUBLE))) END AS _fnr_tail
    FROM errors
),
squared AS NOT MATERIALIZED (
    SELECT *, 0.180625::DOUBLE - _fpr_q * _fpr_q AS _fpr_r, 0.180625::DOUBLE - _fnr_q * _fnr_q AS _fnr_r FROM centred
),
curve AS NOT MATERIALIZED (
    SELECT
        *,
        _rocsql_probit(_fpr, _fpr_q, _fpr_r, _fpr_tail) AS _fpr_probit,
        _rocsql_probit(_fnr, _fnr_q, _fnr_r, _fnr_tail) AS _fnr_probit
    FROM squared
)
FROM query(_rocsql_curve_output(
    "by",
    '_threshold AS threshold, _fpr AS fpr, _fnr AS fnr, _fpr_probit AS fpr_probit, _fnr_probit AS fnr_probit'))
