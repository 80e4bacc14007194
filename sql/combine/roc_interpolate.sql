-- roc_interpolate(fpr_a, tpr_a, fpr_b, tpr_b, n_pos, n_neg, budget)
-- A classifier between A and B that selects so many of n_pos positives and n_neg negatives (2004, section 7.4.1): B decides at a rate of k, A
-- otherwise. No mixture selects so many where k is below 0 or above 1; NULL where both select the same number.
-- returns: STRUCT(k DOUBLE, fpr DOUBLE, tpr DOUBLE)
-- uses: _rocsql_mixture, _rocsql_selected, _rocsql_rate, _rocsql_size
-- example: SELECT roc_interpolate(0.1, 0.2, 0.25, 0.6, 240, 3760, 800)
CREATE OR REPLACE MACRO roc_interpolate(fpr_a, tpr_a, fpr_b, tpr_b, n_pos, n_neg, budget) AS
    _rocsql_mixture(
        (_rocsql_size(budget, 'budget') - _rocsql_selected(fpr_a::DOUBLE, tpr_a::DOUBLE, n_pos::DOUBLE, n_neg::DOUBLE))
            / nullif(
                _rocsql_selected(_rocsql_rate(fpr_b, 'fpr_b'), _rocsql_rate(tpr_b, 'tpr_b'), n_pos::DOUBLE, n_neg::DOUBLE)
                - _rocsql_selected(
                    _rocsql_rate(fpr_a, 'fpr_a'), _rocsql_rate(tpr_a, 'tpr_a'),
                    _rocsql_size(n_pos, 'n_pos'), _rocsql_size(n_neg, 'n_neg')),
                0),
        fpr_a::DOUBLE, tpr_a::DOUBLE, fpr_b::DOUBLE, tpr_b::DOUBLE)
