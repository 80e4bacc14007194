-- roc_sketch(source, score, label, by := [], weight := 1, precision := 10)
-- How many positives and negatives have scores in which bin, the highest first: small, made in one pass, and the same bins for any data, so
-- that the sketches of days, regions and shards add up (sketch_merge) and still tell the AUC within bounds that are certain (sketch_auc). A
-- bin is a range of scores with the same sign, exponent and first `precision` bits of the mantissa, so no wider than 2^-precision
-- of its scores: 10 bits are 0.1 %. Zero and the infinities have their own. score_low and score_high are the least and largest score of a bin.
-- returns: <by>, bin BIGINT, score_low DOUBLE, score_high DOUBLE, pos BIGINT, neg BIGINT
-- uses: _rocsql_rows, _rocsql_bits, _rocsql_bin, _rocsql_bin_edge, _rocsql_numbered, _rocsql_output
-- example: FROM roc_sketch(preds, score, label, by := ['model'])
-- The rows are not kept: memory grows with the bins alone.
CREATE OR REPLACE MACRO roc_sketch(source, score, label, "by" := [], weight := 1, "precision" := 10) AS TABLE
WITH binned AS (
    SELECT _by, _rocsql_bits(_score, "precision") AS _bits, _positive, _weight FROM _rocsql_rows(source, score, label, "by", weight)
),
-- Rows without weights are counted, which is faster than adding, and by one column rather than two where there is one group.
alone AS (
    SELECT NULL AS _by, _bits, count_if(_positive) AS _pos, count(*) - count_if(_positive) AS _neg, any_value(_weight) AS _like
    FROM binned
    WHERE typeof(_weight) = 'BIGINT'
    GROUP BY _bits
),
grouped AS (
    SELECT _by, _bits, count_if(_positive) AS _pos, count(*) - count_if(_positive) AS _neg, any_value(_weight) AS _like
    FROM binned
    WHERE typeof(_weight) = 'BIGINT'
    GROUP BY _by, _bits
),
weighed AS (
    SELECT
        _by,
        _bits,
        fsum(CASE WHEN _positive THEN _weight::DOUBLE ELSE 0 END) AS _pos,
        fsum(CASE WHEN _positive THEN 0 ELSE _weight::DOUBLE END) AS _neg,
        any_value(_weight) AS _like
    FROM binned
    WHERE typeof(_weight) <> 'BIGINT'
    GROUP BY _by, _bits
),
sums AS (
    SELECT *, _rocsql_bin(_bits, "precision") AS _bin
    FROM (FROM query(CASE WHEN len("by") = 0 THEN 'FROM alone' ELSE 'FROM grouped' END) UNION ALL FROM weighed)
),
sketch AS (
    SELECT
        _g,
        _by,
        _bin,
        _rocsql_bin_edge(_bin, "precision", false) AS _low,
        _rocsql_bin_edge(_bin, "precision", true) AS _high,
        cast_to_type(_pos, _like) AS _pos,
        cast_to_type(_neg, _like) AS _neg
    FROM _rocsql_numbered(sums, "by")
)
FROM query(CASE
    WHEN coalesce("precision" BETWEEN 0 AND 52 AND "precision" = floor("precision"), false)
    THEN _rocsql_output(
        "by", '_bin AS bin, _low AS score_low, _high AS score_high, _pos AS pos, _neg AS neg', 'sketch', '_bin DESC')
    ELSE error('precision must be a whole number of bits from 0 to 52, such as 10, but it is ' || coalesce("precision"::VARCHAR, 'NULL'))
END)
