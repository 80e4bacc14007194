-- _rocsql_whole(value, least, rule)
-- Is the option a whole number that is large enough? Yes, or an error that says the rule.
-- Also not beyond 2^62, so that a BIGINT holds it and what is computed from it.
-- returns: BOOLEAN
-- uses: _rocsql_number, _rocsql_shown
-- example: SELECT _rocsql_whole(100, 1, 'samples must be a whole number of at least 1, such as 100')
CREATE OR REPLACE MACRO _rocsql_whole(value, least, rule) AS
    CASE
        WHEN _rocsql_number(value) > 4611686018427387904
        THEN error(rule || ', and at most 2^62, but it is ' || _rocsql_shown(value))
        WHEN _rocsql_number(value) >= least AND _rocsql_number(value) = floor(_rocsql_number(value)) THEN true
        ELSE error(rule || ', but it is ' || _rocsql_shown(value))
    END
