-- _rocsql_curve_output(by, columns)
-- The text of the last SELECT over the points of a relation named curve, for query(): as _rocsql_output in the order of _at, but points that
-- are _in_order already are not sorted again.
-- returns: VARCHAR
-- uses: _rocsql_kernel_rows, _rocsql_output
-- example: SELECT _rocsql_curve_output([], 'tpr, fpr')
-- DuckDB promises that UNION ALL, SELECT and WHERE keep the order, unless preserve_insertion_order is off. On 1.5 it does not hold where a
-- CTE is materialized, as it is with the optimizer off.
CREATE OR REPLACE MACRO _rocsql_curve_output("by", columns) AS
    CASE
        WHEN typeof("by") LIKE '%[]' AND len("by") = 0 AND _rocsql_kernel_rows() > 0 AND current_setting('preserve_insertion_order')
             AND version() NOT LIKE 'v1.%'
        THEN 'SELECT ' || columns || ' FROM curve WHERE _in_order UNION ALL FROM (SELECT ' || columns
             || ' FROM curve WHERE NOT _in_order ORDER BY curve._at ASC)'
        ELSE _rocsql_output("by", columns, 'curve', '_at')
    END
