WITH _given AS (
  SELECT
    `model` AS _by_1,
    `Seg ment` AS _by_2,
    fold AS _by_3,
    score AS _given_score,
    (
      outcome = 'fraud'
    ) AS _given_label
  FROM preds
), _rows AS (
  SELECT
    _by_1,
    _by_2,
    _by_3,
    CASE WHEN TRY_CAST(_given_score AS DOUBLE) = 0 THEN CAST(0 AS DOUBLE) ELSE TRY_CAST(_given_score AS DOUBLE) END AS _score, /* -0.0 and 0.0 are one score. */
    TRY_CAST(_given_label AS DOUBLE) = 1 AS _positive
  FROM _given
  WHERE
    CASE
      WHEN _given_score IS NULL OR _given_label IS NULL
      THEN FALSE
      WHEN NOT CASE
        WHEN TYPEOF(_given_score) = 'boolean'
        THEN 'boolean'
        WHEN TYPEOF(_given_score) IN ('tinyint', 'smallint', 'int', 'bigint', 'float', 'double')
        OR TYPEOF(_given_score) LIKE 'decimal%'
        THEN 'number'
        ELSE UPPER(TYPEOF(_given_score))
      END IN ('boolean', 'number')
      THEN RAISE_ERROR(
        (
          'score must be a number, but it is ' || CASE
            WHEN TYPEOF(_given_score) = 'boolean'
            THEN 'boolean'
            WHEN TYPEOF(_given_score) IN ('tinyint', 'smallint', 'int', 'bigint', 'float', 'double')
            OR TYPEOF(_given_score) LIKE 'decimal%'
            THEN 'number'
            ELSE UPPER(TYPEOF(_given_score))
          END || ': turn it into one, as in score::DOUBLE'
        )
      )
      WHEN ISNAN(TRY_CAST(_given_score AS DOUBLE))
      THEN RAISE_ERROR((
        'score is NaN in a labelled row: leave such rows out by writing nullif(score, \'nan\') for the score'
      ))
      WHEN NOT CASE
        WHEN TYPEOF(_given_label) = 'boolean'
        THEN 'boolean'
        WHEN TYPEOF(_given_label) IN ('tinyint', 'smallint', 'int', 'bigint', 'float', 'double')
        OR TYPEOF(_given_label) LIKE 'decimal%'
        THEN 'number'
        ELSE UPPER(TYPEOF(_given_label))
      END IN ('boolean', 'number')
      THEN RAISE_ERROR(
        (
          'label must be BOOLEAN, 0 or 1, but a row has \'' || CAST(_given_label AS STRING) || '\': compare it with the value that is positive, as in label = \'' || CAST(_given_label AS STRING) || '\''
        )
      )
      WHEN NOT TRY_CAST(_given_label AS DOUBLE) IN (0, 1)
      THEN RAISE_ERROR(
        (
          'label must be BOOLEAN, 0 or 1, but a row has ' || CAST(_given_label AS STRING) || ': compare it with the value that is positive, as in label = 1'
        )
      )
      ELSE TRUE
    END
), _ties AS (
  SELECT /*+ REPARTITION(64, _by_1, _by_2, _by_3) */
    _by_1,
    _by_2,
    _by_3,
    0 AS _slice,
    _score,
    CAST(SUM(CASE WHEN _positive THEN 1 ELSE 0 END) AS BIGINT) AS _pos,
    CAST(SUM(CASE WHEN _positive THEN 0 ELSE 1 END) AS BIGINT) AS _neg
  FROM _rows
  GROUP BY
    _by_1,
    _by_2,
    _by_3,
    _score
), _running AS (
  SELECT
    _by_1,
    _by_2,
    _by_3,
    _slice,
    _score,
    _pos,
    _neg,
    CAST(SUM(_pos) OVER (PARTITION BY _by_1, _by_2, _by_3 ORDER BY _score DESC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS BIGINT) AS _tp,
    CAST(SUM(_neg) OVER (PARTITION BY _by_1, _by_2, _by_3 ORDER BY _score DESC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS BIGINT) AS _fp,
    CAST(SUM(_pos) OVER (PARTITION BY _by_1, _by_2, _by_3) AS BIGINT) AS _p,
    CAST(SUM(_neg) OVER (PARTITION BY _by_1, _by_2, _by_3) AS BIGINT) AS _n
  FROM _ties
), _totals AS (
  SELECT
    _by_1,
    _by_2,
    _by_3,
    CAST(SUM(_pos) AS BIGINT) AS _p,
    CAST(SUM(_neg) AS BIGINT) AS _n
  FROM _ties
  GROUP BY
    _by_1,
    _by_2,
    _by_3
  HAVING
    COUNT(*) > 0
), _points AS (
  SELECT
    _by_1,
    _by_2,
    _by_3,
    1 AS _place,
    _slice,
    _score AS _threshold,
    _tp,
    _fp,
    _p,
    _n
  FROM _running
  UNION ALL
  SELECT
    _by_1,
    _by_2,
    _by_3,
    0 AS _place,
    0 AS _slice,
    CAST('inf' AS DOUBLE) AS _threshold,
    CAST(0 AS BIGINT) AS _tp,
    CAST(0 AS BIGINT) AS _fp,
    _p,
    _n
  FROM _totals
), _spots AS (
  SELECT
    _by_1,
    _by_2,
    _by_3,
    CAST(_tp AS DOUBLE) AS _tp,
    CAST(_p AS DOUBLE) AS _p,
    CAST(_fp AS DOUBLE) * 4 / CAST(_n AS DOUBLE) AS _place
  FROM _points
  WHERE
    _p > 0 AND _n > 0
), _slots /* Even slots are the grid lines, odd ones the space between them. */ AS (
  SELECT
    _by_1,
    _by_2,
    _by_3,
    CAST(FLOOR(_place) + CEIL(_place) AS BIGINT) AS _slot,
    MAX(_p) AS _p,
    MIN(_tp) AS _tp_first,
    MAX(_tp) AS _tp_last,
    MIN(_place) AS _place_first,
    MAX(_place) AS _place_last
  FROM _spots
  GROUP BY
    _by_1,
    _by_2,
    _by_3,
    CAST(FLOOR(_place) + CEIL(_place) AS BIGINT)
), _curves AS (
  SELECT
    _by_1,
    _by_2,
    _by_3,
    MAX(_p) AS _p
  FROM _slots
  GROUP BY
    _by_1,
    _by_2,
    _by_3
), _lines AS (
  SELECT
    CAST(v._line AS BIGINT) AS _line
  FROM VALUES
    (0),
    (1),
    (2),
    (3),
    (4) AS v(_line)
), _marks AS (
  SELECT
    _by_1,
    _by_2,
    _by_3,
    _slot,
    CAST(NULL AS BIGINT) AS _line,
    _p,
    _tp_first,
    _tp_last,
    _place_first,
    _place_last
  FROM _slots
  UNION ALL
  SELECT
    c._by_1,
    c._by_2,
    c._by_3,
    2 * l._line,
    l._line,
    c._p,
    CAST(NULL AS DOUBLE),
    CAST(NULL AS DOUBLE),
    CAST(NULL AS DOUBLE),
    CAST(NULL AS DOUBLE)
  FROM _curves AS c
  CROSS JOIN _lines AS l
), _track AS (
  SELECT
    _by_1,
    _by_2,
    _by_3,
    _slot,
    MAX(_line) AS _line,
    MAX(_p) AS _p,
    MIN(_tp_first) AS _tp_first,
    MAX(_tp_last) AS _tp_last,
    MIN(_place_first) AS _place_first,
    MAX(_place_last) AS _place_last
  FROM _marks
  GROUP BY
    _by_1,
    _by_2,
    _by_3,
    _slot
), _walked AS (
  SELECT
    _by_1,
    _by_2,
    _by_3,
    _line,
    _p,
    MAX(_tp_last) OVER (PARTITION BY _by_1, _by_2, _by_3 ORDER BY _slot ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS _tp_last,
    MAX(_place_last) OVER (PARTITION BY _by_1, _by_2, _by_3 ORDER BY _slot ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS _place_last,
    MIN(_tp_first) OVER (PARTITION BY _by_1, _by_2, _by_3 ORDER BY _slot ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING) AS _tp_next,
    MIN(_place_first) OVER (PARTITION BY _by_1, _by_2, _by_3 ORDER BY _slot ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING) AS _place_next
  FROM _track
), _readings AS (
  SELECT
    _by_1,
    _by_2,
    _line,
    CASE
      WHEN _place_last = CAST(_line AS DOUBLE) OR _place_next IS NULL
      THEN _tp_last / _p
      ELSE (
        _tp_last + (
          _tp_next - _tp_last
        ) * (
          (
            CAST(_line AS DOUBLE) - _place_last
          ) / (
            _place_next - _place_last
          )
        )
      ) / _p
    END AS _tpr
  FROM _walked
  WHERE
    NOT _line IS NULL
), _means AS (
  SELECT
    _by_1,
    _by_2,
    _line,
    AVG(_tpr) AS _tpr,
    STDDEV_SAMP(_tpr) AS _tpr_std,
    COUNT(*) AS _n_curves
  FROM _readings
  GROUP BY
    _by_1,
    _by_2,
    _line
), _reaching AS (
  SELECT
    _by_1,
    _by_2,
    _line,
    _tpr,
    _tpr_std,
    _n_curves,
    CASE _n_curves
      WHEN 1
      THEN NULL
      WHEN 2
      THEN 8.984643532093747e0
      WHEN 3
      THEN 2.4841377117503285e0
      WHEN 4
      THEN 1.5912231526418537e0
      WHEN 5
      THEN 1.241663998203764e0
      WHEN 6
      THEN 1.049435639895984e0
      WHEN 7
      THEN 0.9248457483180411e0
      WHEN 8
      THEN 0.8360209216297114e0
      WHEN 9
      THEN 0.7686680450680553e0
      WHEN 10
      THEN 0.7153569059706643e0
      WHEN 11
      THEN 0.6718091411683361e0
      WHEN 12
      THEN 0.6353696873306397e0
      WHEN 13
      THEN 0.6042939520772286e0
      WHEN 14
      THEN 0.5773828101149222e0
      WHEN 15
      THEN 0.5537815415648674e0
      WHEN 16
      THEN 0.5328623863899435e0
      WHEN 17
      THEN 0.5141525567644616e0
      WHEN 18
      THEN 0.49728830071298413e0
      WHEN 19
      THEN 0.48198457166673553e0
      WHEN 20
      THEN 0.4680144064199194e0
      WHEN 21
      THEN 0.4551945425717548e0
      WHEN 22
      THEN 0.44337516143898653e0
      WHEN 23
      THEN 0.4324324275827563e0
      WHEN 24
      THEN 0.4222629665043181e0
      WHEN 25
      THEN 0.4127797123256052e0
      WHEN 26
      THEN 0.4039087411340651e0
      WHEN 27
      THEN 0.39558682490922137e0
      WHEN 28
      THEN 0.3877595199328609e0
      WHEN 29
      THEN 0.38037965691995673e0
      WHEN 30
      THEN 0.37340613675809964e0
      WHEN 31
      THEN 0.36680296133494655e0
      WHEN 32
      THEN 0.3605384470670116e0
      WHEN 33
      THEN 0.35458458176753715e0
      WHEN 34
      THEN 0.3489164949633518e0
      WHEN 35
      THEN 0.34351201873970705e0
      WHEN 36
      THEN 0.3383513213750577e0
      WHEN 37
      THEN 0.33341659992125566e0
      WHEN 38
      THEN 0.3286918208370225e0
      WHEN 39
      THEN 0.32416250004101677e0
      WHEN 40
      THEN 0.31981551549288334e0
      WHEN 41
      THEN 0.31563894676461296e0
      WHEN 42
      THEN 0.31162193712479813e0
      WHEN 43
      THEN 0.3077545744942007e0
      WHEN 44
      THEN 0.30402778829433424e0
      WHEN 45
      THEN 0.30043325974034135e0
      WHEN 46
      THEN 0.2969633435547993e0
      WHEN 47
      THEN 0.29361099942253216e0
      WHEN 48
      THEN 0.2903697317853891e0
      WHEN 49
      THEN 0.28723353680346175e0
      WHEN 50
      THEN 0.2841968554957298e0
      WHEN 51
      THEN 0.28125453222676755e0
      WHEN 52
      THEN 0.2784017778331951e0
      WHEN 53
      THEN 0.2756341367891093e0
      WHEN 54
      THEN 0.27294745789775304e0
      WHEN 55
      THEN 0.2703378680703579e0
      WHEN 56
      THEN 0.26780174881498636e0
      WHEN 57
      THEN 0.26533571511042375e0
      WHEN 58
      THEN 0.2629365963843073e0
      WHEN 59
      THEN 0.26060141935214265e0
      WHEN 60
      THEN 0.2583273925057957e0
      WHEN 61
      THEN 0.2561118920672737e0
      WHEN 62
      THEN 0.25395244924693433e0
      WHEN 63
      THEN 0.25184673866532525e0
      WHEN 64
      THEN 0.24979256781509224e0
      WHEN 65
      THEN 0.24778786745428633e0
      WHEN 66
      THEN 0.24583068283531764e0
      WHEN 67
      THEN 0.2439191656849733e0
      WHEN 68
      THEN 0.242051566860634e0
      WHEN 69
      THEN 0.24022622961633033e0
      WHEN 70
      THEN 0.238441583419665e0
      WHEN 71
      THEN 0.23669613826711655e0
      WHEN 72
      THEN 0.23498847945093115e0
      WHEN 73
      THEN 0.2333172627357954e0
      WHEN 74
      THEN 0.23168120990791397e0
      WHEN 75
      THEN 0.2300791046629488e0
      WHEN 76
      THEN 0.2285097888027761e0
      WHEN 77
      THEN 0.22697215871397675e0
      WHEN 78
      THEN 0.22546516210377512e0
      WHEN 79
      THEN 0.2239877949714069e0
      WHEN 80
      THEN 0.22253909879516617e0
      WHEN 81
      THEN 0.22111815791716094e0
      WHEN 82
      THEN 0.21972409710959528e0
      WHEN 83
      THEN 0.21835607930785586e0
      WHEN 84
      THEN 0.21701330349703252e0
      WHEN 85
      THEN 0.21569500273982264e0
      WHEN 86
      THEN 0.21440044233466676e0
      WHEN 87
      THEN 0.2131289180941674e0
      WHEN 88
      THEN 0.2118797547345674e0
      WHEN 89
      THEN 0.21065230436791668e0
      WHEN 90
      THEN 0.20944594508930425e0
      WHEN 91
      THEN 0.20826007965212445e0
      WHEN 92
      THEN 0.20709413422497824e0
      WHEN 93
      THEN 0.20594755722433866e0
      WHEN 94
      THEN 0.20481981821755374e0
      WHEN 95
      THEN 0.20371040689127412e0
      WHEN 96
      THEN 0.20261883208069517e0
      WHEN 97
      THEN 0.2015446208554745e0
      WHEN 98
      THEN 0.20048731765837832e0
      WHEN 99
      THEN 0.19944648349322128e0
      WHEN 100
      THEN 0.19842169515864275e0
      WHEN 101
      THEN 0.19741254452483073e0
      WHEN 102
      THEN 0.19641863785031588e0
      WHEN 103
      THEN 0.19543959513620598e0
      WHEN 104
      THEN 0.19447504951555047e0
      WHEN 105
      THEN 0.1935246466755181e0
      WHEN 106
      THEN 0.19258804431031645e0
      WHEN 107
      THEN 0.19166491160307225e0
      WHEN 108
      THEN 0.19075492873466152e0
      WHEN 109
      THEN 0.1898577864180502e0
      WHEN 110
      THEN 0.18897318545647276e0
      WHEN 111
      THEN 0.18810083632406535e0
      WHEN 112
      THEN 0.18724045876760576e0
      WHEN 113
      THEN 0.1863917814281229e0
      WHEN 114
      THEN 0.18555454148120912e0
      WHEN 115
      THEN 0.18472848429495173e0
      WHEN 116
      THEN 0.1839133631044722e0
      WHEN 117
      THEN 0.18310893870213993e0
      WHEN 118
      THEN 0.18231497914256234e0
      WHEN 119
      THEN 0.1815312594615222e0
      WHEN 120
      THEN 0.18075756140810895e0
      WHEN 121
      THEN 0.1799936731893128e0
      WHEN 122
      THEN 0.17923938922637073e0
      WHEN 123
      THEN 0.17849450992227217e0
      WHEN 124
      THEN 0.17775884143983245e0
      WHEN 125
      THEN 0.17703219548968738e0
      WHEN 126
      THEN 0.1763143891278069e0
      WHEN 127
      THEN 0.1756052445619522e0
      WHEN 128
      THEN 0.174904588966599e0
      WHEN 129
      THEN 0.17421225430598108e0
      WHEN 130
      THEN 0.17352807716472585e0
      WHEN 131
      THEN 0.1728518985857767e0
      WHEN 132
      THEN 0.17218356391522344e0
      WHEN 133
      THEN 0.17152292265365193e0
      WHEN 134
      THEN 0.17086982831374978e0
      WHEN 135
      THEN 0.17022413828381025e0
      WHEN 136
      THEN 0.16958571369689834e0
      WHEN 137
      THEN 0.1689544193053438e0
      WHEN 138
      THEN 0.16833012336035397e0
      WHEN 139
      THEN 0.1677126974964846e0
      WHEN 140
      THEN 0.16710201662074484e0
      WHEN 141
      THEN 0.16649795880609458e0
      WHEN 142
      THEN 0.16590040518915683e0
      WHEN 143
      THEN 0.16530923987196683e0
      WHEN 144
      THEN 0.16472434982748252e0
      WHEN 145
      THEN 0.16414562480882697e0
      WHEN 146
      THEN 0.1635729572619465e0
      WHEN 147
      THEN 0.1630062422416391e0
      WHEN 148
      THEN 0.16244537733075642e0
      WHEN 149
      THEN 0.1618902625624059e0
      WHEN 150
      THEN 0.16134080034513548e0
      WHEN 151
      THEN 0.1607968953908066e0
      WHEN 152
      THEN 0.1602584546451881e0
      WHEN 153
      THEN 0.15972538722105753e0
      WHEN 154
      THEN 0.15919760433373473e0
      WHEN 155
      THEN 0.1586750192389881e0
      WHEN 156
      THEN 0.158157547173092e0
      WHEN 157
      THEN 0.1576451052950858e0
      WHEN 158
      THEN 0.15713761263105577e0
      WHEN 159
      THEN 0.15663499002036485e0
      WHEN 160
      THEN 0.15613716006379239e0
      WHEN 161
      THEN 0.15564404707344726e0
      WHEN 162
      THEN 0.1551555770244168e0
      WHEN 163
      THEN 0.15467167750810137e0
      WHEN 164
      THEN 0.1541922776870873e0
      WHEN 165
      THEN 0.15371730825162705e0
      WHEN 166
      THEN 0.15324670137747387e0
      WHEN 167
      THEN 0.1527803906852724e0
      WHEN 168
      THEN 0.1523183112011486e0
      WHEN 169
      THEN 0.15186039931871614e0
      WHEN 170
      THEN 0.15140659276229643e0
      WHEN 171
      THEN 0.15095683055130227e0
      WHEN 172
      THEN 0.15051105296585354e0
      WHEN 173
      THEN 0.1500692015134341e0
      WHEN 174
      THEN 0.14963121889665582e0
      WHEN 175
      THEN 0.14919704898204392e0
      WHEN 176
      THEN 0.14876663676982357e0
      WHEN 177
      THEN 0.14833992836462814e0
      WHEN 178
      THEN 0.14791687094716827e0
      WHEN 179
      THEN 0.14749741274673706e0
      WHEN 180
      THEN 0.14708150301464154e0
      WHEN 181
      THEN 0.14666909199835718e0
      WHEN 182
      THEN 0.1462601309165518e0
      WHEN 183
      THEN 0.14585457193484627e0
      WHEN 184
      THEN 0.14545236814230905e0
      WHEN 185
      THEN 0.1450534735286324e0
      WHEN 186
      THEN 0.14465784296207865e0
      WHEN 187
      THEN 0.14426543216797225e0
      WHEN 188
      THEN 0.14387619770791202e0
      WHEN 189
      THEN 0.14349009695956502e0
      WHEN 190
      THEN 0.14310708809707184e0
      WHEN 191
      THEN 0.14272713007197677e0
      WHEN 192
      THEN 0.14235018259479906e0
      WHEN 193
      THEN 0.1419762061170448e0
      WHEN 194
      THEN 0.1416051618137746e0
      WHEN 195
      THEN 0.14123701156670998e0
      WHEN 196
      THEN 0.14087171794774797e0
      WHEN 197
      THEN 0.14050924420297095e0
      WHEN 198
      THEN 0.14014955423715514e0
      WHEN 199
      THEN 0.13979261259860973e0
      WHEN 200
      THEN 0.13943838446455975e0
      WHEN 201
      THEN 0.13908683562683058e0
      ELSE (
        1.9599639845400536e0 + (
          2.3722712302985607e0 + (
            2.8224986157396077e0 + (
              2.5558496795077192e0 + 0e0 / CAST(_n_curves - 1 AS DOUBLE)
            ) / CAST(_n_curves - 1 AS DOUBLE)
          ) / CAST(_n_curves - 1 AS DOUBLE)
        ) / CAST(_n_curves - 1 AS DOUBLE)
      ) / SQRT(CAST(_n_curves AS DOUBLE))
    END AS _reach
  FROM _means
)
SELECT
  a._by_1 AS `model`,
  a._by_2 AS `Seg ment`,
  CAST(a._line AS DOUBLE) / CAST(4 AS DOUBLE) AS fpr,
  a._tpr AS tpr,
  CASE WHEN a._n_curves > 1 THEN a._tpr_std END AS tpr_std,
  CASE
    WHEN a._n_curves > 1
    THEN CASE WHEN a._tpr - a._reach * a._tpr_std < 0 THEN CAST(0 AS DOUBLE) ELSE a._tpr - a._reach * a._tpr_std END
  END AS tpr_low,
  CASE
    WHEN a._n_curves > 1
    THEN CASE WHEN a._tpr + a._reach * a._tpr_std > 1 THEN CAST(1 AS DOUBLE) ELSE a._tpr + a._reach * a._tpr_std END
  END AS tpr_high,
  a._n_curves AS n_curves
FROM _reaching AS a
ORDER BY
  a._by_1 NULLS LAST,
  a._by_2 NULLS LAST,
  a._line
