-- _rocsql_t_density(t, df)
-- The density of Student's t distribution.
-- returns: DOUBLE
-- uses: nothing
-- example: SELECT _rocsql_t_density(2.0::DOUBLE, 9)
CREATE OR REPLACE MACRO _rocsql_t_density(t, df) AS
    exp(lgamma((df + 1) / 2.0::DOUBLE) - lgamma(df / 2.0::DOUBLE)) / sqrt(df * pi()) * pow(1 + t * t / df, -(df + 1) / 2.0::DOUBLE)
