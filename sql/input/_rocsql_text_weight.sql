-- _rocsql_text_weight()
-- What a weight that is text is told: most often it is a column's name in quotes.
-- returns: VARCHAR
-- uses: nothing
-- example: SELECT _rocsql_text_weight()
CREATE OR REPLACE MACRO _rocsql_text_weight() AS
    'weight must be a number, but it is VARCHAR: name a column without quotes, as in weight := amount, or turn it into a number'
