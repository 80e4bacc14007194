-- _rocsql_t_below(t, df)
-- Student's t distribution function for whole degrees of freedom: the finite sums of Abramowitz & Stegun 26.7.3 (odd) and 26.7.4 (even).
-- returns: DOUBLE
-- uses: nothing
-- example: SELECT _rocsql_t_below(2.0::DOUBLE, 9)
CREATE OR REPLACE MACRO _rocsql_t_below(t, df) AS
    CASE
        WHEN df % 2 = 0 THEN 0.5 + t / sqrt(df + t * t) / 2 * list_sum(list_transform(range(df // 2), lambda k:
            exp(lgamma(k + 0.5) - lgamma(k + 1)) / sqrt(pi()) * pow(df / (df + t * t), k)))
        ELSE 0.5 + (atan(t / sqrt(df)) + t / sqrt(df + t * t) * coalesce(list_sum(list_transform(range((df - 1) // 2), lambda k:
            exp(lgamma(k + 1) - lgamma(k + 1.5)) * sqrt(pi()) / 2 * pow(df / (df + t * t), k + 0.5))), 0)) / pi()
    END
