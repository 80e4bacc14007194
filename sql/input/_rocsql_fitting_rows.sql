-- _rocsql_fitting_rows()
-- How many rows at most are to be gathered as lists for the NumPy kernels; known when the query is bound.
-- returns: BIGINT
-- uses: nothing
-- example: SELECT _rocsql_fitting_rows()
-- Lists, unlike a sort, have to fit in memory, some 64 bytes a row, which are to take an eighth of it at most (a bootstrap
-- takes twice that), and Arrow's offsets, which end at 2^31.
CREATE OR REPLACE MACRO _rocsql_fitting_rows() AS
    CASE
        -- No limit is one of so many PiB, which parse_formatted_bytes does not know.
        WHEN current_setting('memory_limit') LIKE '%PiB' THEN 1000000000
        ELSE least(parse_formatted_bytes(current_setting('memory_limit')) // 512, 1000000000)::BIGINT
    END
