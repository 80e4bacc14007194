-- _rocsql_count_rows(source, score, pos, neg, by)
-- The caller's counts, checked: BIGINT where both are of an integer type, else DOUBLE. Rows that count nothing are left out.
-- returns: _by STRUCT(...), _score DOUBLE, _pos BIGINT, _neg BIGINT
-- uses: _rocsql_given, _rocsql_amount, _rocsql_real, _rocsql_usable_count, _rocsql_numeric, _rocsql_score, _rocsql_count_kind, _rocsql_count_value
-- example: FROM _rocsql_count_rows(counts, score, pos, neg, ['model'])
CREATE OR REPLACE MACRO _rocsql_count_rows(source, score, pos, neg, "by") AS TABLE
SELECT
    _by,
    _rocsql_score(_given_score) AS _score,
    _rocsql_count_value(_first, 'pos', _rocsql_count_kind(_first, _second)) AS _pos,
    _rocsql_count_value(_second, 'neg', _rocsql_count_kind(_first, _second)) AS _neg
FROM _rocsql_given(source, score, NULL, "by", _rocsql_amount(pos, 'pos'), _rocsql_amount(neg, 'neg'))
WHERE CASE
    -- Most rows of most tables, in one look.
    WHEN _rocsql_count_kind(_first, _second) = 'count' AND _rocsql_numeric(typeof(_given_score)) AND TRY_CAST(_first AS BIGINT) >= 0
         AND TRY_CAST(_second AS BIGINT) >= 0 AND isfinite(TRY_CAST(_given_score AS DOUBLE))
    THEN TRY_CAST(_first AS BIGINT) > 0 OR TRY_CAST(_second AS BIGINT) > 0
    WHEN _given_score IS NULL THEN false
    -- The counts first: a score that is made of them is to blame for nothing.
    WHEN _rocsql_usable_count(_first, 'pos') AND _rocsql_usable_count(_second, 'neg') AND _rocsql_real(_given_score, 'score')
    THEN TRY_CAST(_first AS DOUBLE) > 0 OR TRY_CAST(_second AS DOUBLE) > 0
END
