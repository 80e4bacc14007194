-- _rocsql_whole(value, least, rule)
-- Is the option a whole number that is large enough? Yes, or an error that says the rule.
-- returns: BOOLEAN
-- uses: _rocsql_number, _rocsql_shown
-- example: SELECT _rocsql_whole(100, 1, 'samples must be a whole number of at least 1, such as 100')
CREATE OR REPLACE MACRO _rocsql_whole(value, least, rule) AS
    CASE
        WHEN _rocsql_number(value) >= least AND _rocsql_number(value) = floor(_rocsql_number(value)) THEN true
        ELSE error(rule || ', but it is ' || _rocsql_shown(value))
    END
