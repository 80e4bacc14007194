-- _rocsql_usable_cost(score, label, benefit, cost)
-- Does the row count, with a benefit for a positive and a cost for a negative? Only the one that its class needs is looked at.
-- returns: BOOLEAN
-- uses: _rocsql_usable, _rocsql_positive
-- example: SELECT _rocsql_usable_cost(0.5, true, 20, 1)
CREATE OR REPLACE MACRO _rocsql_usable_cost(score, label, benefit, cost) AS
    CASE
        WHEN NOT _rocsql_usable(score, label, 1) THEN false
        WHEN _rocsql_positive(label) THEN CASE
            WHEN TRY_CAST(benefit AS DOUBLE) >= 0 AND isfinite(TRY_CAST(benefit AS DOUBLE)) THEN true
            ELSE error('benefit must be finite and not negative, but a positive row has ' || coalesce(benefit::VARCHAR, 'NULL')
                || ': measure it from the worst outcome, so that a positive is never worth less than nothing')
        END
        ELSE CASE
            WHEN TRY_CAST(cost AS DOUBLE) >= 0 AND isfinite(TRY_CAST(cost AS DOUBLE)) THEN true
            ELSE error('cost must be finite and not negative, but a negative row has ' || coalesce(cost::VARCHAR, 'NULL')
                || ': measure it from the best outcome, so that a false alarm never pays')
        END
    END
