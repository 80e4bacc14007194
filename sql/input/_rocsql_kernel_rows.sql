-- _rocsql_kernel_rows()
-- How many rows at most are better handed to the NumPy kernels than sorted here; known when the query is bound.
-- returns: BIGINT
-- uses: _rocsql_in_python
-- example: SELECT _rocsql_kernel_rows()
-- The kernels sort faster but mostly on one thread, so that some four threads here catch up with them. Their lists, unlike a sort, have to
-- fit in memory, some 64 bytes a row, which are to take an eighth of it at most, and Arrow's offsets, which end at 2^31.
CREATE OR REPLACE MACRO _rocsql_kernel_rows() AS
    CASE
        WHEN NOT _rocsql_in_python() OR current_setting('threads') > 4 THEN 0
        -- No limit is one of so many PiB, which parse_formatted_bytes does not know.
        WHEN current_setting('memory_limit') LIKE '%PiB' THEN 1000000000
        ELSE least(parse_formatted_bytes(current_setting('memory_limit')) // 512, 1000000000)::BIGINT
    END
