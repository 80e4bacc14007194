-- _rocsql_classes_tied(examples)
-- Are many scores for a class equal, so that they are best counted before they are sorted?
-- returns: _tied BOOLEAN
-- uses: nothing
-- example: FROM _rocsql_classes_tied(examples)
CREATE OR REPLACE MACRO _rocsql_classes_tied(examples) AS TABLE
SELECT approx_count_distinct(hash(_by, _class, _score)) * 4 < count(*) AS _tied FROM query_table(examples)
