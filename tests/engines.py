"""One way to run a capability, whatever runs it: rows and options in, a list of dicts out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb
import pyarrow as pa

import rocsql

#: macro: a call in SQL. standalone: the text of rocsql.sql() on a connection without macros.
ENGINES = ["macro", "standalone"]


def call(macro: str, source: str, arguments: Sequence[str], options: Mapping[str, Any]) -> str:
    """The SQL of a macro call; option values are SQL text, ``by`` a list of names."""
    named = [f"{name} := {value}" for name, value in options.items() if name != "by"]
    if options.get("by"):
        named.append("by := [" + ", ".join("'" + name.replace("'", "''") + "'" for name in options["by"]) + "]")
    return f"FROM {macro}({', '.join([source, *arguments, *named])})"


def run(
    engine: str,
    con: duckdb.DuckDBPyConnection,
    macro: str,
    table: pa.Table,
    score: str,
    label: str,
    *arguments: str,
    **options: Any,
) -> list[dict[str, Any]]:
    """Run a table macro. ``arguments`` and options are SQL text, as a user would type it."""
    if engine == "macro":
        con.register("preds", table)
        return con.sql(call(macro, "preds", [score, label, *arguments], options)).to_arrow_table().to_pylist()
    positional = {"cost_roc_curve": ("benefit", "cost"), "cost_roc_auc": ("benefit", "cost"), "confusion_at": ("threshold",)}
    named = dict(zip(positional.get(macro, ()), arguments, strict=True))
    if "threshold" in named:
        named["threshold"] = duckdb.sql(f"SELECT {named['threshold']}").fetchall()[0][0]
    values = {k: v if k in ("by", "weight") else duckdb.sql(f"SELECT {v}").fetchall()[0][0] for k, v in options.items()}
    text = rocsql.sql(macro, table="preds", score=score, label=label, **named, **values)
    with duckdb.connect() as plain:
        plain.register("preds", table)
        return plain.sql(text).to_arrow_table().to_pylist()
