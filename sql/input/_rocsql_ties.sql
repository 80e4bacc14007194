-- _rocsql_ties(checked, groups, by)
-- The tie groups: how much of each class has which score, in units of the group's _pos_grain and _neg_grain, and the sums of squared units.
-- returns: _g INTEGER, _score DOUBLE, _pos HUGEINT, _neg HUGEINT, _pos_squares DOUBLE, _neg_squares DOUBLE
-- uses: _rocsql_counted_ties, _rocsql_weighed_ties
-- example: FROM _rocsql_ties(checked, groups, ['model'])
CREATE OR REPLACE MACRO _rocsql_ties(checked, groups, "by") AS TABLE
FROM _rocsql_counted_ties(checked, groups, "by")
UNION ALL
FROM _rocsql_weighed_ties(checked, groups, "by")
