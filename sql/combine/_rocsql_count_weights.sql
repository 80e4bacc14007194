-- _rocsql_count_weights(checked)
-- Counts that are no integers, as rows that weigh as much as they count: one for each class. Nothing for integers.
-- returns: _by STRUCT(...), _score DOUBLE, _positive BOOLEAN, _weight DOUBLE
-- uses: nothing
-- example: FROM _rocsql_count_weights(checked)
CREATE OR REPLACE MACRO _rocsql_count_weights(checked) AS TABLE
WITH uncounted AS (FROM query_table(checked) WHERE typeof(_pos) <> 'BIGINT')
SELECT _by, _score, true AS _positive, _pos::DOUBLE AS _weight FROM uncounted WHERE _pos > 0
UNION ALL
SELECT _by, _score, false, _neg::DOUBLE FROM uncounted WHERE _neg > 0
