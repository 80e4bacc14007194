-- _rocsql_sketch_count(units, grain, kind)
-- A sum of whole units in the type of the sketch: BIGINT for counts, DOUBLE for weights.
-- returns: BIGINT
-- uses: nothing
-- example: SELECT _rocsql_sketch_count(3::HUGEINT, 1::DOUBLE, 0::BIGINT)
-- struct_extract chooses the type when the query is bound. All branches of a struct are evaluated, and units of weights are no BIGINT.
CREATE OR REPLACE MACRO _rocsql_sketch_count(units, grain, kind) AS
    struct_extract(
        {'count': CASE WHEN typeof([kind]) = 'BIGINT[]' THEN units::BIGINT END, 'weight': units * grain},
        CASE WHEN typeof([kind]) = 'BIGINT[]' THEN 'count' ELSE 'weight' END)
