"""Dependencies point one way, and engines never import each other."""

from __future__ import annotations

import ast
import importlib
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "rocsql"

#: module -> what it may import of rocsql when it is loaded
ALLOWED = {
    "errors": set(),
    "kernels": {"errors"},
    "catalog": {"errors"},
    "udfs": {"kernels"},
    "standalone": {"catalog", "errors"},
    "portable": {"catalog", "errors", "kernels", "standalone"},
    "spark": {"errors", "portable"},
    "duckdb": {"catalog", "errors", "standalone", "udfs"},
    "dbt": {"duckdb", "errors"},
    "polars": {"errors", "kernels"},
    "plot": {"errors", "kernels"},
    "files": {"errors"},
    "report": {"__init__", "plot", "duckdb", "errors", "files", "polars", "standalone"},
    "demo": {"duckdb", "errors", "files", "kernels"},
    "commands": {"catalog", "duckdb", "errors", "files", "standalone"},
    "cli": set(),
    "__init__": {"catalog", "duckdb", "errors", "standalone"},
}


def imported(module: str) -> set[str]:
    """The modules of rocsql that a module imports at its top."""
    found = set()
    for node in ast.parse((PACKAGE / f"{module}.py").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[2] for name in node.names if name.name.split(".")[0] == "rocsql"}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "rocsql":
            inner = (node.module or "").partition(".")[2]
            found |= {inner} if inner else {name.name for name in node.names}
    return found


@pytest.mark.parametrize("module", [path.stem for path in PACKAGE.glob("*.py")])
def test_imports(module: str) -> None:
    assert imported(module) <= ALLOWED[module]


def test_the_dbt_plugin_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dbt.adapters.duckdb.plugins", None)
    monkeypatch.delitem(sys.modules, "rocsql.dbt", raising=False)
    with pytest.raises(
        ImportError, match=r"pip install 'rocsql\[dbt\]', or in a checkout of rocsql: pip install -e '\.\[dbt\]'"
    ):
        importlib.import_module("rocsql.dbt")
