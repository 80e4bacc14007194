-- _rocsql_count_rows(source, score, pos, neg, by)
-- The caller's counts, checked, as rows that weigh as much as they count: one for each class. _like has the type that counts come out in.
-- returns: _by STRUCT(...), _score DOUBLE, _positive BOOLEAN, _weight DOUBLE, _like BIGINT
-- uses: _rocsql_given, _rocsql_real, _rocsql_usable_count, _rocsql_score, _rocsql_count_kind
-- example: FROM _rocsql_count_rows(counts, score, pos, neg, ['model'])
CREATE OR REPLACE MACRO _rocsql_count_rows(source, score, pos, neg, "by") AS TABLE
WITH given AS MATERIALIZED (
    SELECT
        _by,
        _rocsql_score(_given_score) AS _score,
        TRY_CAST(_first AS DOUBLE) AS _pos,
        TRY_CAST(_second AS DOUBLE) AS _neg,
        -- struct_extract chooses the type when the query is bound.
        struct_extract(
            {'count': 0::BIGINT, 'weight': 0::DOUBLE},
            _rocsql_count_kind(_first, _second)) AS _like
    FROM _rocsql_given(source, score, NULL, "by", pos, neg)
    WHERE CASE
        WHEN _given_score IS NULL THEN false
        -- The counts first: a score that is made of them is to blame for nothing.
        WHEN _rocsql_usable_count(_first, 'pos') AND _rocsql_usable_count(_second, 'neg') THEN _rocsql_real(_given_score, 'score')
    END
)
SELECT _by, _score, true AS _positive, _pos AS _weight, _like FROM given WHERE _pos > 0
UNION ALL
SELECT _by, _score, false, _neg, _like FROM given WHERE _neg > 0
