-- _rocsql_usable(score, label, weight)
-- Does the row count? NULL score or label and weight 0: no. Anything that is not a score, a label or a weight is an error.
-- returns: BOOLEAN
-- uses: _rocsql_real, _rocsql_numeric
-- example: SELECT _rocsql_usable(0.5, true, 1)
-- One CASE, used as a filter: its order is fixed, and no projection can be pruned away with the check inside.
CREATE OR REPLACE MACRO _rocsql_usable(score, label, weight) AS
    CASE
        -- Most rows of most tables, in one look.
        WHEN typeof(label) = 'BOOLEAN' AND typeof(weight) IN ('BIGINT', 'INTEGER') AND weight > 0 AND label IS NOT NULL
             AND _rocsql_numeric(typeof(score)) AND isfinite(TRY_CAST(score AS DOUBLE)) THEN true
        WHEN score IS NULL OR label IS NULL THEN false
        WHEN typeof(label) <> 'BOOLEAN'
             AND (NOT _rocsql_numeric(typeof(label)) OR coalesce(TRY_CAST(label AS DOUBLE) NOT IN (0, 1), true)) THEN error(
            'label must be BOOLEAN, 0 or 1, but a row has ' || CASE
                -- Where the score could be a label.
                WHEN _rocsql_numeric(typeof(label)) AND (typeof(score) = 'BOOLEAN' OR TRY_CAST(score AS DOUBLE) IN (0, 1)) THEN
                    label::VARCHAR || ' and the score ' || score::VARCHAR || ': the score comes first and the label second, so swap them'
                WHEN _rocsql_numeric(typeof(label)) THEN label::VARCHAR || ': compare it with the value that is positive, as in label = 1'
                ELSE '''' || label::VARCHAR || ''': compare it with the value that is positive, as in label = ''' || label::VARCHAR || ''''
            END)
        WHEN typeof(weight) = 'BIGINT' AND weight > 0 THEN _rocsql_real(score, 'score')
        WHEN weight IS NULL THEN error(
            'weight is NULL in a labelled row: give every row a number by writing coalesce(weight, 0)')
        WHEN NOT coalesce(weight >= 0 AND isfinite(weight::DOUBLE), false) THEN error(
            'weight must be finite and not negative, but a row has ' || weight::VARCHAR || ': correct it, or write 0 to leave the row out')
        ELSE _rocsql_real(score, 'score') AND weight > 0
    END
