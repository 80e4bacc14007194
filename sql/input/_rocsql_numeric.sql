-- _rocsql_numeric(type_name)
-- Is it the name of a numeric type?
-- returns: BOOLEAN
-- uses: nothing
-- example: SELECT _rocsql_numeric(typeof(1.5))
CREATE OR REPLACE MACRO _rocsql_numeric(type_name) AS
    regexp_full_match(type_name, '(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL.*|BIGNUM|VARINT)')
