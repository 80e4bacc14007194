-- _rocsql_placements(members, groups, by)
-- Rows with the placement of their score in the other class: for a positive twice the negatives below it and once those level with it,
-- for a negative twice the positives above it and once those level with it. Over either class they add up to 2 P N AUC.
-- returns: <members>, _placement BIGINT
-- uses: _rocsql_placements_by_ranks, _rocsql_placements_by_ties
-- example: FROM _rocsql_placements(members, groups, ['model'])
-- Never by pairs. Which of the two ways is the faster depends on how many scores are equal.
CREATE OR REPLACE MACRO _rocsql_placements(members, groups, "by") AS TABLE
WITH tied AS MATERIALIZED (SELECT approx_count_distinct(hash(_g, _score)) * 4 < count(*) AS _tied FROM query_table(members)),
distinct_scores AS (FROM query_table(members) WHERE NOT (SELECT _tied FROM tied)),
equal_scores AS (FROM query_table(members) WHERE (SELECT _tied FROM tied))
FROM _rocsql_placements_by_ranks(distinct_scores, groups, "by")
UNION ALL
FROM _rocsql_placements_by_ties(equal_scores, "by")
