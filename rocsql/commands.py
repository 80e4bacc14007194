"""The commands of ``rocsql``: AUC, curves and reports of a file or a table, the macros for a database file, their SQL."""

from __future__ import annotations

import argparse
import errno
import glob
import json
import os
import re
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from decimal import Decimal
from importlib import metadata
from pathlib import Path
from typing import Any

import duckdb
from duckdb.sqltypes import DuckDBPyType

from rocsql import catalog, files, standalone
from rocsql.duckdb import connect, install
from rocsql.errors import RocsqlError

_EXAMPLES = """\
examples:
  rocsql auc preds.parquet --score score --label label --by model
  rocsql auc 'logs/*.csv' --score "1 - p_ok" --label "outcome = 'fraud'" --by model --by day --format csv
  zcat log.csv.gz | rocsql auc - --score score --label label
  rocsql auc preds --db warehouse.duckdb --score score --label label --memory-limit 4GB
  rocsql curve preds.parquet --score score --label label --by model --max-points 500 -o curves.parquet
  rocsql report preds.parquet --score score --label label --by model --cost-fn 5 --prior 0.01 -o report.html
  rocsql install warehouse.duckdb         then, in any DuckDB client: FROM roc_auc(preds, score, label)
  rocsql sql > rocsql.sql                 then, in the DuckDB shell: .read rocsql.sql
  rocsql sql roc_auc --table preds        the same as one SELECT that needs no macros
  rocsql sql confusion_at --threshold 0.5 the arguments of the macro are options
  rocsql demo                             a sample prediction log, its AUC table and a report with pictures

A row is predicted positive when score >= threshold. Labels are true and false, or 1 and 0; anything else is compared first, as
in --label "outcome = 'fraud'". Rows without a score or a label are left out.
"""

#: Significant digits of a table on the terminal.
_DIGITS = 6

#: What the options of ``rocsql sql`` that are a macro's arguments start with in the parsed command.
_PREFIX = "argument_"


def run(arguments: Sequence[str]) -> int:
    """Run one command and return the exit code: 0, 1 after one line on stderr, or 128 and the number of the signal."""
    with _interruptible() as received:
        try:
            given = _parsed(arguments)
            given.run(given)
            sys.stdout.flush()
        except KeyboardInterrupt:
            return 128 + (received or [signal.SIGINT])[0]
        except BrokenPipeError:
            # The reader has read enough.
            _discard_output()
        except Exception as error:
            if received:
                # DuckDB reports an interrupted query as an error of its own.
                return 128 + received[0]
            if not isinstance(error, RocsqlError | duckdb.Error | OSError):
                raise
            _discard_output()
            print(f"rocsql: {_one_line(error)}", file=sys.stderr)
            return 1
    return 0


@contextmanager
def _interruptible() -> Iterator[list[int]]:
    """Make SIGINT and SIGTERM a KeyboardInterrupt, so that temporary files are removed; gives the signals received."""
    received: list[int] = []

    def interrupt(number: int, _frame: object) -> None:
        received.append(number)
        raise KeyboardInterrupt

    before = {}
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) not in (signal.SIG_IGN, None):
                before[number] = signal.signal(number, interrupt)
    try:
        yield received
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _discard_output() -> None:
    """Drop what standard output does not take: Python would try again, and complain, when it exits."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _joined(arguments: Sequence[str]) -> list[str]:
    """The arguments with each expression in one word with its option: ``--score -distance`` is no option after another.

    >>> _joined(["auc", "log.csv", "--score", "-distance", "--label", "y"])
    ['auc', 'log.csv', '--score=-distance', '--label=y']
    """
    joined: list[str] = []
    for argument in arguments:
        if (
            joined
            and joined[-1].startswith("--")
            and standalone.takes_expression(joined[-1].removeprefix("--").replace("-", "_"))
        ):
            joined[-1] += f"={argument}"
        else:
            joined.append(argument)
    return joined


def _one_line(error: Exception) -> str:
    """What is wrong, without DuckDB's kind of error before it and the query after it."""
    text = str(error).split("\n\nLINE ")[0]
    for kind in (
        "Invalid Input Error: ",
        "Conversion Error: ",
        "Binder Error: ",
        "Catalog Error: ",
        "IO Error: ",
        "Parser Error: ",
    ):
        text = text.removeprefix(kind)
    # Where only a failing cast can carry a message.
    return re.sub(r"^Could not convert string '(.*)' to BOOL$", r"\1", " ".join(text.split()))


