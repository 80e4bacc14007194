-- roc_sketch(source, score, label, by := [], weight := 1, precision := 10)
-- How many positives and negatives have scores in which bin, the highest first: small, made in one pass, and the same bins for any data, so
-- that the sketches of days, regions and shards add up (sketch_merge) and still tell the AUC within bounds that are certain (sketch_auc). A
-- bin is a range of scores with the same sign, exponent and first `precision` bits of the mantissa, so no wider than 2^-precision
-- of its scores: 10 bits are 0.1 %. Zero and the infinities have their own. score_low and score_high are the least and largest score of a bin.
-- returns: <by>, bin BIGINT, score_low DOUBLE, score_high DOUBLE, pos BIGINT, neg BIGINT
-- uses: _rocsql_given, _rocsql_count, _rocsql_usable, _rocsql_numeric, _rocsql_score, _rocsql_positive, _rocsql_cut, _rocsql_real, _rocsql_bin, _rocsql_bin_edge, _rocsql_numbered, _rocsql_output, _rocsql_number, _rocsql_shown
-- example: FROM roc_sketch(preds, score, label, by := ['model'])
-- The rows are not kept: memory grows with the bins alone.
CREATE OR REPLACE MACRO roc_sketch(source, score, label, "by" := [], weight := 1, "precision" := 10) AS TABLE
WITH scored AS (
    SELECT _by, _rocsql_score(_given_score) AS _score, _rocsql_positive(_given_label) AS _positive, _first AS _weight
    FROM _rocsql_given(source, score, label, "by", _rocsql_count(weight, weight), NULL)
    -- Rows of a BOOLEAN label and no weight need no check here: NULL is not counted, and NaN has a bin that is looked at once. A
    -- BIGNUM may be no DOUBLE.
    WHERE CASE
        WHEN typeof(_given_label) = 'BOOLEAN' AND (typeof(_given_score) = 'BOOLEAN' OR _rocsql_numeric(typeof(_given_score)))
             AND typeof(_given_score) NOT IN ('BIGNUM', 'VARINT') AND typeof(_first) = 'BIGINT'
        THEN true
        ELSE _rocsql_usable(_given_score, _given_label, _first)
    END
),
cut AS (FROM _rocsql_cut(scored, "precision")),
-- Rows without weights are counted, which is faster than adding, and by one column rather than two where there is one group.
alone AS (
    SELECT NULL AS _by, _cut, count_if(_positive) AS _pos, count(_positive) AS _size, any_value(_weight) AS _unit
    FROM cut
    WHERE typeof(_weight) = 'BIGINT'
    GROUP BY _cut
),
grouped AS (
    SELECT _by, _cut, count_if(_positive) AS _pos, count(_positive) AS _size, any_value(_weight) AS _unit
    FROM cut
    WHERE typeof(_weight) = 'BIGINT'
    GROUP BY _by, _cut
),
counted AS (
    SELECT _by, _cut, _pos * _unit AS _pos, (_size - _pos) * _unit AS _neg, _unit
    FROM query(CASE WHEN len("by") = 0 THEN 'FROM alone' ELSE 'FROM grouped' END)
    WHERE CASE WHEN _cut IS NULL OR _size = 0 THEN false ELSE _rocsql_real(_cut, 'score') END
),
weighed AS (
    SELECT
        _by,
        _cut,
        fsum(CASE WHEN _positive THEN _weight::DOUBLE ELSE 0 END) AS _pos,
        fsum(CASE WHEN _positive THEN 0 ELSE _weight::DOUBLE END) AS _neg,
        any_value(_weight) AS _unit
    FROM cut
    WHERE typeof(_weight) <> 'BIGINT'
    GROUP BY _by, _cut
),
sums AS (SELECT *, _rocsql_bin(_cut, "precision") AS _bin FROM (FROM counted UNION ALL FROM weighed)),
sketch AS (
    SELECT
        _g,
        _by,
        _bin,
        _rocsql_bin_edge(_bin, "precision", false) AS _low,
        _rocsql_bin_edge(_bin, "precision", true) AS _high,
        cast_to_type(_pos, _unit) AS _pos,
        cast_to_type(_neg, _unit) AS _neg
    FROM _rocsql_numbered(sums, "by")
)
FROM query(CASE
    WHEN _rocsql_number("precision") BETWEEN 0 AND 52 AND _rocsql_number("precision") = floor(_rocsql_number("precision"))
    THEN _rocsql_output(
        "by", '_bin AS bin, _low AS score_low, _high AS score_high, _pos AS pos, _neg AS neg', 'sketch', '_bin DESC')
    ELSE error('precision must be a whole number of bits from 0 to 52, such as 10, but it is ' || _rocsql_shown("precision"))
END)
