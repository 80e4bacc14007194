-- _rocsql_share(part, whole)
-- part / whole in units of 2^-100, rounded down: shares of different wholes on one fine scale, so that their differences are good too.
-- returns: HUGEINT
-- uses: nothing
-- example: SELECT _rocsql_share(1::DOUBLE, 3::DOUBLE)
-- Long division in two steps, because part x 2^100 does not fit.
CREATE OR REPLACE MACRO _rocsql_share(part, whole) AS
    ((part::BIGINT::HUGEINT << 62) // whole::BIGINT << 38)
    + (((part::BIGINT::HUGEINT << 62) % whole::BIGINT << 38) // whole::BIGINT)
