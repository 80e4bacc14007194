"""A table macro of rows, against what an oracle says: on the named cases, and on any rows in groups."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import duckdb

from tests import cases, oracle
from tests.compare import assert_rows
from tests.engines import run

#: Rows of one group in, the macro's rows out.
Expected = Callable[[list[oracle.Row]], list[dict[str, Any]]]

#: The engines of what is written in SQL alone.
SQL_ENGINES = ["macro", "standalone"]


def in_case(engine: str, con: duckdb.DuckDBPyConnection, macro: str, case: str, expected: Expected, **options: str) -> None:
    scores, labels = cases.PLAIN[case]
    rows = oracle.usable((s, y, 1.0) for s, y in zip(scores, labels, strict=True))
    assert_rows(run(engine, con, macro, cases.table(score=scores, label=labels), "score", "label", **options), expected(rows))


def in_groups(
    con: duckdb.DuckDBPyConnection, macro: str, rows: list[Any], weighted: bool, expected: Expected, **options: str
) -> None:
    table = cases.table(
        score=[r[0] for r in rows], label=[r[1] for r in rows], weight=[r[2] for r in rows], model=[r[3] for r in rows]
    )
    wanted = [
        {"model": model, **row}
        for model in ("a", "b", None)
        for row in expected(oracle.usable((s, y, w if weighted else 1.0) for s, y, w, m in rows if m == model))
    ]
    weight = {"weight": "weight"} if weighted else {}
    assert_rows(run("macro", con, macro, table, "score", "label", by=["model"], **weight, **options), wanted)
