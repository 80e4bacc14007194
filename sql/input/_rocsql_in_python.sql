-- _rocsql_in_python()
-- Whether the Python UDFs are at hand. In SQL alone they are not; rocsql.register says that they are.
-- returns: BOOLEAN
-- uses: nothing
-- example: SELECT _rocsql_in_python()
CREATE OR REPLACE MACRO _rocsql_in_python() AS false
