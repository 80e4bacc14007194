"""A macro as one SELECT that needs no macros: every call replaced by the body it stands for.

DuckDB's own tokenizer says where the names are, so the text keeps its layout and comments.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

import duckdb

from rocsql import catalog
from rocsql.errors import RocsqlError, missing_extra

#: Arguments that are SQL over the table's columns; all others are values.
_EXPRESSIONS = {
    *("score", "label", "weight", "benefit", "cost", "fold"),
    *("score_a", "score_b", "class", "actual", "pos", "neg", "cluster"),
}

_NAME = re.compile(r'"(?:[^"]|"")*"|\w+')


def sql(
    name: str,
    *,
    table: str,
    by: Sequence[str] = (),
    dialect: str = "duckdb",
    **arguments: Any,
) -> str:
    """The standalone SELECT of a table macro: runs where rocsql is not registered.

    The macro's arguments have their names in SQL, and ``class`` is also ``class_``. Those that stand for columns (``score``,
    ``label``, ``weight``, ...) are SQL expressions over the table's columns; all others are values.

    >>> import duckdb, rocsql
    >>> con = duckdb.connect()
    >>> con.execute("CREATE TABLE preds AS FROM (VALUES (0.9, 'p'), (0.4, 'n')) AS t(score, class)").fetchall()
    [(2,)]
    >>> con.sql(rocsql.sql("roc_auc", table="preds", score="score", label="class = 'p'")).fetchall()[0][0]
    1.0

    Other dialects (``spark``, ``postgres``, ``clickhouse``, ``datafusion``, ``snowflake``, ``bigquery``, ``trino``) have the
    core of the catalogue, with the same columns and meaning. Expressions are then written in that dialect; by-columns are
    quoted.
    """
    if dialect != "duckdb":
        return str(_portable().sql(name, dialect=dialect, table=table, by=by, **arguments))
    macro = catalog.table_macro(name)
    if macro.needs_python:
        raise RocsqlError(f"{name} needs Python: call it on a connection that rocsql.register has prepared.")
    texts = _given(macro, table, by, arguments)
    for parameter, default in _parameters(macro).items():
        if default is not None:
            texts.setdefault(parameter, default)
    return _expand(macro, texts).strip() + "\n"


def call(name: str, *, table: str, by: Sequence[str] = (), **arguments: Any) -> str:
    """The call of a table macro, for a connection that rocsql.register has prepared; arguments as those of ``sql``.

    >>> print(call("roc_auc", table="preds", score="s", label="y", by=["model"]))
    FROM roc_auc('preds', (s), (y), "by" := ['model'])
    """
    macro = catalog.table_macro(name)
    texts = _given(macro, table, by, arguments)
    named = {parameter for parameter, default in _parameters(macro).items() if default is not None}
    values = [f'"{parameter}" := {text}' if parameter in named else text for parameter, text in texts.items()]
    return f"FROM {name}({', '.join(values)})"


def parameters(name: str) -> dict[str, str | None]:
    """The parameters of a table macro in order, each with its default as SQL, or None where it has to be given.

    >>> parameters("cost_roc_auc")
    {'source': None, 'score': None, 'label': None, 'benefit': None, 'cost': None, 'by': '[]'}
    """
    return _parameters(catalog.table_macro(name))


def takes_expression(parameter: str) -> bool:
    """Whether a parameter of that name is SQL over the table's columns; the others are values.

    >>> takes_expression("score"), takes_expression("threshold")
    (True, False)
    """
    return parameter in _EXPRESSIONS


def _given(macro: catalog.Macro, table: str, by: Sequence[str], arguments: Mapping[str, Any]) -> dict[str, str]:
    """The given arguments as SQL, in the macro's order, if it has them and none is missing."""
    name = macro.name
    if isinstance(by, str):
        by = [by]
    given = {"source": table, "by": list(by), **{argument.removesuffix("_"): value for argument, value in arguments.items()}}
    parameters = _parameters(macro)
    for option in given:
        if option not in parameters:
            raise RocsqlError(f"{name} has no argument {option!r}; it has {', '.join(parameters)}.")
    texts: dict[str, str] = {}
    for parameter, default in parameters.items():
        if parameter in given:
            texts[parameter] = _argument(parameter, given[parameter])
        elif default is None:
            kind = "an expression over the table's columns" if parameter in _EXPRESSIONS else "a value"
            raise RocsqlError(f"{name} needs {parameter!r}: pass {parameter}=..., {kind}.")
    return texts


def _portable() -> Any:
    """The bodies for other engines, which stand on this module and need sqlglot."""
    try:
        import sqlglot  # noqa: F401
    except ImportError:
        raise RocsqlError(missing_extra("Dialects other than duckdb need sqlglot", "spark")) from None
    from rocsql import portable

    return portable


def _argument(parameter: str, value: Any) -> str:
    """An argument as SQL text: expressions in brackets, values as literals."""
    if parameter in _EXPRESSIONS and isinstance(value, str):
        # A comment ends with its line: the bracket stands on the next one.
        closing = "\n)" if "--" in value else ")"
        return f"({one_expression(parameter, value)}{closing}"
    return literal(value)


def one_expression(parameter: str, text: str) -> str:
    """The text, if it is one SQL expression and nothing behind it."""
    with duckdb.connect() as con:
        parsed = con.execute("SELECT json_serialize_sql('SELECT ' || ?)::JSON", [f"({text}\n)"]).fetchall()[0][0]
        shape = con.execute(
            "SELECT ?::JSON->>'error', json_array_length(?::JSON, '$.statements[0].node.select_list'), "
            "?::JSON->>'$.statements[0].node.from_table.type', json_array_length(?::JSON, '$.statements')",
            [parsed] * 4,
        ).fetchall()[0]
    if not text.strip() or shape != ("false", 1, "EMPTY", 1):
        column = parameter.removeprefix("--")
        raise RocsqlError(f"{parameter} must be one SQL expression, such as {parameter}='{column}', but it is {text!r}.")
    return text