def _parsed(arguments: Sequence[str]) -> argparse.Namespace:
    """The command with its options; one that the named macro does not have is an error of ours, with those that it has."""
    parser = _parser()
    given, unknown = parser.parse_known_args(_joined(arguments))
    if unknown and unknown[0].startswith("--") and getattr(given, "name", None):
        raise _no_option(given.name, unknown[0].partition("=")[0])
    if unknown:
        parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    return given


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="rocsql",
        description="Exact ROC analysis of prediction logs: Parquet, CSV, JSON or a table in a DuckDB file.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--version", action="version", version=f"rocsql {metadata.version('rocsql')}, DuckDB {duckdb.__version__}"
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    auc = _reading(commands, "auc", "the AUC of every group, with DeLong's interval", _auc)
    auc.add_argument("--confidence", type=float, default=0.95, help="of the interval (default: 0.95)")
    curve = _reading(commands, "curve", "the ROC points of every group", _curve)
    curve.add_argument("--max-points", type=int, help="at most so many a group, for drawing (default: all)")
    for rows in (auc, curve):
        rows.add_argument(
            "--format",
            choices=["table", "csv", "json", "parquet"],
            help="(default: that of the output's ending, else table); JSON has null for infinity",
        )
        rows.add_argument("-o", "--output", help="a file to write to, whole or not at all (default: the terminal)")
        rows.add_argument(
            "--digits",
            type=int,
            help=f"significant digits of numbers in a table (default: {_DIGITS}); thresholds are shown in full, csv, json and "
            "parquet are always exact",
        )
    page = _reading(commands, "report", "one HTML file with tables and charts, which opens without a network", _report)
    page.add_argument("--cost-fp", type=float, default=1, help="what a false positive costs (default: 1)")
    page.add_argument("--cost-fn", type=float, default=1, help="what a false negative costs (default: 1)")
    page.add_argument("--prior", type=float, help="the share of positives where the scores will be used (default: the data's)")
    page.add_argument("--title", help="(default: FILE)")
    page.add_argument("-o", "--output", default="report.html", help="the file to write (default: report.html)")
    into = commands.add_parser("install", help="keep the macros in a DuckDB file, for every client that opens it")
    into.add_argument("database", help="the file; it is made if it is not there")
    into.set_defaults(run=lambda given: install(given.database))
    text = commands.add_parser(
        "sql",
        allow_abbrev=False,
        help="print the macros, or one of them as a SELECT that needs none",
        usage="rocsql sql [-h] [NAME [--table TABLE] [--by COLUMN] [--ARGUMENT VALUE ...]]",
    )
    text.add_argument("name", nargs="?", metavar="NAME", help="a table macro; without it all macros are printed, for .read")
    text.add_argument("--table", default="preds", help="(default: preds)")
    text.add_argument("--by", action="append", default=[], metavar="COLUMN", help="a column to group by; may be repeated")
    further = text.add_argument_group(
        "arguments of the macro, each where it has one of that name; --score and --label have defaults"
    )
    public = [macro.name for macro in catalog.macros() if macro.is_public and macro.is_table]
    for parameter in sorted({parameter for name in public for parameter in standalone.parameters(name)} - {"source", "by"}):
        kind = "SQL over the table's columns" if standalone.takes_expression(parameter) else "a value"
        further.add_argument(
            _option(parameter), dest=_PREFIX + parameter, default=argparse.SUPPRESS, metavar="VALUE", help=kind
        )
    text.set_defaults(run=_sql)
    demo = commands.add_parser("demo", help="a sample prediction log, its AUC table and a report with pictures")
    demo.add_argument("folder", nargs="?", default="demo-output", help="(default: demo-output)")
    demo.set_defaults(run=_demo)
    return parser


def _reading(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    purpose: str,
    run: Callable[[argparse.Namespace], None],
) -> argparse.ArgumentParser:
    """A command that reads predictions."""
    command = commands.add_parser(name, help=purpose, description=purpose)
    command.add_argument(
        "source", metavar="FILE", help="Parquet, CSV or JSON, also 'logs/*.parquet'; - is standard input; with --db a table"
    )
    command.add_argument("--score", required=True, help="a column or a SQL expression; higher is more positive")
    command.add_argument("--label", required=True, help="a column or a SQL expression: true and false, or 1 and 0")
    command.add_argument("--by", action="append", default=[], metavar="COLUMN", help="a column to group by; may be repeated")
    command.add_argument("--weight", help="a column or a SQL expression")
    command.add_argument("--db", help="a DuckDB file that has the table; it is not changed")
    command.add_argument("--memory-limit", help="such as 4GB; beyond it DuckDB works on disk")
    command.add_argument("--threads", type=int)
    command.set_defaults(run=run)
    return command


