"""Every example of the README and the docs runs, in order, in one namespace a page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import duckdb
import pytest

import rocsql

ROOT = Path(__file__).parent.parent
#: Pages whose examples need a Spark session: they run beside the Spark tests, in the session those have.
SPARK = [pytest.mark.spark, pytest.mark.xdist_group("spark"), pytest.mark.filterwarnings("ignore")]
PAGES = [
    pytest.param(page, marks=SPARK if page.name == "spark.md" else [], id=page.name)
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
]


@pytest.mark.parametrize("page", PAGES)
def test_examples(
    request: pytest.FixtureRequest, con: duckdb.DuckDBPyConnection, page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if page.name == "spark.md":
        request.getfixturevalue("spark")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    with duckdb.connect() as fresh:
        rocsql.register(fresh)
        for language, code in re.findall(
            r"^```(\w+)\n(.*?)^```", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL
        ):
            if language == "python":
                exec(compile(code, f"{page.name}", "exec"), names)
            elif language == "sql":
                for statement in duckdb.extract_statements(code):
                    names.get("con", fresh).execute(statement.query).fetchall()


def test_every_public_macro_has_a_row() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    from rocsql import catalog

    for macro in catalog.macros():
        if macro.is_public:
            assert re.search(rf"^\| .*`{macro.name}\b", text, flags=re.MULTILINE), macro.name
