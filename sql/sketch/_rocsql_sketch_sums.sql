-- _rocsql_sketch_sums(source, by)
-- The bins of the caller's sketches, added up, in numbered groups: whole counts as HUGEINT, weights as DOUBLE.
-- returns: _by STRUCT(...), _bin BIGINT, _low DOUBLE, _low_most DOUBLE, _high DOUBLE, _high_least DOUBLE, _pos HUGEINT, _neg HUGEINT, _like BIGINT, _g INTEGER
-- uses: _rocsql_given, _rocsql_usable_count, _rocsql_numbered, _rocsql_count_kind
-- example: FROM _rocsql_sketch_sums(sketches, ['model'])
-- Bins of another precision have other edges, which overlap: they do not add up. All branches of a
-- struct are evaluated, and weights may be no HUGEINT: only counts are cast to one.
CREATE OR REPLACE MACRO _rocsql_sketch_sums(source, "by") AS TABLE
WITH given AS (
    SELECT
        _by,
        _given_score._bin AS _bin,
        _given_score._low AS _low,
        _given_score._high AS _high,
        struct_extract(
            {
                'count': {'sum': CASE WHEN _rocsql_count_kind(_first, _second) = 'count' THEN _first::HUGEINT END, 'like': 0::BIGINT},
                'weight': {'sum': _first::DOUBLE, 'like': 0::DOUBLE}
            },
            _rocsql_count_kind(_first, _second)) AS _pos,
        struct_extract(
            {'count': CASE WHEN _rocsql_count_kind(_first, _second) = 'count' THEN _second::HUGEINT END, 'weight': _second::DOUBLE},
            _rocsql_count_kind(_first, _second)) AS _neg
    FROM _rocsql_given(source, {'_bin': bin, '_low': score_low, '_high': score_high}, NULL, "by", pos, neg)
    WHERE _rocsql_usable_count(_first, 'pos') AND _rocsql_usable_count(_second, 'neg')
),
sums AS (
    SELECT
        _by,
        _bin,
        min(_low)::DOUBLE AS _low,
        max(_low)::DOUBLE AS _low_most,
        max(_high)::DOUBLE AS _high,
        min(_high)::DOUBLE AS _high_least,
        cast_to_type(sum(_pos.sum), any_value(_pos.sum)) AS _pos,
        cast_to_type(sum(_neg), any_value(_neg)) AS _neg,
        any_value(_pos.like) AS _like
    FROM given
    GROUP BY _by, _bin
),
numbered AS (FROM _rocsql_numbered(sums, "by"))
FROM numbered
WINDOW up AS (PARTITION BY _g ORDER BY _bin ASC)
QUALIFY CASE
    WHEN _low_most <= _low AND _high_least >= _high AND coalesce(lead(_low) OVER up > _high, true) THEN true
    ELSE error('bin ' || _bin::VARCHAR || ' has scores from ' || _low::VARCHAR || ' to ' || _high::VARCHAR
        || ', which another row or bin has too: sketches of different precision do not add up')
END
