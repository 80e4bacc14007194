"""docs/when-it-says.md: every message still comes, and every remedy works."""

from __future__ import annotations

import re
from pathlib import Path

import duckdb
import pytest

import rocsql

PAGE = (Path(__file__).parent.parent / "docs" / "when-it-says.md").read_text(encoding="utf-8")
ROWS = [
    [re.findall(r"`([^`]+)`", cell) for cell in line.strip("|").split(" | ")]
    for line in PAGE.splitlines()
    if line.startswith("| `")
]
PREDS = """SELECT i / 200 AS score, i % 3 = 0 AS label, 'm' || i % 2 AS model, i % 5 AS fold, i / 10 AS amount
FROM range(200) t(i)"""


@pytest.fixture
def prepared(con: duckdb.DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> duckdb.DuckDBPyConnection:
    monkeypatch.chdir(tmp_path)
    cursor = con.cursor()
    cursor.execute(f"CREATE TEMP TABLE preds AS {PREDS}").fetchall()
    cursor.execute("COPY preds TO 'preds.csv'").fetchall()
    return cursor


def test_the_page_has_rows() -> None:
    assert len(ROWS) == 12


@pytest.mark.parametrize("row", [row for row in ROWS if row[1]], ids=lambda row: row[1][0])
def test_message_and_remedy(prepared: duckdb.DuckDBPyConnection, row: list[list[str]]) -> None:
    messages, (written,), (remedy,) = row
    with pytest.raises(duckdb.Error) as raised:
        prepared.execute(written).fetchall()
    assert any(message in str(raised.value) for message in messages)
    assert prepared.execute(remedy).fetchall()


def test_macros_that_are_not_found(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    rocsql.install(tmp_path / "wh.duckdb")
    with duckdb.connect() as plain:
        plain.execute(f"CREATE TABLE preds AS {PREDS}").fetchall()
        with pytest.raises(duckdb.CatalogException, match="Table Function with name roc_auc does not exist!\nDid you mean"):
            plain.execute("FROM roc_auc(preds, score, label)").fetchall()
        plain.execute(f"ATTACH '{tmp_path / 'wh.duckdb'}' AS wh").fetchall()
        with pytest.raises(
            duckdb.CatalogException, match=r'name _rocsql_level does not exist!\nDid you mean "wh._rocsql_level"'
        ):
            plain.execute("FROM wh.roc_auc(preds, score, label)").fetchall()
        plain.execute("SET search_path = 'memory.main,wh.main'").fetchall()
        assert len(plain.execute("FROM roc_auc(preds, score, label)").fetchall()) == 1
        plain.execute("USE wh").fetchall()
        assert len(plain.execute("FROM roc_auc('memory.main.preds', score, label)").fetchall()) == 1
        with pytest.raises(duckdb.Error, match="roc_auc needs Python here: call it on a connection"):
            plain.execute("SELECT roc_auc(score, label) FROM memory.preds").fetchall()
        with pytest.raises(duckdb.Error, match="roc_auc_bootstrap needs Python here"):
            plain.execute("FROM roc_auc_bootstrap('memory.main.preds', score, label)").fetchall()