def _auc(given: argparse.Namespace) -> None:
    _answer(given, "roc_auc", confidence=given.confidence)


def _curve(given: argparse.Namespace) -> None:
    _answer(given, "roc_curve", max_points=given.max_points)


def _report(given: argparse.Namespace) -> None:
    from rocsql import report

    _check_output(given)
    with _connection(given) as con:
        written = report.write(
            given.output,
            "_rocsql_source",
            by=given.by,
            con=con,
            cost_fp=given.cost_fp,
            cost_fn=given.cost_fn,
            prior=given.prior,
            title=given.title or ("Standard input" if _is_standard_input(given) else given.source),
            **_expressions(given),
        )
    print(f"Written: {written}")


def _expressions(given: argparse.Namespace) -> dict[str, str]:
    """The given expressions, if each is one."""
    texts = {name: getattr(given, name) for name in ("score", "label", "weight")}
    return {name: standalone.one_expression(f"--{name}", text) for name, text in texts.items() if text is not None}


def _answer(given: argparse.Namespace, macro: str, **options: object) -> None:
    """Ask the macro and give its rows in the wanted form."""
    if given.format is None and given.output:
        given.format = {".csv": "csv", ".json": "json", ".parquet": "parquet"}.get(Path(given.output).suffix.lower())
        if given.format is None:
            raise RocsqlError(
                f"--output {given.output!r} has no known ending: name a .csv, .json or .parquet file, or give --format."
            )
    given.format = given.format or "table"
    if given.format == "table" and given.output:
        raise RocsqlError("--format table is for the terminal: choose csv, json or parquet for a file.")
    _check_output(given)
    if given.format == "parquet" and not given.output:
        raise RocsqlError("--format parquet needs a file: name one with --output.")
    digits = _digits(given)
    if given.output:
        files.check_target(given.output)
    query = standalone.call(macro, table="_rocsql_source", by=given.by, **_expressions(given), **options)
    with _connection(given) as con:
        if given.format == "table":
            con.execute(f"CREATE TEMP TABLE _rocsql_answer AS {query}").fetchall()
            con.sql(_rounded(con, "FROM _rocsql_answer", len(given.by), digits)).show(max_width=_width(), max_rows=200)
            return
        if given.format == "json":
            query = _without_infinities(con, query)
        if given.output:
            with files.replacing(given.output) as unfinished:
                _copy(con, query, given.format, unfinished)
        else:
            with tempfile.TemporaryDirectory(prefix="rocsql-") as folder:
                answer = Path(folder) / "answer"
                _copy(con, query, given.format, answer)
                with answer.open("rb") as file:
                    shutil.copyfileobj(file, sys.stdout.buffer)


def _copy(con: duckdb.DuckDBPyConnection, query: str, kind: str, file: Path) -> None:
    """Write the rows to the file; a write that fails is an OSError, as one of Python."""
    options = {"csv": "csv, HEADER", "json": "json, ARRAY", "parquet": "parquet"}[kind]
    try:
        con.execute(f"COPY ({query}) TO {standalone.literal(str(file))} (FORMAT {options}, USE_TMP_FILE false)").fetchall()
    except duckdb.IOException as error:
        # DuckDB 2.0 has this sentence inside a JSON text.
        failed = re.search(r'Could not write[^:]*: ([^"]+)', str(error))
        if failed is None:
            raise
        raise OSError(errno.EIO, failed[1].strip()) from error


def _digits(given: argparse.Namespace) -> int:
    """How many significant digits a table shows."""
    if given.digits is None:
        return _DIGITS
    if given.format != "table":
        raise RocsqlError(f"--digits is for --format table, and {given.format} is always exact: leave it out.")
    if not 1 <= given.digits <= 17:
        raise RocsqlError(f"--digits must be between 1 and 17, but it is {given.digits}.")
    return int(given.digits)


