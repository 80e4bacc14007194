"""The portable bodies of sql/portable, filled in and printed for an engine's own dialect.

A body is written once, in the subset of SQL that means the same everywhere: CTEs, GROUP BY, window sums whose frame is
written out, ties grouped before anything is added up. What differs between engines - how a type is asked for, how an error is
raised, what a NaN is - is in ``DIALECTS`` and nowhere else. sqlglot parses the caller's expressions and prints the result; it
never rewrites the algorithm.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist
from typing import Any

from rocsql import catalog, kernels
from rocsql.errors import RocsqlError, UnknownDialectError, UnknownMacroError
from rocsql.standalone import expand_scalars, identifier

#: A parsed expression of sqlglot, which is imported only when it is needed.
Tree = Any

_DECIMAL = "DECIMAL(38, 0)"
_BY_TEXT = "CASE LOWER(CAST(x AS {text})) WHEN 'true' THEN 1 WHEN 'false' THEN 0 ELSE CAST(CAST(x AS {text}) AS {double}) END"
_BY_CAST = "CAST(message || SUBSTRING(CAST(x AS {text}), 1, 0) AS {integer}) = 0"


@dataclass(frozen=True)
class Dialect:
    """What an engine says in its own words, as snippets in its own SQL: ``x`` is a value, ``message`` a text.

    Where nothing raises an error, the message is cast to a number: the engine then fails with the message in its own. A
    constant message would be cast while the query is being planned, so a piece of a value, of length 0, is put behind it.
    """

    printer: str
    kind: str
    number: str
    label: str
    is_nan: str
    error: str
    infinity: str = "inf"


def _kinds(type_of: str, boolean: str, numeric: str) -> str:
    return f"CASE WHEN {type_of} {boolean} THEN 'boolean' WHEN {type_of} {numeric} THEN 'number' ELSE {type_of} END"


DIALECTS = {
    "duckdb": Dialect(
        "duckdb",
        "CASE WHEN typeof(x) = 'BOOLEAN' THEN 'boolean' WHEN regexp_full_match(typeof(x), "
        "'(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL.*|BIGNUM|VARINT)') THEN 'number' ELSE typeof(x) END",
        "TRY_CAST(x AS DOUBLE)",
        "TRY_CAST(x AS DOUBLE)",
        "isnan(x)",
        "error(message)",
    ),
    "spark": Dialect(
        "spark",
        "CASE WHEN typeof(x) = 'boolean' THEN 'boolean' "
        "WHEN typeof(x) IN ('tinyint', 'smallint', 'int', 'bigint', 'float', 'double') OR typeof(x) LIKE 'decimal%' "
        "THEN 'number' ELSE UPPER(typeof(x)) END",
        "TRY_CAST(x AS DOUBLE)",
        "TRY_CAST(x AS DOUBLE)",
        "isnan(x)",
        "raise_error(message)",
    ),
    "postgres": Dialect(
        "postgres",
        _kinds(
            "CAST(pg_typeof(x) AS TEXT)",
            "= 'boolean'",
            "IN ('double precision', 'real', 'numeric', 'integer', 'bigint', 'smallint')",
        ),
        "CAST(x AS DOUBLE PRECISION)",
        _BY_TEXT.format(text="TEXT", double="DOUBLE PRECISION"),
        "x = CAST('NaN' AS DOUBLE PRECISION)",
        _BY_CAST.format(text="TEXT", integer="INTEGER"),
    ),
    "clickhouse": Dialect(
        "clickhouse",
        "CASE WHEN match(toTypeName(x), 'Bool') THEN 'boolean' WHEN match(toTypeName(x), '(Int|Float|Decimal)') THEN 'number' "
        "ELSE toTypeName(x) END",
        "CAST(x AS Nullable(Float64))",
        "CAST(x AS Nullable(Float64))",
        "isNaN(x)",
        # A cast to a Nullable type would give NULL where it fails.
        "toInt32(assumeNotNull(message || SUBSTRING(CAST(x AS Nullable(String)), 1, 0))) = 0",
    ),
    "datafusion": Dialect(
        "postgres",
        # A dictionary, such as Dictionary(Int32, Utf8), is what its values are.
        "CASE WHEN arrow_typeof(x) = 'Boolean' THEN 'boolean' "
        "WHEN arrow_typeof(x) ~ '^(Dictionary.U?Int[0-9]+, )?(U?Int[0-9]+|Float[0-9]+|Decimal)' THEN "
        "'number' ELSE arrow_typeof(x) END",
        "CAST(x AS DOUBLE PRECISION)",
        "CAST(x AS DOUBLE PRECISION)",
        "isnan(x)",
        _BY_CAST.format(text="TEXT", integer="INTEGER"),
    ),
    "snowflake": Dialect(
        "snowflake",
        _kinds("TYPEOF(TO_VARIANT(x))", "= 'BOOLEAN'", "IN ('INTEGER', 'DECIMAL', 'DOUBLE')"),
        "CAST(x AS DOUBLE)",
        _BY_TEXT.format(text="VARCHAR", double="DOUBLE"),
        "x = CAST('NaN' AS DOUBLE)",
        _BY_CAST.format(text="VARCHAR", integer="INTEGER"),
    ),
    # No function tells the type of a value: a label of text that reads 1, 0, true or false is taken for what it says.
    "bigquery": Dialect(
        "bigquery",
        "'number'",
        "CAST(x AS FLOAT64)",
        _BY_TEXT.format(text="STRING", double="FLOAT64"),
        "IS_NAN(x)",
        "ERROR(message)",
    ),
    "trino": Dialect(
        "trino",
        "CASE WHEN typeof(x) = 'boolean' THEN 'boolean' "
        "WHEN typeof(x) IN ('tinyint', 'smallint', 'integer', 'bigint', 'real', 'double') OR typeof(x) LIKE 'decimal%' "
        "THEN 'number' ELSE typeof(x) END",
        "TRY_CAST(x AS DOUBLE)",
        "TRY_CAST(x AS DOUBLE)",
        "is_nan(x)",
        _BY_CAST.format(text="VARCHAR", integer="INTEGER"),
        infinity="Infinity",
    ),
}

_EVERYWHERE = ("tie_groups", "roc_curve", "roc_auc", "roc_sketch", "sketch_auc")
#: capability -> the expressions it takes over a table's columns, then its other arguments with their defaults (... for none)
CAPABILITIES: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "tie_groups": (("score", "label"), {"weight": None}),
    "roc_curve": (("score", "label"), {"weight": None}),
    "roc_auc": (("score", "label"), {"weight": None, "confidence": 0.95}),
    "cost_roc_curve": (("score", "label", "benefit", "cost"), {}),
    "cost_roc_auc": (("score", "label", "benefit", "cost"), {}),
    "roc_average_vertical": (("score", "label", "fold"), {"samples": 100, "confidence": 0.95}),
    "roc_average_threshold": (("score", "label", "fold"), {"samples": 100, "confidence": 0.95}),
    "confusion_at": (("score", "label"), {"threshold": ..., "weight": None}),
    "roc_sketch": (("score", "label"), {"weight": None, "precision": 10}),
    "sketch_auc": ((), {}),
}

#: Those that sort no rows: nothing to cut into slices.
UNSORTED = {"tie_groups", "confusion_at", "roc_sketch", "sketch_auc"}

#: Names of result columns that are words of SQL.
_RESERVED = {"precision"}


@dataclass(frozen=True)
class Template:
    """One file of sql/portable: its columns if it is a capability, the steps it needs, and its text."""

    columns: tuple[str, ...]
    needs: tuple[str, ...]
    text: str


@cache
def template(name: str) -> Template:
    """Read a file of sql/portable."""
    text = (catalog.sql_folder() / "portable" / f"{name}.template.sql").read_text(encoding="utf-8")

    def header(key: str) -> tuple[str, ...]:
        found = re.search(rf"^-- {key}: (.+)$", text, flags=re.MULTILINE)
        return tuple(part.strip() for part in found[1].split(",")) if found else ()

    body = re.sub(r"\A(--.*\n)+", "", text).strip()
    return Template(header("columns"), header("needs"), body)


def capabilities(dialect: str) -> tuple[str, ...]:
    """What can be compiled for a dialect."""
    return tuple(CAPABILITIES) if dialect in ("spark", "duckdb") else _EVERYWHERE


def check_name(name: str, dialect: str) -> None:
    """An unknown dialect or capability is an error that lists what there is."""
    if dialect not in DIALECTS:
        raise UnknownDialectError(f"There is no dialect {dialect!r}; there are {', '.join(sorted(DIALECTS))}.")
    if name not in capabilities(dialect):
        if name not in CAPABILITIES:
            catalog.table_macro(name)
        raise UnknownMacroError(f"{name} is not there for {dialect}; there are {', '.join(sorted(capabilities(dialect)))}.")


def sql(name: str, *, dialect: str, table: str, by: Sequence[str] = (), **arguments: Any) -> str:
    """The SELECT of a capability over a table, in a dialect; the same columns and meaning as the macro of that name."""
    check_name(name, dialect)
    by = [by] if isinstance(by, str) else list(by)
    expressions, options = CAPABILITIES[name]
    allowed = [*expressions, *options]
    for argument in arguments:
        if argument not in allowed:
            raise RocsqlError(
                f"{name} has no argument {argument!r} in {dialect}; it has {', '.join(['table', 'by', *allowed])}."
            )
    for argument in expressions:
        if argument not in arguments:
            raise RocsqlError(f"{name} needs {argument!r}: pass {argument}=..., an expression over the table's columns.")
    given = {argument: _expression(argument, arguments[argument], dialect) for argument in expressions}
    if arguments.get("weight") is not None:
        given["weight"] = _expression("weight", arguments["weight"], dialect)
    values = {key: arguments.get(key, default) for key, default in options.items() if key != "weight"}
    return compile_body(name, dialect=dialect, table=_table(table, dialect), given=given, by=by, partitions=64, **values)


def compile_body(
    name: str,
    *,
    dialect: str,
    table: Tree,
    given: Mapping[str, Tree],
    by: Sequence[str],
    given_by: Sequence[Tree] | None = None,
    edges: Sequence[float] = (),
    partitions: int | None = None,
    few_ties: bool = False,
    few_rows: bool = False,
    **values: Any,
) -> str:
    """A capability as SQL text.

    ``given`` has the expressions, ``values`` the other arguments, ``edges`` where slices of scores begin. ``partitions`` is
    for Spark: into how many the tie groups are repartitioned before they are sorted. ``few_ties`` says that few scores are
    equal, ``few_rows`` that there are at most 2^30 rows: both choose a way to the same numbers.
    """
    from sqlglot import exp, parse_one

    checked = _checked_values(name, values)
    edges = () if name in UNSORTED else edges
    weighed = "weight" in given or "benefit" in given
    sorts = name not in UNSORTED
    steps = {"ties": "weighed_ties" if weighed else "counted_where_sorted" if few_ties and sorts else "counted_ties"}
    if few_rows:
        steps["pairs"] = "pairs_in_words"
    if edges:
        steps |= {step: f"{step}_in_slices" for step in ("running", "weighed_area", "ranked")}
    main = template("roc_auc_of_weights" if name == "roc_auc" and weighed else name)
    text = ",\n".join(template(steps.get(step, step)).text for step in main.needs)
    text = f"WITH {text}{'' if main.text.startswith(',') else chr(10)}{main.text}"
    text = _fill(text, _placeholders(main, dialect, given, by, edges, checked))
    tree = parse_one(expand_scalars(text), read="duckdb")
    columns = {f"__{argument}__": given[argument] for argument in ("score", "label") if argument in given}
    columns |= dict(
        zip(("__first__", "__second__"), [given[w] for w in ("weight", "benefit", "cost") if w in given], strict=False)
    )
    keys = [*(given_by or [exp.column(column, quoted=True) for column in by]), *([given["fold"]] if "fold" in given else [])]
    columns |= {f"__by_{i}__": key for i, key in enumerate(keys, 1)}
    tree = _replaced(tree, DIALECTS[dialect], columns, table)
    if dialect == "spark" and partitions is not None:
        _hint(tree, len(keys), bool(edges), partitions, sort="running" in main.needs or "pairs" in main.needs)
    printed: str = tree.sql(
        dialect=DIALECTS[dialect].printer, pretty=True, unsupported_level=_raise_level(), max_text_width=120
    )
    return printed + "\n"


def result_columns(name: str, by: Sequence[str]) -> list[str]:
    """The names of the result's columns: a by-column keeps its own, a result column of the same name gets the suffix ``_1``."""
    return [*by, *_own_columns(template(name), by)]


