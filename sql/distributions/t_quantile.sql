-- t_quantile(p, df)
-- Student's t quantile for a whole number of degrees of freedom, to 1e-9 for tails down to 1e-6. NULL outside 0 <= p <= 1, df >= 1.
-- returns: DOUBLE
-- uses: normal_quantile, _rocsql_t_above
-- example: SELECT t_quantile(0.975, 9)
-- The lambda computes the normal quantile once; as an argument it would be written out wherever it is used.
CREATE OR REPLACE MACRO t_quantile(p, df) AS
    CASE
        WHEN p IS NULL OR NOT isfinite(p::DOUBLE) OR p < 0 OR p > 1 OR df < 1 OR df <> floor(df) THEN NULL
        WHEN NOT isfinite(df::DOUBLE) AND NOT isinf(df::DOUBLE) THEN NULL
        ELSE list_transform([normal_quantile(p)], lambda z: CASE
            WHEN p IN (0, 0.5, 1) THEN z
            ELSE sign(z) * _rocsql_t_above(abs(z), greatest(p::DOUBLE, 1 - p::DOUBLE), df)
        END)[1]
    END
