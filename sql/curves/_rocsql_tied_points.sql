-- _rocsql_tied_points(checked, groups, by)
-- The operating points by adding up tie groups: for weights, and the faster way where many scores are equal. Nothing unless groups._tied.
-- returns: _g INTEGER, _by STRUCT(...), _at BIGINT, _threshold DOUBLE, _tp DOUBLE, _fp DOUBLE, _fn DOUBLE, _tn DOUBLE, _p DOUBLE, _n DOUBLE, _unit BIGINT, _in_order BOOLEAN
-- uses: _rocsql_ties, _rocsql_accumulated
-- example: FROM _rocsql_tied_points(checked, groups, ['model'])
CREATE OR REPLACE MACRO _rocsql_tied_points(checked, groups, "by") AS TABLE
WITH rows AS (FROM query_table(checked) WHERE (SELECT any_value(_tied) FROM query_table(groups))),
ties AS MATERIALIZED (FROM _rocsql_ties(rows, groups, "by"))
FROM _rocsql_accumulated(ties, groups, "by")
