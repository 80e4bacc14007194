-- iso_slope(cost_fp, cost_fn, prior)
-- The slope of the iso-performance lines: points on one line cost the same where the share of positives is prior.
-- returns: DOUBLE
-- uses: _rocsql_number, _rocsql_shown
-- example: SELECT iso_slope(1, 5, 0.1)
-- Without positives, or where missing them is free, the lines are vertical: inf. 0 / 0 has no slope: NULL.
CREATE OR REPLACE MACRO iso_slope(cost_fp, cost_fn, prior) AS
    CASE
        WHEN prior IS NOT NULL AND NOT coalesce(isfinite(_rocsql_number(prior)) AND _rocsql_number(prior) BETWEEN 0 AND 1, false) THEN error(
            'prior must be the share of positives, between 0 and 1, but it is ' || _rocsql_shown(prior))
        WHEN cost_fp IS NOT NULL AND NOT coalesce(_rocsql_number(cost_fp) >= 0 AND isfinite(_rocsql_number(cost_fp)), false) THEN error(
            'cost_fp must be finite and not negative, but it is ' || _rocsql_shown(cost_fp))
        WHEN cost_fn IS NOT NULL AND NOT coalesce(_rocsql_number(cost_fn) >= 0 AND isfinite(_rocsql_number(cost_fn)), false) THEN error(
            'cost_fn must be finite and not negative, but it is ' || _rocsql_shown(cost_fn))
        WHEN cost_fn::DOUBLE * prior::DOUBLE > 0 THEN cost_fp::DOUBLE * (1 - prior::DOUBLE) / (cost_fn::DOUBLE * prior::DOUBLE)
        WHEN cost_fp::DOUBLE * (1 - prior::DOUBLE) > 0 THEN 'inf'::DOUBLE
    END