def _raise_level() -> Any:
    from sqlglot import ErrorLevel

    return ErrorLevel.RAISE


def _checked_values(name: str, values: Mapping[str, Any]) -> dict[str, Any]:
    checked = dict(values)
    if "confidence" in values:
        confidence = values["confidence"]
        if not (_is_number(confidence) and 0 < confidence < 1):
            raise RocsqlError(f"confidence must lie between 0 and 1, such as 0.95, but it is {_shown(confidence)}")
    if "samples" in values:
        samples = values["samples"]
        if not (_is_number(samples) and samples >= 1 and samples == math.floor(samples)):
            raise RocsqlError(f"samples must be a whole number of at least 1, such as 100, but it is {_shown(samples)}")
        checked["samples"] = int(samples)
    if "precision" in values:
        precision = values["precision"]
        if not (_is_number(precision) and 0 <= precision <= 52 and precision == math.floor(precision)):
            raise RocsqlError(
                f"precision must be a whole number of bits from 0 to 52, such as 10, but it is {_shown(precision)}"
            )
        checked["precision"] = int(precision)
    if name == "confusion_at":
        threshold = values["threshold"]
        if threshold is ...:
            raise RocsqlError("confusion_at needs 'threshold': pass threshold=..., a value.")
        wanted = [threshold] if _is_number(threshold) else threshold
        if not isinstance(wanted, Sequence) or not wanted or not all(_is_number(t) and not math.isnan(t) for t in wanted):
            raise RocsqlError(
                f"threshold must be a number or a list of numbers, such as [0.5, 0.9], but it is {_shown(threshold)}"
            )
        checked["threshold"] = sorted({float(t) + 0.0 for t in wanted}, reverse=True)
    return checked


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _shown(value: Any) -> str:
    return "NULL" if value is None else str(value)