def _rounded(con: duckdb.DuckDBPyConnection, query: str, n_by: int, digits: int) -> str:
    """The query with its computed numbers rounded to significant digits; whole parts are never cut.

    The by-columns, which come first, and thresholds are values of the caller: a rounded threshold selects other rows.
    """
    described = con.execute(f"DESCRIBE {query}").fetchall()
    computed = [
        standalone.identifier(name)
        for name, kind, *_ in described[n_by:]
        if kind == "DOUBLE" and not name.startswith("threshold")
    ]
    rounded = ", ".join(
        f"CASE WHEN abs({name}) < 1e{digits} THEN format('{{:.{digits}g}}', {name})::DOUBLE ELSE round({name}) END AS {name}"
        for name in computed
    )
    return f"SELECT * REPLACE ({rounded}) FROM ({query})"


def _check_output(given: argparse.Namespace) -> None:
    """What is read is not written over."""
    if _is_standard_input(given):
        return
    read = [given.db] if given.db else [given.source, *glob.glob(given.source, recursive=True)]  # noqa: PTH207 - of any folder
    if given.output and any(Path(file).resolve() == Path(given.output).resolve() for file in read):
        raise RocsqlError(f"--output {given.output!r} is the file that is read: name another one.")


def _without_infinities(con: duckdb.DuckDBPyConnection, query: str) -> str:
    """JSON has no infinity and no NaN, and what DuckDB writes instead is no JSON: NULL, as in JavaScript."""
    relation = con.sql(query)
    names = [standalone.identifier(name) for name in relation.columns]
    finite = [(name, _finite(name, kind)) for name, kind in zip(names, relation.types, strict=True)]
    replaced = ", ".join(f"{expression} AS {name}" for name, expression in finite if expression != name)
    return f"SELECT * REPLACE ({replaced}) FROM ({query})" if replaced else query


def _finite(value: str, kind: DuckDBPyType, depth: int = 0) -> str:
    """An expression for the value with NULL for each float in it that is not finite; the value itself if it has no floats."""
    if kind.id in ("double", "float"):
        return f"CASE WHEN isfinite({value}) THEN {value} END"
    if kind.id not in ("list", "array", "struct", "map", "union"):
        return value
    # The element of a list in a list has another name than that of the outer one.
    element = f"_element_{depth}"
    inner: dict[str, Any] = dict(kind.children)
    if kind.id in ("list", "array"):
        finite = _finite(element, inner["child"], depth + 1)
        return value if finite == element else f"list_transform({value}::{inner['child']}[], lambda {element}: {finite})"
    if kind.id == "map":
        finite = _finite(element, inner["value"], depth + 1)
        transformed = f"map(map_keys({value}), list_transform(map_values({value}), lambda {element}: {finite}))"
        return value if finite == element else transformed
    fields = {name: f"{value}.{standalone.identifier(name)}" for name in inner}
    finite_fields = {name: _finite(field, inner[name], depth) for name, field in fields.items()}
    if finite_fields == fields:
        return value
    if kind.id == "union" or "" in fields:
        raise RocsqlError(f"{value} is a {kind}, whose infinities cannot be told from numbers in JSON: choose csv or parquet.")
    packed = ", ".join(f"{standalone.identifier(name)} := {field}" for name, field in finite_fields.items())
    return f"CASE WHEN {value} IS NOT NULL THEN struct_pack({packed}) END"


def _width() -> int:
    """As wide as the terminal; into a pipe nothing is cut."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 10_000


@contextmanager
def _connection(given: argparse.Namespace) -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection with the macros and the view _rocsql_source over what is to be read."""
    with connect() as con:
        if given.memory_limit:
            con.execute(f"SET memory_limit = {standalone.literal(given.memory_limit)}").fetchall()
        if given.threads is not None:
            con.execute(f"SET threads = {given.threads}").fetchall()
        con.execute(f"SET enable_progress_bar = {str(sys.stdout.isatty()).lower()}").fetchall()
        # Else a table named con would be a variable of this module.
        con.execute("SET python_enable_replacements = false").fetchall()
        with _source(con, given) as source:
            try:
                con.execute(f"CREATE TEMP VIEW _rocsql_source AS FROM {source}").fetchall()
            except duckdb.CatalogException:
                if given.db:
                    raise
                raise _no_file(given.source) from None
            yield con


