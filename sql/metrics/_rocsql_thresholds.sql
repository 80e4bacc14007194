-- _rocsql_thresholds(threshold)
-- A number or a list of numbers as a list.
-- returns: DOUBLE[]
-- uses: nothing
-- example: SELECT _rocsql_thresholds(0.5)
-- By way of text, which every type has: a cast between numbers and lists would not even be bound.
CREATE OR REPLACE MACRO _rocsql_thresholds(threshold) AS
    coalesce(TRY_CAST(threshold::VARCHAR AS DOUBLE[]), [TRY_CAST(threshold::VARCHAR AS DOUBLE)])
