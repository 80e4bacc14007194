-- weight_checks: what a weight has to be; 0 removes the row.
WHEN _first IS NULL THEN _raise(
    'weight is NULL in a labelled row: give every row a number by writing coalesce(weight, 0)', _given_score)
WHEN _kind(_first) <> 'number' THEN _raise(
    'weight must be a number, but it is ' || _kind(_first) || ': turn it into one, as in weight::DOUBLE', _given_score)
WHEN NOT (_number(_first) >= 0 AND _number(_first) < {infinity}) THEN _raise(
    'weight must be finite and not negative, but a row has ' || CAST(_first AS TEXT)
    || ': correct it, or write 0 to leave the row out', _first)
WHEN _number(_first) = 0 THEN FALSE