def _double(value: float, infinity: str) -> str:
    """A double as a literal that every engine reads as the same double."""
    if math.isinf(value):
        return f"CAST('{'-' if value < 0 else ''}{infinity}' AS DOUBLE)"
    text = repr(float(value))
    return text if "e" in text else f"{text}e0"


def slice_of(edges: Sequence[float], infinity: str = "inf", first: int = 0) -> str:
    """Which slice a score is in: how many edges are not above it, by halving."""
    if not edges:
        return str(first)
    if len(edges) <= 3:
        steps = "".join(f" WHEN _score < {_double(edge, infinity)} THEN {first + i}" for i, edge in enumerate(edges))
        return f"CASE{steps} ELSE {first + len(edges)} END"
    middle = len(edges) // 2
    below, above = slice_of(edges[:middle], infinity, first), slice_of(edges[middle + 1 :], infinity, first + middle + 1)
    return f"CASE WHEN _score < {_double(edges[middle], infinity)} THEN {below} ELSE {above} END"


def _reach(confidence: float) -> str:
    """How many sample deviations the interval of the mean of ``_n_curves`` curves reaches, Student's quantile over the root."""
    upper = 0.5 + confidence / 2
    table = "".join(
        f" WHEN {curves} THEN {_double(kernels.t_quantile(upper, curves - 1) / math.sqrt(curves), 'inf')}"
        for curves in range(2, 202)
    )
    z = NormalDist().inv_cdf(upper)
    terms = [
        z,
        z * (z * z + 1) / 4,
        z * ((5 * z * z + 16) * z * z + 3) / 96,
        z * (((3 * z * z + 19) * z * z + 17) * z * z - 15) / 384,
    ]
    df = "CAST(_n_curves - 1 AS DOUBLE)"
    series = "0e0"
    for term in reversed(terms):
        series = f"({_double(term, 'inf')} + {series} / {df})"
    return f"CASE _n_curves WHEN 1 THEN NULL{table} ELSE {series} / SQRT(CAST(_n_curves AS DOUBLE)) END"


