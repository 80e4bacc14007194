-- tie_groups: how much of each class has which score, in descending order of score.
-- columns: score, pos, neg
-- needs: rows, ties
SELECT {t.out} t._score AS {score}, _amount(t._pos) AS {pos}, _amount(t._neg) AS {neg}
FROM _ties AS t {scale}
ORDER BY {t.order} t._score DESC
