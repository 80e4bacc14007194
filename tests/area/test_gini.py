"""gini: Hand and Till's Gini + 1 = 2 AUC."""

import duckdb


def test_gini(con: duckdb.DuckDBPyConnection) -> None:
    assert con.execute("SELECT gini(0.5), gini(1), gini(0.75), gini(NULL)").fetchall() == [(0.0, 1.0, 0.5, None)]
