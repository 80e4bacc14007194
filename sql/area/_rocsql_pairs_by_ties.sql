-- _rocsql_pairs_by_ties(checked, groups, by)
-- What _rocsql_pairs_by_ranks gives, from tie groups: the faster way where many scores are equal. Nothing unless groups._tied.
-- returns: _g INTEGER, _u HUGEINT, _u_pos HUGEINT, _u_neg HUGEINT, _ties HUGEINT, _wide_pos DOUBLE, _wide_neg DOUBLE
-- uses: _rocsql_counted_ties, _rocsql_tied_pairs
-- example: FROM _rocsql_pairs_by_ties(checked, groups, ['model'])
CREATE OR REPLACE MACRO _rocsql_pairs_by_ties(checked, groups, "by") AS TABLE
WITH rows AS (FROM query_table(checked) WHERE (SELECT any_value(_tied) FROM query_table(groups))),
ties AS MATERIALIZED (FROM _rocsql_counted_ties(rows, groups, "by"))
FROM _rocsql_tied_pairs(ties, "by")
