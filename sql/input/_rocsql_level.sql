-- _rocsql_level(confidence)
-- Is it a level of confidence? Yes, or an error.
-- returns: BOOLEAN
-- uses: _rocsql_number, _rocsql_shown
-- example: SELECT _rocsql_level(0.95)
CREATE OR REPLACE MACRO _rocsql_level(confidence) AS
    CASE
        WHEN _rocsql_number(confidence) > 0 AND _rocsql_number(confidence) < 1 THEN true
        ELSE error('confidence must lie between 0 and 1, such as 0.95, but it is ' || _rocsql_shown(confidence))
    END
