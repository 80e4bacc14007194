-- _rocsql_usable_bin(bin, score_low, score_high)
-- Is it a bin of a sketch? Yes, or an error.
-- returns: BOOLEAN
-- uses: _rocsql_nan
-- example: SELECT _rocsql_usable_bin(1047041, 0.5::DOUBLE, 0.50048828125::DOUBLE)
CREATE OR REPLACE MACRO _rocsql_usable_bin(bin, score_low, score_high) AS
    CASE
        WHEN bin IS NULL OR score_low IS NULL OR score_high IS NULL THEN error(
            CASE WHEN bin IS NULL THEN 'bin' WHEN score_low IS NULL THEN 'score_low' ELSE 'score_high' END
            || ' is NULL in a row of a sketch: keep the three columns as roc_sketch gives them, or leave the row out')
        WHEN _rocsql_nan(score_low::DOUBLE) OR _rocsql_nan(score_high::DOUBLE) OR score_low > score_high THEN error(
            'bin ' || bin::VARCHAR || ' of a sketch has scores from ' || score_low::VARCHAR || ' to ' || score_high::VARCHAR
            || ', which is no range: keep score_low and score_high as roc_sketch gives them')
        ELSE true
    END
