-- _rocsql_amount(value, argument)
-- The value, if its type is numeric, BOOLEAN or that of NULL; else an error that names the argument.
-- returns: DOUBLE
-- uses: nothing
-- example: SELECT _rocsql_amount(2.5::DOUBLE, 'weight')
-- struct_extract looks up its key when the query is bound, so that the error comes on an empty table too; there only a failing cast can carry a
-- message. While the macro itself is created the type is UNKNOWN.
CREATE OR REPLACE MACRO _rocsql_amount(value, argument) AS
    CASE WHEN struct_extract({'true': true}, CAST(CAST(CASE
        WHEN regexp_full_match(
            typeof([value]), '(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL.*|BIGNUM|VARINT|BOOLEAN|"NULL"|UNKNOWN)\[\]')
        THEN 'true'
        ELSE argument || ' must be a number, but it is ' || left(typeof([value]), -2) || ': name a column without quotes, or turn it into a number'
    END AS BOOLEAN) AS VARCHAR)) THEN value END
