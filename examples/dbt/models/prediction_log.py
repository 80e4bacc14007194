"""Stands for your own log, a source or a table. This one is made up: model, day, region, score, label, amount."""

from rocsql import demo


def model(dbt, session):
    return demo.prediction_log(rows=20_000).to_arrow()
