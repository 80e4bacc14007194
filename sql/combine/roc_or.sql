-- roc_or(fpr_1, tpr_1, fpr_2, tpr_2)
-- Where two classifiers lie of which one is enough (2004, section 7.4.3): the point to expect if they are independent, and the bounds that hold whatever they are.
-- returns: STRUCT(fpr DOUBLE, tpr DOUBLE, fpr_low DOUBLE, fpr_high DOUBLE, tpr_low DOUBLE, tpr_high DOUBLE)
-- uses: _rocsql_rate
-- example: SELECT roc_or(0.2, 0.6, 0.4, 0.7)
CREATE OR REPLACE MACRO roc_or(fpr_1, tpr_1, fpr_2, tpr_2) AS
    CASE
        WHEN _rocsql_rate(fpr_1, 'fpr_1') + _rocsql_rate(tpr_1, 'tpr_1')
             + _rocsql_rate(fpr_2, 'fpr_2') + _rocsql_rate(tpr_2, 'tpr_2') IS NOT NULL
        THEN {
            'fpr': 1 - (1 - fpr_1::DOUBLE) * (1 - fpr_2::DOUBLE),
            'tpr': 1 - (1 - tpr_1::DOUBLE) * (1 - tpr_2::DOUBLE),
            'fpr_low': greatest(fpr_1::DOUBLE, fpr_2::DOUBLE),
            'fpr_high': least(fpr_1::DOUBLE + fpr_2::DOUBLE, 1),
            'tpr_low': greatest(tpr_1::DOUBLE, tpr_2::DOUBLE),
            'tpr_high': least(tpr_1::DOUBLE + tpr_2::DOUBLE, 1)
        }
    END
