-- _rocsql_interval_method(interval)
-- The name of the method for an interval of an area: delong, logit or newcombe; anything else is an error.
-- returns: VARCHAR
-- uses: _rocsql_shown
-- example: SELECT _rocsql_interval_method('delong')
CREATE OR REPLACE MACRO _rocsql_interval_method("interval") AS
    CASE
        WHEN "interval"::VARCHAR IN ('delong', 'logit', 'newcombe') THEN "interval"::VARCHAR
        ELSE error('interval must be ''delong'', ''logit'' or ''newcombe'', but it is ' || _rocsql_shown("interval"))
    END