@contextmanager
def _source(con: duckdb.DuckDBPyConnection, given: argparse.Namespace) -> Iterator[str]:
    """What is to be read, as SQL for FROM."""
    if given.db:
        if not Path(given.db).exists():
            raise RocsqlError(f"There is no DuckDB file {given.db!r}.")
        if not _is_database(given.db):
            raise RocsqlError(f"--db {given.db!r} is no DuckDB file: one of predictions is named without --db.")
        con.execute(f"ATTACH {standalone.literal(given.db)} AS _rocsql_db (READ_ONLY)").fetchall()
        con.execute("USE _rocsql_db").fetchall()
        yield ".".join(map(standalone.identifier, given.source.split(".")))
    elif _is_standard_input(given):
        with _spooled() as source:
            yield source
    else:
        if Path(given.source).is_file() and _is_database(given.source):
            raise RocsqlError(
                f"{given.source!r} is a DuckDB file: name the table in it, and the file with --db {given.source!r}."
            )
        yield standalone.literal(given.source)


def _no_file(source: str) -> RocsqlError:
    """The error for a FILE that DuckDB takes for a table."""
    if Path(source).exists():
        return RocsqlError(
            f"{source!r} has no ending that tells its format: name a .parquet, .csv or .json file, or pipe it into -."
        )
    return RocsqlError(f"There is no file {source!r}; if it is a table, name the DuckDB file that has it with --db.")


def _is_database(file: str) -> bool:
    with Path(file).open("rb") as opened:
        return opened.read(12)[8:] == b"DUCK"


def _is_standard_input(given: argparse.Namespace) -> bool:
    return given.source == "-" and not given.db


@contextmanager
def _spooled() -> Iterator[str]:
    """Standard input in a temporary file, as SQL for FROM: DuckDB reads CSV and JSON more than once, Parquet from its end."""
    with tempfile.TemporaryDirectory(prefix="rocsql-") as folder:
        file = Path(folder) / "standard input"
        with file.open("wb") as spool:
            if sys.stdin is not None:  # as it is where the caller has closed it
                shutil.copyfileobj(sys.stdin.buffer, spool)
        with file.open("rb") as spool:
            start = spool.read(1024).removeprefix(b"\xef\xbb\xbf").lstrip()
        if not start:
            raise RocsqlError("Standard input is empty: pipe a Parquet, CSV or JSON file into it, or name one instead of -.")
        reader = "read_parquet" if start.startswith(b"PAR1") else "read_json" if start[:1] in b"{[" else "read_csv"
        yield f"{reader}({standalone.literal(str(file))})"


def _sql(given: argparse.Namespace) -> None:
    if given.name is None:
        print(catalog.bundle(), end="")
        return
    parameters = standalone.parameters(given.name)
    arguments = {name: column for name, column in (("score", "score"), ("label", "label")) if name in parameters}
    for key, text in vars(given).items():
        parameter = key.removeprefix(_PREFIX)
        if parameter != key:
            if parameter not in parameters:
                raise _no_option(given.name, _option(parameter))
            arguments[parameter] = _typed(parameter, text, parameters[parameter])
    for parameter, default in parameters.items():
        if parameter != "source" and default is None and parameter not in arguments:
            kind = "SQL over the table's columns" if standalone.takes_expression(parameter) else "a value"
            raise RocsqlError(f"{given.name} needs {_option(parameter)}, {kind}.")
    print(standalone.sql(given.name, table=given.table, by=given.by, **arguments), end="")


def _option(parameter: str) -> str:
    """The option for a parameter of a macro.

    >>> _option("cost_fp")
    '--cost-fp'
    """
    return "--table" if parameter == "source" else "--" + parameter.replace("_", "-")


def _no_option(name: str, option: str) -> RocsqlError:
    return RocsqlError(f"{name} has no {option}; it has {', '.join(map(_option, standalone.parameters(name)))}.")


def _typed(parameter: str, text: str, default: str | None) -> Any:
    """The value that a text on the command line stands for: SQL, text, or a number or list written as in SQL.

    >>> _typed("threshold", "[0.3, 0.5]", None), _typed("criterion", "f1", "'cost'"), _typed("weight", "-w", "1")
    ([Decimal('0.3'), Decimal('0.5')], 'f1', '-w')
    """
    if standalone.takes_expression(parameter) or (default or "").startswith("'"):
        return text
    with suppress(ValueError):
        return json.loads(text, parse_float=Decimal)
    with suppress(ValueError):
        return float(text)
    return None if text.upper() == "NULL" else text


def _demo(given: argparse.Namespace) -> None:
    from rocsql import demo

    raise SystemExit(demo.main([given.folder]))