def _placeholders(
    main: Template,
    dialect: str,
    given: Mapping[str, Any],
    by: Sequence[str],
    edges: Sequence[float],
    values: Mapping[str, Any],
) -> dict[str, str]:
    """What stands for each name in braces: lists of our own names, literals, quoted names of the result."""
    infinity = DIALECTS[dialect].infinity
    weighed = "weight" in given or "benefit" in given
    of = [f"_by_{i}" for i in range(1, len(by) + 1)]
    every = [*of, f"_by_{len(of) + 1}"] if "fold" in given else of
    filled = {
        "given_by": "".join(f"__by_{i}__ AS _by_{i}, " for i in range(1, len(every) + 1)),
        "by": _listed(every),
        "by_only": ", ".join(every),
        "of": _listed(of),
        "partition": f"PARTITION BY {', '.join(every)}" if every else "",
        "of_partition": f"PARTITION BY {', '.join(of)}" if of else "",
        "group_by": f"GROUP BY {', '.join(every)}" if every else "",
        "amount": _DECIMAL if weighed else "BIGINT",
        "squares": "_pos_squares, _neg_squares, _pos_rows, _neg_rows," if weighed else "",
        "scale": "CROSS JOIN _scale AS s" if weighed else "",
        "infinity": f"CAST('{infinity}' AS DOUBLE)",
        "slice": slice_of(edges, infinity),
        "examples": "_rows",
        "mark": "_score",
        "key": "_score",
        "key_value": "_score",
        "given_worth": "",
        "worth": "",
        "checks": "",
    }
    if "weight" in given:
        filled |= {"given_worth": ", __first__ AS _first", "worth": ", _number(_first) AS _weight"}
        filled["checks"] = _fill(template("weight_checks").text, filled)
    if "benefit" in given:
        filled |= {
            "given_worth": ", __first__ AS _first, __second__ AS _second",
            "worth": ", CASE WHEN _label(_given_label) = 1 THEN _number(_first) ELSE _number(_second) END AS _weight",
        }
        filled["checks"] = _fill(template("cost_checks").text, filled)
    for alias in "acdmoprt":
        filled[f"{alias}.by"] = _listed([f"{alias}.{key}" for key in every])
        filled[f"{alias}.group_by"] = "GROUP BY " + ", ".join(f"{alias}.{key}" for key in every) if every else ""
        filled[f"{alias}.out"] = _listed([f"{alias}.{key} AS {identifier(column)}" for key, column in zip(of, by, strict=True)])
        filled[f"{alias}.order"] = _listed([f"{alias}.{key} NULLS LAST" for key in of])
        filled[f"{alias}.order_by"] = "ORDER BY " + filled[f"{alias}.order"].rstrip(", ") if of else ""
    for one, other, keys in (("t", "o", every), ("c", "d", of), ("t", "o", of)):
        same = " AND ".join(f"{one}.{key} IS NOT DISTINCT FROM {other}.{key}" for key in keys) or "TRUE"
        filled[f"{one}.{'of' if keys is of else 'by'}={other}.{'of' if keys is of else 'by'}"] = same
    if every is of:
        filled["t.by=o.by"] = filled["t.of=o.of"]
    names = _own_columns(main, by)
    filled |= {
        column: identifier(name) if name in _RESERVED else name for column, name in zip(main.columns, names, strict=True)
    }
    if "samples" in values:
        filled |= {"samples": str(values["samples"]), "reach": _reach(values["confidence"])}
        filled["lines"] = "SELECT CAST(v._line AS BIGINT) AS _line FROM (VALUES {}) AS v(_line)".format(
            ", ".join(f"({line})" for line in range(values["samples"] + 1))
        )
    elif "confidence" in values:
        filled["z"] = _double(NormalDist().inv_cdf(0.5 + values["confidence"] / 2), infinity)
    if "precision" in values:
        filled |= {"examples": "_binned", "mark": "_bin", "key": "_bin", "key_value": "_bin"}
        filled |= {"steps": str(2 ** values["precision"]), "carried": ", _weight" if weighed else ""}
    if "threshold" in values:
        literals = [_double(threshold, infinity) for threshold in values["threshold"]]
        step = "".join(f" WHEN _score >= {literal} THEN {place}" for place, literal in enumerate(literals))
        filled["key_value"] = f"CASE{step} ELSE {len(literals)} END"
        filled["key"] = f"{filled['key_value']} AS _step"
        filled["wanted"] = "SELECT v._step, v._threshold FROM (VALUES {}) AS v(_step, _threshold)".format(
            ", ".join(f"({place}, {literal})" for place, literal in enumerate(literals))
        )
    return filled


