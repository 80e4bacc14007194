-- roc_and(fpr_1, tpr_1, fpr_2, tpr_2)
-- Where two classifiers lie that both have to agree (2004, section 7.4.3): the point to expect if they are independent, and the bounds that hold whatever they are.
-- returns: STRUCT(fpr DOUBLE, tpr DOUBLE, fpr_low DOUBLE, fpr_high DOUBLE, tpr_low DOUBLE, tpr_high DOUBLE)
-- uses: _rocsql_rate
-- example: SELECT roc_and(0.2, 0.6, 0.4, 0.7)
CREATE OR REPLACE MACRO roc_and(fpr_1, tpr_1, fpr_2, tpr_2) AS
    CASE
        WHEN _rocsql_rate(fpr_1, 'fpr_1') + _rocsql_rate(tpr_1, 'tpr_1')
             + _rocsql_rate(fpr_2, 'fpr_2') + _rocsql_rate(tpr_2, 'tpr_2') IS NOT NULL
        THEN {
            'fpr': fpr_1::DOUBLE * fpr_2::DOUBLE,
            'tpr': tpr_1::DOUBLE * tpr_2::DOUBLE,
            'fpr_low': 0::DOUBLE,
            'fpr_high': least(fpr_1::DOUBLE, fpr_2::DOUBLE),
            'tpr_low': 0::DOUBLE,
            'tpr_high': least(tpr_1::DOUBLE, tpr_2::DOUBLE)
        }
    END
