"""One way to run a capability, whatever runs it: rows and options in, a list of dicts out."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

import duckdb
import polars as pl
import pyarrow as pa

import rocsql
import rocsql.polars as roc
from rocsql import catalog, portable
from rocsql.standalone import _EXPRESSIONS, _parameters

#: macro: a call in SQL. standalone: the text of rocsql.sql() on a connection without macros. portable: what Spark and the other dialects
#: run, printed for DuckDB; in slices, as for groups that are too large for one place. polars: rocsql.polars on a DataFrame, on
#: a LazyFrame, and on a LazyFrame collected by the streaming engine.
ENGINES = ["macro", "standalone", "portable", "portable-slices", "polars", "polars-lazy", "polars-streaming"]


def call(macro: str, source: str, arguments: Sequence[str], options: Mapping[str, Any]) -> str:
    """The SQL of a macro call; option values are SQL text, ``by`` a list of names."""
    named = [f'"{name}" := {value}' for name, value in options.items() if name != "by"]
    if options.get("by"):
        named.append("by := [" + ", ".join("'" + name.replace("'", "''") + "'" for name in options["by"]) + "]")
    return f"FROM {macro}({', '.join([source, *arguments, *named])})"


def run(
    engine: str,
    con: duckdb.DuckDBPyConnection,
    macro: str,
    table: pa.Table,
    *arguments: str,
    **options: Any,
) -> list[dict[str, Any]]:
    """Run a table macro. ``arguments``, those without a default, and options are SQL text, as a user would type it."""
    if engine.startswith("polars"):
        return run_polars(engine, macro, table, *arguments, **options)
    if engine == "macro":
        con.register("preds", table)
        return _dicts(con, call(macro, "preds", arguments, options))
    required = [name for name, default in _parameters(catalog.table_macro(macro)).items() if default is None]
    named = dict(zip(required, ["preds", *arguments], strict=True))
    values = {
        name: text if name in ("by", "source", *_EXPRESSIONS) else duckdb.sql(f"SELECT {text}").fetchall()[0][0]
        for name, text in {**named, **options}.items()
    }
    with duckdb.connect() as plain:
        plain.register("preds", table)
        return _dicts(plain, text_of(macro, engine, values))


def _dicts(con: duckdb.DuckDBPyConnection, query: str) -> list[dict[str, Any]]:
    """The rows of a query. A relation would plan it twice, which takes most of the time of few rows."""
    con.execute(query)
    names = [column[0] for column in con.description or ()]
    return [dict(zip(names, row, strict=True)) for row in con.fetchall()]


#: Where the slices of tests begin: at scores that are drawn often, between them, and at both ends.
EDGES = [-math.inf, -1.5, 0.0, 0.3, 0.5, 0.505, 1.0, 1e300, math.inf]


def text_of(macro: str, engine: str, values: dict[str, Any], dialect: str = "duckdb") -> str:
    """The SQL of a capability over ``preds``, standalone or portable; each once, because that takes up to half a second."""
    key = (macro, engine, dialect, repr(values))
    if key not in _TEXTS:
        if engine == "standalone":
            _TEXTS[key] = rocsql.sql(macro, **{"table" if name == "source" else name: value for name, value in values.items()})
        else:
            _TEXTS[key] = _portable_text(macro, engine, values, dialect)
    return _TEXTS[key]


_TEXTS: dict[tuple[str, str, str, str], str] = {}


def _portable_text(macro: str, engine: str, values: dict[str, Any], dialect: str) -> str:
    given = {name: values[name] for name in (*_EXPRESSIONS,) if values.get(name) is not None}
    return portable.compile_body(
        macro,
        dialect=dialect,
        table=portable._table("preds", dialect),
        given={name: portable._expression(name, value, dialect) for name, value in given.items()},
        by=values.get("by", ()),
        edges=EDGES if engine.endswith("slices") else (),
        few_ties=engine.endswith("slices"),
        few_rows=engine.endswith("slices"),
        **{
            name: _plain(values.get(name, default))
            for name, default in portable.CAPABILITIES[macro][1].items()
            if name != "weight"
        },
    )


def run_polars(engine: str, name: str, table: pa.Table, *arguments: str, **options: Any) -> list[dict[str, Any]]:
    """Run a frame function of rocsql.polars; SQL text that is no column name is a value."""
    frame: Any = pl.DataFrame(pl.from_arrow(table))

    def argument(text: Any) -> Any:
        return (
            text
            if not isinstance(text, str) or text in frame.columns
            else _plain(duckdb.sql(f"SELECT {text}").fetchall()[0][0])
        )

    function = getattr(roc, name)
    values = {key: argument(value) for key, value in options.items()}
    if engine == "polars":
        result = function(frame, *map(argument, arguments), **values)
        assert isinstance(result, pl.DataFrame)
        return result.to_dicts()
    lazy = function(frame.lazy(), *map(argument, arguments), **values)
    assert isinstance(lazy, pl.LazyFrame)
    collected: list[dict[str, Any]] = lazy.collect(
        engine="streaming" if engine == "polars-streaming" else "in-memory"
    ).to_dicts()
    return collected


def _plain(value: Any) -> Any:
    """DuckDB's decimals as floats."""
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return float(value) if isinstance(value, Decimal) else value