def _own_columns(main: Template, by: Sequence[str]) -> list[str]:
    """The result's own columns, with a suffix where a by-column has the name."""
    taken = {column.lower() for column in by}
    return [f"{column}_1" if column in taken else column for column in main.columns]


def _listed(names: Sequence[str]) -> str:
    return "".join(f"{name}, " for name in names)


def _fill(text: str, filled: Mapping[str, str]) -> str:
    """The text with its names in braces replaced."""
    return re.sub(r"\{([\w.=]+)\}", lambda found: filled[found[1]], text)


def _expression(argument: str, value: Any, dialect: str) -> Tree:
    """The caller's text as one parsed expression, or a number as a literal."""
    from sqlglot import exp, parse
    from sqlglot.errors import SqlglotError

    if _is_number(value) or isinstance(value, bool):
        if isinstance(value, float) and not math.isfinite(value):
            raise RocsqlError(f"{argument} must be finite, but it is {value}.")
        return exp.convert(value)
    wrong = RocsqlError(f"{argument} must be one SQL expression, such as {argument}='{argument}', but it is {value!r}.")
    if not isinstance(value, str) or not value.strip():
        raise wrong
    try:
        statements = parse(f"SELECT ({value}\n)", read=DIALECTS[dialect].printer)
    except SqlglotError:
        raise wrong from None
    select = statements[0]
    if len(statements) != 1 or not isinstance(select, exp.Select) or len(select.expressions) != 1:
        raise wrong
    others = [key for key, part in select.args.items() if part and key != "expressions"]
    inside = select.expressions[0]
    if others or not isinstance(inside, exp.Paren | exp.Subquery):
        raise wrong
    return inside.this if isinstance(inside.this, exp.Column | exp.Literal) else inside


