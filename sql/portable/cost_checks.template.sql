-- cost_checks: a benefit for a positive, a cost for a negative; only the one that the row's class needs is looked at.
WHEN _label(_given_label) = 1 AND NOT COALESCE(_number(_first) >= 0 AND _number(_first) < {infinity}, FALSE) THEN _raise(
    'benefit must be finite and not negative, but a positive row has ' || COALESCE(CAST(_first AS TEXT), 'NULL')
    || ': measure it from the worst outcome, so that a positive is never worth less than nothing', _given_score)
WHEN _label(_given_label) = 0 AND NOT COALESCE(_number(_second) >= 0 AND _number(_second) < {infinity}, FALSE) THEN _raise(
    'cost must be finite and not negative, but a negative row has ' || COALESCE(CAST(_second AS TEXT), 'NULL')
    || ': measure it from the best outcome, so that a false alarm never pays', _given_score)
