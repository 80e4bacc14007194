-- _rocsql_usable_class(class, score, actual)
-- Does the row count? NULL score or actual class: no. A score of no class, or one that is no number, is an error.
-- returns: BOOLEAN
-- uses: _rocsql_real
-- example: SELECT _rocsql_usable_class('a', 0.5, 'b')
CREATE OR REPLACE MACRO _rocsql_usable_class(class, score, actual) AS
    CASE
        WHEN score IS NULL OR actual IS NULL THEN false
        WHEN class IS NULL THEN error(
            'class is NULL in a row that has a score: say whose score it is, or leave the row out by writing NULL for the score')
        ELSE _rocsql_real(score, 'score')
    END