def _table(name: str, dialect: str) -> Tree:
    """The caller's text as the name of a table."""
    from sqlglot import exp, parse
    from sqlglot.errors import SqlglotError

    wrong = RocsqlError(f"table must be the name of a table, such as 'preds' or 'schema.preds', but it is {name!r}.")
    try:
        statements = parse(f"SELECT 1 FROM {name}", read=DIALECTS[dialect].printer)
    except SqlglotError:
        raise wrong from None
    select = statements[0]
    tables = list(select.find_all(exp.Table)) if isinstance(select, exp.Select) and len(statements) == 1 else []
    plain = [part for part in tables if {key for key, arg in part.args.items() if arg} <= {"this", "db", "catalog"}]
    clean = exp.select("1").from_(plain[0].copy()) if len(plain) == 1 else None
    if clean is None or not isinstance(plain[0].this, exp.Identifier) or clean.sql() != (select.sql() if select else None):
        raise wrong
    return plain[0]


def _replaced(tree: Tree, words: Dialect, columns: Mapping[str, Tree], table: Tree) -> Tree:
    """The parsed body with the caller's expressions and the dialect's own words in place."""
    from sqlglot import Dialect as Printer
    from sqlglot import exp, parse_one

    nulls = Printer.get_or_raise(words.printer).NULL_ORDERING
    snippets = {
        "_number": words.number,
        "_label": words.label,
        "_kind": words.kind,
        "_is_nan": words.is_nan,
        "_raise": words.error,
    }

    def change(node: Tree) -> Tree:
        if isinstance(node, exp.Column) and node.name in columns:
            return columns[node.name].copy()
        if isinstance(node, exp.Table) and node.name == "__table__":
            return table.copy()
        if isinstance(node, exp.Div):
            # Every divisor has been looked at, and both sides are doubles: print the division as it stands.
            node.set("safe", False)
            node.set("typed", True)
        if isinstance(node, exp.Ordered) and not node.this.name.startswith("_by_"):
            # Our own columns are never NULL: nothing has to be said about where it sorts.
            descends = bool(node.args.get("desc"))
            node.set("nulls_first", nulls != "nulls_are_last" and descends == (nulls == "nulls_are_large"))
        if isinstance(node, exp.Anonymous) and node.name == "_amount":
            (amount,) = node.expressions
            return (
                exp.Mul(this=exp.cast(amount.copy(), "DOUBLE"), expression=exp.column("_grain", table="s"))
                if weighed
                else amount
            )
        if isinstance(node, exp.Anonymous) and node.name in snippets:
            inside = {"x": node.expressions[-1]}
            if node.name == "_raise":
                inside["message"] = exp.paren(node.expressions[0])
            call = re.fullmatch(r"(\w+)\(x\)", snippets[node.name])
            if call:  # as it is written: sqlglot has its own name for some of them
                return exp.Anonymous(this=call[1], expressions=[inside["x"].copy()])
            snippet = parse_one(snippets[node.name], read=words.printer)
            spoken = snippet.transform(
                lambda part: inside[part.name].copy() if isinstance(part, exp.Column) and part.name in inside else part
            )
            return exp.paren(spoken) if isinstance(spoken, exp.Binary) else spoken
        return node

    weighed = any(isinstance(cte, exp.CTE) and cte.alias == "_scale" for cte in tree.find_all(exp.CTE))
    # From the inside out, so that a word inside a word is translated too.
    for node in reversed(list(tree.walk())):
        changed = change(node)
        if changed is not node:
            node.replace(changed)
    return tree


