-- _rocsql_kernel_rows()
-- How many rows at most are better handed to the NumPy kernels than sorted here; known when the query is bound.
-- returns: BIGINT
-- uses: _rocsql_in_python, _rocsql_fitting_rows
-- example: SELECT _rocsql_kernel_rows()
-- The kernels sort faster but mostly on one thread, so that some four threads here catch up with them.
CREATE OR REPLACE MACRO _rocsql_kernel_rows() AS
    CASE WHEN NOT _rocsql_in_python() OR current_setting('threads') > 4 THEN 0 ELSE _rocsql_fitting_rows() END
