-- _rocsql_sketch_sums(source, by)
-- The bins of the caller's sketches, added up, in numbered groups, in whole units: 1 for counts, for weights a power of two that each class of a
-- group has of its own. _like has the type of the counts.
-- returns: _by STRUCT(...), _bin BIGINT, _low DOUBLE, _low_most DOUBLE, _high DOUBLE, _high_least DOUBLE, _pos HUGEINT, _neg HUGEINT, _pos_grain DOUBLE, _neg_grain DOUBLE, _like BIGINT, _g INTEGER
-- uses: _rocsql_given, _rocsql_amount, _rocsql_usable_bin, _rocsql_usable_count, _rocsql_numbered, _rocsql_count_kind, _rocsql_grain
-- example: FROM _rocsql_sketch_sums(sketches, ['model'])
-- Bins of another precision have other edges, which overlap: they do not add up. Sums of doubles would go back along a curve, because a window
-- does not add them in one order.
CREATE OR REPLACE MACRO _rocsql_sketch_sums(source, "by") AS TABLE
WITH given AS (
    SELECT
        _by,
        _given_score._bin AS _bin,
        _given_score._low::DOUBLE AS _low,
        _given_score._high::DOUBLE AS _high,
        _first AS _pos,
        _second AS _neg,
        struct_extract({'count': 0::BIGINT, 'weight': 0::DOUBLE}, _rocsql_count_kind(_first, _second)) AS _like
    FROM _rocsql_given(
        source, {'_bin': bin, '_low': score_low, '_high': score_high}, NULL, "by", _rocsql_amount(pos, 'pos'), _rocsql_amount(neg, 'neg'))
    WHERE _rocsql_usable_bin(_given_score._bin, _given_score._low, _given_score._high)
      AND _rocsql_usable_count(_first, 'pos') AND _rocsql_usable_count(_second, 'neg')
),
grains AS (
    SELECT
        _by,
        CASE WHEN typeof(any_value(_like)) = 'BIGINT' THEN 1 ELSE _rocsql_grain(max(_pos::DOUBLE), count(*)) END AS _pos_grain,
        CASE WHEN typeof(any_value(_like)) = 'BIGINT' THEN 1 ELSE _rocsql_grain(max(_neg::DOUBLE), count(*)) END AS _neg_grain
    FROM given
    GROUP BY _by
),
-- Counts are added as they are; as doubles they would lose their last digits.
sums AS (
    SELECT
        r._by,
        r._bin,
        min(r._low) AS _low,
        max(r._low) AS _low_most,
        max(r._high) AS _high,
        min(r._high) AS _high_least,
        sum(CASE WHEN typeof(r._like) = 'BIGINT' THEN r._pos::HUGEINT ELSE (r._pos::DOUBLE / g._pos_grain)::HUGEINT END) AS _pos,
        sum(CASE WHEN typeof(r._like) = 'BIGINT' THEN r._neg::HUGEINT ELSE (r._neg::DOUBLE / g._neg_grain)::HUGEINT END) AS _neg,
        any_value(g._pos_grain) AS _pos_grain,
        any_value(g._neg_grain) AS _neg_grain,
        any_value(r._like) AS _like
    FROM given AS r
    JOIN grains AS g ON len("by") = 0 OR r._by IS NOT DISTINCT FROM g._by
    GROUP BY r._by, r._bin
),
numbered AS (FROM _rocsql_numbered(sums, "by"))
FROM numbered
WINDOW up AS (PARTITION BY _g ORDER BY _bin ASC)
QUALIFY CASE
    WHEN _low_most <= _low AND _high_least >= _high AND coalesce(lead(_low) OVER up > _high, true) THEN true
    ELSE error('bin ' || _bin::VARCHAR || ' has scores from ' || _low::VARCHAR || ' to ' || _high::VARCHAR
        || ', which another row or bin has too: sketches of different precision do not add up')
END
