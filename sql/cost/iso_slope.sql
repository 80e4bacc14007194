-- iso_slope(cost_fp, cost_fn, prior)
-- The slope of the iso-performance lines: points on one line cost the same where the share of positives is prior.
-- returns: DOUBLE
-- uses: nothing
-- example: SELECT iso_slope(1, 5, 0.1)
-- Without positives, or where missing them is free, the lines are vertical: inf. 0 / 0 has no slope: NULL.
CREATE OR REPLACE MACRO iso_slope(cost_fp, cost_fn, prior) AS
    CASE
        WHEN NOT coalesce(isfinite(prior::DOUBLE) AND prior BETWEEN 0 AND 1, true) THEN error(
            'prior must be the share of positives, between 0 and 1, but it is ' || prior::VARCHAR)
        WHEN NOT coalesce(cost_fp >= 0 AND isfinite(cost_fp::DOUBLE), true) THEN error(
            'cost_fp must be finite and not negative, but it is ' || cost_fp::VARCHAR)
        WHEN NOT coalesce(cost_fn >= 0 AND isfinite(cost_fn::DOUBLE), true) THEN error(
            'cost_fn must be finite and not negative, but it is ' || cost_fn::VARCHAR)
        WHEN cost_fn::DOUBLE * prior::DOUBLE > 0 THEN cost_fp::DOUBLE * (1 - prior::DOUBLE) / (cost_fn::DOUBLE * prior::DOUBLE)
        WHEN cost_fp::DOUBLE * (1 - prior::DOUBLE) > 0 THEN 'inf'::DOUBLE
    END
