-- _rocsql_thresholds(threshold)
-- A number or a list of numbers as a list.
-- returns: DOUBLE[]
-- uses: nothing
-- example: SELECT _rocsql_thresholds(0.5)
-- By way of text, which every type has: a cast between numbers and lists would not even be bound. The text of a FLOAT is that of another
-- double, so it becomes a FLOAT again on the way.
CREATE OR REPLACE MACRO _rocsql_thresholds(threshold) AS
    list_transform(
        coalesce(TRY_CAST(threshold::VARCHAR AS DOUBLE[]), [TRY_CAST(threshold::VARCHAR AS DOUBLE)]),
        lambda t: CASE WHEN typeof(threshold) LIKE 'FLOAT%' THEN t::FLOAT::DOUBLE ELSE t END)
