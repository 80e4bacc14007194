"""ROC analysis where the predictions live: DuckDB macros and UDFs, and the same numbers in Polars and Spark."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # as that of typing, whose import takes longer than all of this
if TYPE_CHECKING:
    from typing import Any

    from rocsql.catalog import bundle
    from rocsql.duckdb import install, register
    from rocsql.errors import RocsqlError
    from rocsql.standalone import sql

__all__ = ["RocsqlError", "bundle", "install", "register", "sql"]
__version__ = "0.1.0"

#: Public name -> its module, imported at first use: the program ``rocsql`` handles Ctrl-C before DuckDB and NumPy load.
_MODULES = {
    "RocsqlError": "rocsql.errors",
    "bundle": "rocsql.catalog",
    "install": "rocsql.duckdb",
    "register": "rocsql.duckdb",
    "sql": "rocsql.standalone",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
