-- rows: the caller's rows, checked, under fixed names; the only step that sees the caller's table.
-- One CASE, used as a filter: its order is fixed, and a row that is left out is not looked at.
_given AS (
    SELECT
        {given_by}
        __score__ AS _given_score,
        __label__ AS _given_label
        {given_worth}
    FROM __table__
),
_rows AS (
    SELECT
        {by}
        -- -0.0 and 0.0 are one score.
        CASE WHEN _number(_given_score) = 0 THEN CAST(0 AS DOUBLE) ELSE _number(_given_score) END AS _score,
        _label(_given_label) = 1 AS _positive
        {worth}
    FROM _given
    WHERE CASE
        WHEN _given_score IS NULL OR _given_label IS NULL THEN FALSE
        WHEN NOT _kind(_given_score) IN ('boolean', 'number') THEN _raise(
            'score must be a number, but it is ' || _kind(_given_score) || ': turn it into one, as in score::DOUBLE', _given_score)
        WHEN _is_nan(_number(_given_score)) THEN _raise(
            'score is NaN in a labelled row: leave such rows out by writing nullif(score, ''nan'') for the score', _given_score)
        WHEN NOT _kind(_given_label) IN ('boolean', 'number') THEN _raise(
            'label must be BOOLEAN, 0 or 1, but a row has ''' || CAST(_given_label AS TEXT)
            || ''': compare it with the value that is positive, as in label = ''' || CAST(_given_label AS TEXT) || '''', _given_label)
        WHEN NOT _label(_given_label) IN (0, 1) THEN _raise(
            'label must be BOOLEAN, 0 or 1, but a row has ' || CAST(_given_label AS TEXT)
            || ': compare it with the value that is positive, as in label = 1', _given_label)
        {checks}
        ELSE TRUE
    END
)
