-- _rocsql_apart_areas(checked)
-- The area of every group of rows, most of whose scores are distinct; the key is _by._groups, the caller's columns, and _by._class, with
-- _by._against for a pair.
-- returns: _g INTEGER, _by STRUCT(...), _n_pos BIGINT, _n_neg BIGINT, _auc DOUBLE
-- uses: _rocsql_groups, _rocsql_kernel_rows, _rocsql_area_by_kernel, _rocsql_pairs_by_ranks
-- example: FROM _rocsql_apart_areas(checked)
CREATE OR REPLACE MACRO _rocsql_apart_areas(checked) AS TABLE
WITH one_each AS MATERIALIZED (
    SELECT * REPLACE (false AS _tied) FROM _rocsql_groups(checked, ['_groups', '_class', '_against'])
),
by_kernel AS (FROM _rocsql_area_by_kernel(checked, one_each, ['_groups', '_class', '_against'])),
many AS (FROM query_table(checked) WHERE (SELECT any_value(_rows) > _rocsql_kernel_rows() FROM one_each)),
by_ranks AS (FROM _rocsql_pairs_by_ranks(many, one_each, ['_groups', '_class', '_against']))
SELECT
    g._g,
    g._by,
    g._n_pos,
    g._n_neg,
    CASE WHEN g._n_pos > 0 AND g._n_neg > 0 THEN coalesce(k._auc, r._u / (2 * g._n_pos::DOUBLE * g._n_neg)) END AS _auc
FROM one_each AS g
LEFT JOIN by_kernel AS k ON g._g = k._g
LEFT JOIN by_ranks AS r ON g._g = r._g
