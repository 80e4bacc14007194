"""The header of every SQL file is its contract."""

from __future__ import annotations

import re
from pathlib import Path

import duckdb
import pytest

from rocsql import catalog
from rocsql.standalone import _arguments, _parameters

MACROS = {macro.key: macro for macro in catalog.macros()}
PREDS = """SELECT i / 10 AS score, i % 3 = 0 AS label, i AS amount, 'm' || i % 2 AS model, i // 10 AS fold,
    'c' || i % 3 AS class, 'c' || i // 3 % 3 AS actual
FROM range(20) t(i)"""


def test_every_file_is_a_macro_named_after_it() -> None:
    files = sorted(file for file in catalog.sql_folder().rglob("*.sql") if file.parent.name != "portable")
    assert len(files) == len(MACROS) > 20
    assert all(macro.path.stem == macro.name for macro in MACROS.values())
    assert all(len(path.relative_to(catalog.sql_folder()).parts) == 2 for path in files)


@pytest.mark.parametrize("key", MACROS)
def test_signature(key: str) -> None:
    macro = MACROS[key]
    heads = [macro.statement.removeprefix("CREATE OR REPLACE MACRO ").split("\n")[0]]
    heads += re.findall(r"^(\(.*\)) AS$", macro.statement, flags=re.MULTILINE)
    declared = [re.sub(r"\) AS( TABLE| .*)?$", ")", head).replace('"', "") for head in heads]
    declared = [head if head.startswith(macro.name) else macro.name + head for head in declared]
    assert " / ".join(declared) == macro.signature


@pytest.mark.parametrize("key", MACROS)
def test_uses_names_what_is_called(key: str) -> None:
    macro = MACROS[key]
    names = {other.name for other in MACROS.values()} | set(catalog_udfs())
    code = re.sub(r"--.*", "", macro.statement.split("\n", 1)[1] if macro.is_table else macro.statement.split(") AS", 1)[1])
    called = {name for name in re.findall(r"\b(\w+)\s*\(", code) if name in names}
    assert called == set(macro.uses)


def catalog_udfs() -> list[str]:
    from rocsql.udfs import UDFS

    return list(UDFS)


def test_no_dependency_points_back() -> None:
    """input, distributions <- curves <- the rest."""
    themes = {macro.name: macro.theme for macro in MACROS.values() if not macro.needs_python}
    for macro in MACROS.values():
        used = {themes[name] for name in macro.uses if name in themes} - {macro.theme}
        assert used <= {"input": set(), "curves": {"input", "distributions"}, "distributions": set()}.get(macro.theme, used)
        assert macro.theme == "metrics" or "metrics" not in used


@pytest.mark.parametrize("key", [key for key, macro in MACROS.items() if macro.is_public])
def test_example_returns_what_the_header_says(con: duckdb.DuckDBPyConnection, key: str) -> None:
    macro = MACROS[key]
    con.register("preds_of_examples", con.sql(PREDS).to_arrow_table())
    con.execute(
        "CREATE OR REPLACE TEMP TABLE sketches AS FROM roc_sketch(preds_of_examples, score, label, by := ['model'])"
    ).fetchall()
    example = macro.example.replace("preds", "preds_of_examples")
    described = con.execute(f"DESCRIBE {example}").fetchall()
    columns = ", ".join(f"{name} {kind}" for name, kind, *_ in described)
    if macro.is_table:
        grouped = "by :=" in macro.example
        assert columns == macro.returns.replace("<by>, ", "model VARCHAR, " if grouped else "")
        assert len(con.execute(example).fetchall()) > 0
    else:
        assert columns.endswith(f" {macro.returns}")


@pytest.mark.parametrize("key", [key for key, macro in MACROS.items() if not macro.is_public and not macro.is_table])
def test_internal_scalars(con: duckdb.DuckDBPyConnection, key: str) -> None:
    macro = MACROS[key]
    ((kind,),) = con.execute(f"SELECT typeof(x) FROM ({macro.example}) AS t(x)").fetchall()
    assert kind == macro.returns


def test_a_broken_header_says_so(tmp_path: Path) -> None:
    file = tmp_path / "nothing.sql"
    file.write_text("CREATE OR REPLACE MACRO nothing() AS 1")
    with pytest.raises(ValueError, match=r"nothing\.sql does not start with the header that CONTRIBUTING\.md describes"):
        catalog.parse(file)


def test_arguments_are_split_where_they_end() -> None:
    assert _arguments("f(a, g(b, [c, d]), 'e, )') + 1", 1) == (["a", " g(b, [c, d])", " 'e, )'"], 25)
    assert _arguments("f()", 1) == ([], 2)
    assert _parameters(MACROS["area/roc_auc"]) == {
        "source": None, "score": None, "label": None, "by": "[]", "weight": "1", "confidence": "0.95",
        "interval": "'delong'",
    }  # fmt: skip


def test_inner_names_never_capture_a_relation() -> None:
    """A relation passed to a macro must not have the name of a CTE inside it, or of one further in."""

    def steps(macro: catalog.Macro) -> set[str]:
        return set(re.findall(r"(?:WITH|,\n|^)\s*(\w+) AS (?:MATERIALIZED )?\(", macro.statement, flags=re.MULTILINE))

    by_name = {macro.name: macro for macro in MACROS.values() if not macro.needs_python}
    for macro in by_name.values():
        for used in macro.uses:
            inner = by_name.get(used)
            if inner is None or not inner.is_table:
                continue
            for call in re.finditer(rf"\b{used}\(", macro.statement):
                arguments, _ = _arguments(macro.statement, call.end() - 1)
                assert not {a.strip() for a in arguments} & steps(inner), (macro.name, used)
