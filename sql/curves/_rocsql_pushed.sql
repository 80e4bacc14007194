-- _rocsql_pushed(opens, closes)
-- The points that a row in order of its score pushes, each with whether it is the origin: the origin with the row that opens a group, the
-- row's own point if it closes its score. For unnest().
-- returns: BOOLEAN[]
-- uses: nothing
-- example: SELECT _rocsql_pushed(true, true)
-- UNION ALL would bring the origins before all other points, and a sort that has all rows of one of its sources keeps those of the other in
-- memory.
CREATE OR REPLACE MACRO _rocsql_pushed(opens, closes) AS
    CASE WHEN NOT opens THEN [false] WHEN closes THEN [true, false] ELSE [true] END
