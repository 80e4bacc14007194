-- _rocsql_t_series(z, df)
-- Student's t quantile from the normal quantile z, as a series in 1 / df: Abramowitz & Stegun 26.7.5, with the fifth term.
-- returns: DOUBLE
-- uses: nothing
-- example: SELECT _rocsql_t_series(1.96, 1000.0::DOUBLE)
CREATE OR REPLACE MACRO _rocsql_t_series(z, df) AS
    z + z * (z * z + 1) / 4 / df
    + z * ((5 * z * z + 16) * z * z + 3) / 96 / pow(df, 2)
    + z * (((3 * z * z + 19) * z * z + 17) * z * z - 15) / 384 / pow(df, 3)
    + z * ((((79 * z * z + 776) * z * z + 1482) * z * z - 1920) * z * z - 945) / 92160 / pow(df, 4)
    + z * (((((27 * z * z + 339) * z * z + 930) * z * z - 1782) * z * z - 765) * z * z + 17955) / 368640 / pow(df, 5)