def _hint(tree: Tree, keys: int, sliced: bool, partitions: int, sort: bool) -> None:
    """Spark's hints: tie groups spread over many tasks before they are sorted, the few rows about slices sent to all.

    To order a result Spark first looks at a sample of it, and works it out twice unless it has been sent before: the rows that
    a group has been reduced to are sent once more.

    Slices are numbered in the order of their scores, so that ties in this order are in the order of slice and score too. Spark
    sorts by one number several times faster than by two, and takes what is sorted already in one pass.
    """
    from sqlglot import exp

    groups = [f"_by_{i}" for i in range(1, keys + 1)]
    names = [*groups, *(["_slice"] if sliced else [])]
    ctes = list(tree.find_all(exp.CTE))
    spread = "_sent" if any(cte.alias == "_sent" for cte in ctes) else "_ties"
    for cte in ctes:
        select = cte.this
        if cte.alias == "_ties" and sort and sliced and not groups:
            select.set("sort", exp.Sort(expressions=[exp.Ordered(this=exp.column("_score"), nulls_first=True)]))
        if cte.alias == spread and sort and names:
            arguments = [exp.Literal.number(partitions), *map(exp.column, names)]
        elif cte.alias == "_areas" and groups:
            arguments = [exp.column(name) for name in groups]
        elif isinstance(select, exp.Select) and any(join.this.alias == "o" for join in select.args.get("joins") or []):
            select.set("hint", exp.Hint(expressions=[exp.Anonymous(this="BROADCAST", expressions=[exp.column("o")])]))
            continue
        else:
            continue
        select.set("hint", exp.Hint(expressions=[exp.Anonymous(this="REPARTITION", expressions=arguments)]))
