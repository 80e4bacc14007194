-- _rocsql_groups(checked, by)
-- The groups in the order of their by-columns, numbered, with their counts and those of the groups before them, and how their rows are
-- best added up: _tied says that scores are to be grouped before they are sorted; _pos_grain and _neg_grain are what one unit of each class
-- weighs, _unit the largest weight in the type of the weights.
-- returns: _g INTEGER, _by STRUCT(...), _n BIGINT, _n_pos BIGINT, _n_neg BIGINT, _before BIGINT, _pos_before BIGINT, _rows BIGINT, _rows_pos BIGINT, _unit BIGINT, _pos_grain DOUBLE, _neg_grain DOUBLE, _tied BOOLEAN
-- uses: _rocsql_order, _rocsql_grain
-- example: FROM _rocsql_groups(checked, ['model'])
-- _g is an INTEGER because together with a DOUBLE it still fits the sort keys that DuckDB sorts fastest, of 16 bytes.
CREATE OR REPLACE MACRO _rocsql_groups(checked, "by") AS TABLE
WITH alone AS (
    SELECT
        NULL AS _by,
        count(*) AS _n,
        count_if(_positive)::BIGINT AS _n_pos,
        max(CASE WHEN typeof(_weight) <> 'BIGINT' AND _positive THEN _weight END) AS _pos_unit,
        max(CASE WHEN typeof(_weight) <> 'BIGINT' AND NOT _positive THEN _weight END) AS _neg_unit,
        approx_count_distinct(_score) AS _distinct
    FROM query_table(checked)
    HAVING count(*) > 0
),
each AS (
    SELECT
        _by,
        count(*) AS _n,
        count_if(_positive)::BIGINT AS _n_pos,
        max(CASE WHEN typeof(_weight) <> 'BIGINT' AND _positive THEN _weight END) AS _pos_unit,
        max(CASE WHEN typeof(_weight) <> 'BIGINT' AND NOT _positive THEN _weight END) AS _neg_unit
    FROM query_table(checked)
    GROUP BY _by
),
numbered AS (FROM query(CASE
    WHEN len("by") = 0 THEN 'SELECT 1::INTEGER AS _g, * FROM alone'
    ELSE 'SELECT (row_number() OVER (ORDER BY ' || _rocsql_order("by", '_by.') || 'true))::INTEGER AS _g, * FROM each'
END)),
-- One estimate for the scores of all groups: an estimate for each of many groups takes longer than all the rest.
in_groups AS (SELECT approx_count_distinct(hash(_by, _score)) AS _scores FROM query_table(checked)),
distinct_scores AS (
    FROM query(CASE WHEN len("by") = 0 THEN 'SELECT _distinct AS _scores FROM alone' ELSE 'FROM in_groups' END)
),
overall AS (SELECT sum(_n)::BIGINT AS _rows, sum(_n_pos)::BIGINT AS _rows_pos FROM numbered)
SELECT
    _g,
    _by,
    _n,
    _n_pos,
    _n - _n_pos AS _n_neg,
    (sum(_n) OVER preceding)::BIGINT - _n AS _before,
    (sum(_n_pos) OVER preceding)::BIGINT - _n_pos AS _pos_before,
    _rows,
    _rows_pos,
    -- Rows that are counted weigh 1.
    coalesce(greatest(_pos_unit, _neg_unit), 1) AS _unit,
    _rocsql_grain(_pos_unit, _n) AS _pos_grain,
    _rocsql_grain(_neg_unit, _n) AS _neg_grain,
    typeof(_pos_unit) <> 'BIGINT' OR _scores * 4 < _rows AS _tied
FROM numbered CROSS JOIN overall CROSS JOIN distinct_scores
WINDOW preceding AS (ORDER BY _g ASC ROWS UNBOUNDED PRECEDING)
