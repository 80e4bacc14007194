-- _rocsql_t_above(z, p, df)
-- Student's t quantile for p > 1/2, whose normal quantile is z. NULL below one degree of freedom.
-- returns: DOUBLE
-- uses: _rocsql_t_root, _rocsql_t_series
-- example: SELECT _rocsql_t_above(1.96::DOUBLE, 0.975::DOUBLE, 9)
-- Up to 200 degrees the root of the distribution function, beyond them the expansion around the normal quantile, whose error shrinks as
-- df^-6.
CREATE OR REPLACE MACRO _rocsql_t_above(z, p, df) AS
    CASE
        WHEN df < 1 THEN NULL
        WHEN df > 200 THEN _rocsql_t_series(z, df::DOUBLE)
        ELSE _rocsql_t_root(z, p, TRY_CAST(df AS BIGINT))
    END