def check_names(columns: Sequence[str], used: Sequence[str]) -> None:
    """Refuse names of a frame that are one name in SQL, where one of the texts uses it: DuckDB would take the first."""
    names = {_plain(name).replace('""', '"') for text in used for name in _NAME.findall(text)}
    first: dict[str, str] = {}
    for column in columns:
        other = first.setdefault(column.lower(), column)
        if other != column and column.lower() in names:
            raise RocsqlError(f"The columns {other!r} and {column!r} are one name in SQL: rename one of them.")


def identifier(name: str) -> str:
    """A name as SQL, whatever is in it.

    >>> identifier('Seg "ment')
    '"Seg ""ment"'
    """
    return '"' + name.replace('"', '""') + '"'


def literal(value: Any) -> str:
    """A Python value as a SQL literal.

    >>> literal(["it's", 1, None])
    "['it''s', 1, NULL]"
    """
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | Decimal):
        return str(value)
    if isinstance(value, float):
        return f"'{value}'::DOUBLE"
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    if isinstance(value, Sequence):
        return "[" + ", ".join(map(literal, value)) + "]"
    raise RocsqlError(f"{value!r} is no number, text or list, so it cannot be written in SQL.")


def _parameters(macro: catalog.Macro) -> dict[str, str | None]:
    """The macro's parameters in order, with their defaults as text."""
    opening = macro.statement.index("(")
    arguments, _ = _arguments(macro.statement, opening)
    parameters: dict[str, str | None] = {}
    for argument in arguments:
        parameter, _, default = argument.partition(":=")
        parameters[_plain(parameter)] = default.strip() or None
    return parameters


def _plain(identifier: str) -> str:
    """An identifier without its quotes."""
    return identifier.strip().strip('"').lower()


def _expand(macro: catalog.Macro, arguments: Mapping[str, str]) -> str:
    """The macro's body with its arguments in place, and the same done to every macro in it."""
    _, closing = _arguments(macro.statement, macro.statement.index("("))
    body = re.sub(r"\A\s*AS( TABLE)?\s", "", macro.statement[closing + 1 :])
    return _substitute(body, arguments)


def _substitute(text: str, arguments: Mapping[str, str]) -> str:
    macros = {macro.name: macro for macro in catalog.macros() if not macro.needs_python}
    result: list[str] = []
    done = 0
    for offset, kind in duckdb.tokenize(text):
        if offset < done or kind.name not in ("identifier", "keyword"):
            continue
        found = _NAME.match(text, offset)
        if found is None:
            continue
        name, end = _plain(found[0]), found.end()
        rest = text[end:].lstrip()
        if name in macros and rest.startswith("("):
            values, closing = _arguments(text, text.index("(", end))
            called = macros[name]
            expanded = _expand(called, _bind(called, [_substitute(value, arguments) for value in values]))
            replacement, end = f"({expanded.strip()}\n)" if called.is_table else f"({expanded.strip()})", closing + 1
        elif found[0].lower() == "by":
            continue  # of GROUP BY; the parameter is reserved and always quoted
        elif name in arguments and not rest.startswith((".", ":=", "(")) and not _is_alias(text, offset):
            replacement = arguments[name]
        else:
            continue
        result += [text[done:offset], replacement]
        done = end
    return "".join(result) + text[done:]


def expand_scalars(text: str) -> str:
    """The text with every call of a macro replaced by the macro's body."""
    return _substitute(text, {})


def _is_alias(text: str, offset: int) -> bool:
    """Whether the name there gives a name to something, or belongs to something."""
    before = text[:offset].rstrip()
    return before.endswith(".") or re.search(r"\b(AS|lambda)\Z", before) is not None


def _bind(macro: catalog.Macro, values: Sequence[str]) -> dict[str, str]:
    """Which parameter gets which text."""
    parameters = _parameters(macro)
    bound = {name: default for name, default in parameters.items() if default is not None}
    for position, value in zip(parameters, values, strict=False):
        named = re.match(r'\s*("?\w+"?)\s*:=', value)
        if named:
            bound[_plain(named[1])] = _in_brackets(value[named.end() :].strip())
        else:
            bound[position] = _in_brackets(value.strip())
    return bound


def _in_brackets(value: str) -> str:
    """An argument that keeps its meaning wherever it is put: `2 * (p - 1)`, not `2 * p - 1`. Names stay bare."""
    return value if re.fullmatch(r"""[\w.]+|"\w+"|'(?:[^']|'')*'|\[[^\[\]]*\]""", value) else f"({value})"


def _arguments(text: str, opening: int) -> tuple[list[str], int]:
    """The arguments of the call whose bracket opens there, and where it closes."""
    arguments: list[str] = []
    depth, start = 0, opening + 1
    position = opening
    while position < len(text):
        character = text[position]
        if character in "'\"":
            position = text.index(character, position + 1)
        elif text.startswith("--", position):
            position = text.index("\n", position)
        elif character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
            if depth == 0:
                last = text[start:position]
                return ([*arguments, last] if arguments or last.strip() else []), position
        elif character == "," and depth == 1:
            arguments.append(text[start:position])
            start = position + 1
        position += 1
    raise ValueError(f"The bracket at {opening} does not close in {text!r}.")
