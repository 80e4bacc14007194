-- sketched: the bins of the caller's sketches, checked and added up. Bins of another precision have other edges, which overlap.
_given AS (SELECT {given_by} bin AS _bin, score_low AS _low, score_high AS _high, pos AS _first, neg AS _second FROM __table__),
_counted AS (
    SELECT {by} _bin, CAST(_low AS DOUBLE) AS _low, CAST(_high AS DOUBLE) AS _high, _first, _second
    FROM _given
    WHERE CASE
        WHEN _first IS NULL THEN _raise('pos is NULL in a row: give every row a number by writing coalesce(pos, 0)', _bin)
        WHEN _second IS NULL THEN _raise('neg is NULL in a row: give every row a number by writing coalesce(neg, 0)', _bin)
        WHEN _kind(_first) <> 'number' THEN _raise('pos must be a number, but it is ' || _kind(_first), _bin)
        WHEN _kind(_second) <> 'number' THEN _raise('neg must be a number, but it is ' || _kind(_second), _bin)
        WHEN NOT (_number(_first) >= 0 AND _number(_first) < {infinity})
        THEN _raise('pos must be finite and not negative, but a row has ' || CAST(_first AS TEXT), _bin)
        WHEN NOT (_number(_second) >= 0 AND _number(_second) < {infinity})
        THEN _raise('neg must be finite and not negative, but a row has ' || CAST(_second AS TEXT), _bin)
        ELSE TRUE
    END
),
-- No least or largest of edges is asked for: DataFusion takes the largest finite double for the least of infinities.
_added AS (
    SELECT {by} _bin, _low, _high, SUM(_first) AS _pos, SUM(_second) AS _neg FROM _counted GROUP BY {by} _bin, _low, _high
),
_neighbours AS (
    SELECT
        {by} _bin, _low, _high, _pos, _neg,
        MIN(_low) OVER ({partition} ORDER BY _bin, _low, _high ROWS BETWEEN 1 FOLLOWING AND 1 FOLLOWING) AS _next
    FROM _added
),
_bins AS (
    SELECT {by} _bin, _low = _high AS _tied, _pos, _neg, CAST(_pos AS DOUBLE) AS _dpos, CAST(_neg AS DOUBLE) AS _dneg
    FROM _neighbours
    WHERE CASE
        WHEN COALESCE(_next > _high, TRUE) THEN TRUE
        ELSE _raise('bin ' || CAST(_bin AS TEXT) || ' has scores from ' || CAST(_low AS TEXT) || ' to ' || CAST(_high AS TEXT)
            || ', which another row or bin has too: sketches of different precision do not add up', _bin)
    END
)
