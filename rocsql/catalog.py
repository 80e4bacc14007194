"""The SQL files as a catalogue: finds them, reads their headers, orders them by what they use.

The header of a file is its contract (see CONTRIBUTING.md); everything here follows from it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

from rocsql.errors import UnknownMacroError

UDF_PREFIX = "_rocsql_udf_"

_HEADER = re.compile(
    r"\A-- (?P<signature>(?P<name>\w+)\(.*\))\n"
    r"(?P<purpose>(?:-- (?!returns: ).+\n)+)"
    r"-- returns: (?P<returns>.+)\n"
    r"-- uses: (?P<uses>.+)\n"
    r"-- example: (?P<example>.+)\n"
    r"(?:--.*\n)*"
    r"(?P<statement>CREATE OR REPLACE MACRO [\s\S]+)\Z"
)


@dataclass(frozen=True)
class Macro:
    """One SQL file: its header, and the statement that creates its macro."""

    path: Path
    name: str
    signature: str
    purpose: str
    returns: str
    uses: tuple[str, ...]
    example: str
    statement: str

    @property
    def theme(self) -> str:
        """The folder the file is in, such as ``area``."""
        return self.path.parent.name

    @property
    def key(self) -> str:
        """Theme and name: an aggregate may have the name of a table macro."""
        return f"{self.theme}/{self.name}"

    @property
    def is_public(self) -> bool:
        """Whether users call it; the others are steps inside."""
        return not self.name.startswith("_")

    @property
    def is_table(self) -> bool:
        """Whether it stands in FROM."""
        return re.search(r"\) AS TABLE\n", self.statement) is not None

    @property
    def needs_python(self) -> bool:
        """Whether it calls a Python UDF, so that only a Python connection can have it.

        One inside a text, which only query() looks at, is called for some arguments and not for others.
        """
        return UDF_PREFIX in re.sub(r"--.*|'[^']*'", "", self.statement)

    @property
    def plain_statement(self) -> str:
        """What SQL without Python gets: the macro, or in its place one of the same name that says what is missing."""
        if not self.needs_python:
            return self.statement
        message = f"{self.name} needs Python here: call it on a connection that rocsql.register has prepared"
        if not self.is_table:
            message += f", or write FROM {self.name}(table, score, label, by := [...]), which needs none"
        body = f" AS TABLE SELECT error('{message}')" if self.is_table else f" AS error('{message}')"
        heads = [head.removeprefix(self.name) for head in self.signature.split(" / ")]
        heads = [re.sub(r"\bby\b", '"by"', head) + body for head in heads]
        return f"CREATE OR REPLACE MACRO {self.name}{', '.join(heads)}"


def sql_folder() -> Path:
    """Where the SQL files are: inside an installed package, beside it in a checkout."""
    inside = Path(__file__).parent / "sql"
    return inside if inside.is_dir() else Path(__file__).parent.parent / "sql"


def parse(path: Path) -> Macro:
    """Read one SQL file; a header that breaks the contract is an error."""
    text = path.read_text(encoding="utf-8").strip()
    found = _HEADER.match(text)
    if found is None:
        raise ValueError(f"{path} does not start with the header that CONTRIBUTING.md describes.")
    uses = found["uses"].strip()
    return Macro(
        path=path,
        name=found["name"],
        signature=found["signature"],
        purpose=" ".join(line[3:] for line in found["purpose"].strip().split("\n")),
        returns=found["returns"].strip(),
        uses=() if uses == "nothing" else tuple(name.strip() for name in uses.split(",")),
        example=found["example"].strip(),
        statement=found["statement"].rstrip(";\n "),
    )


@cache
def macros() -> tuple[Macro, ...]:
    """Every macro, each after those it uses.

    >>> "roc_auc" in [macro.name for macro in macros()]
    True
    """
    files = sorted(path for path in sql_folder().glob("*/*.sql") if not path.name.endswith(".template.sql"))
    every = {macro.key: macro for macro in map(parse, files)}
    # A name used inside SQL is never an aggregate of ours, so the first of two equal names is the one meant.
    keys = {macro.name: key for key, macro in reversed(every.items()) if not macro.needs_python}
    order: TopologicalSorter[str] = TopologicalSorter(
        {key: [keys[name] for name in macro.uses if not name.startswith(UDF_PREFIX)] for key, macro in every.items()}
    )
    return tuple(every[key] for key in order.static_order())


def table_macro(name: str) -> Macro:
    """The public table macro of that name."""
    public = {macro.name: macro for macro in macros() if macro.is_public and macro.is_table}
    if name not in public:
        raise UnknownMacroError(f"There is no table macro {name!r}; there are {', '.join(sorted(public))}.")
    return public[name]


def bundle() -> str:
    """All macros, without Python, as one SQL text, for ``.read`` in the DuckDB shell.

    >>> print(bundle()[:21])
    -- rocsql: ROC analys
    """
    head = "-- rocsql: ROC analysis in SQL. Load with .read in the DuckDB shell, or run as one script.\n\n"
    return (
        head + "\n\n".join(f"-- {macro.signature}\n-- {macro.purpose}\n{macro.plain_statement};" for macro in macros()) + "\n"
    )
