-- t_quantile(p, df)
-- Student's t quantile for a whole number of degrees of freedom, to 1e-9 for tails down to 1e-6. NULL outside 0 <= p <= 1, df >= 1.
-- returns: DOUBLE
-- uses: normal_quantile, _rocsql_t_root, _rocsql_t_series
-- example: SELECT t_quantile(0.975, 9)
-- Up to 200 degrees the root of the distribution function, beyond them the expansion around the normal quantile, whose error shrinks as
-- df^-6. The lambda computes the normal quantile once; as an argument it would be written out wherever it is used.
CREATE OR REPLACE MACRO t_quantile(p, df) AS
    CASE
        WHEN p IS NULL OR isnan(p::DOUBLE) OR p < 0 OR p > 1 OR df < 1 OR df <> floor(df) THEN NULL
        WHEN p IN (0, 0.5, 1) THEN normal_quantile(p)
        WHEN df > 200 THEN list_transform([normal_quantile(p)], lambda z: _rocsql_t_series(z, df::DOUBLE))[1]
        ELSE sign(p - 0.5) * list_transform([greatest(p::DOUBLE, 1 - p::DOUBLE)], lambda q: _rocsql_t_root(q, TRY_CAST(df AS BIGINT)))[1]
    END
