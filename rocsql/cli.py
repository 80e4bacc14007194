"""The command line: AUC, curves and reports of a file or a table, the macros for a database file, their SQL."""

from __future__ import annotations

import argparse
import glob
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from importlib import metadata
from pathlib import Path

import duckdb

from rocsql import catalog, standalone
from rocsql.duckdb import connect, install
from rocsql.errors import RocsqlError

_EXAMPLES = """\
examples:
  rocsql auc preds.parquet --score score --label label --by model
  rocsql auc 'logs/*.csv' --score "1 - p_ok" --label "outcome = 'fraud'" --by model --by day --format csv
  rocsql auc preds --db warehouse.duckdb --score score --label label --memory-limit 4GB
  rocsql curve preds.parquet --score score --label label --by model --max-points 500 -o curves.parquet
  rocsql report preds.parquet --score score --label label --by model --cost-fn 5 --prior 0.01 -o report.html
  rocsql install warehouse.duckdb         then, in any DuckDB client: FROM roc_auc(preds, score, label)
  rocsql sql > rocsql.sql                 then, in the DuckDB shell: .read rocsql.sql
  rocsql sql roc_auc --table preds        the same as one SELECT that needs no macros
  rocsql demo                             a sample prediction log, its AUC table and a report with pictures

A row is predicted positive when score >= threshold. Labels are true and false, or 1 and 0; anything else is compared first, as
in --label "outcome = 'fraud'". Rows without a score or a label are left out.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0, or 1 after one line on stderr that says what to do.

    >>> main(["sql", "gini"])
    1
    """
    given = _parser().parse_args(_joined(sys.argv[1:] if arguments is None else arguments))
    try:
        given.run(given)
        sys.stdout.flush()
    except (KeyboardInterrupt, duckdb.InterruptException):
        return 130
    except RuntimeError as error:
        # DuckDB 2's word for Ctrl-C while it runs a query.
        if str(error) != "Query interrupted":
            raise
        return 130
    except BrokenPipeError:
        # Who reads has read enough. Python would complain while it flushes what is left.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (RocsqlError, duckdb.Error, OSError) as error:
        print(f"rocsql: {_one_line(error)}", file=sys.stderr)
        return 1
    return 0


def _joined(arguments: Sequence[str]) -> list[str]:
    """The arguments with each expression in one word with its option: ``--score -distance`` is no option after another.

    >>> _joined(["auc", "log.csv", "--score", "-distance", "--label", "y"])
    ['auc', 'log.csv', '--score=-distance', '--label=y']
    """
    joined: list[str] = []
    for argument in arguments:
        if joined and joined[-1] in ("--score", "--label", "--weight"):
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
    return re.sub(r"^Could not convert string '(by := .*)' to BOOL$", r"\1", " ".join(text.split()))


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
    page = _reading(commands, "report", "one HTML file with tables and charts, which opens without a network", _report)
    page.add_argument("--cost-fp", type=float, default=1, help="what a false positive costs (default: 1)")
    page.add_argument("--cost-fn", type=float, default=1, help="what a false negative costs (default: 1)")
    page.add_argument("--prior", type=float, help="the share of positives where the scores will be used (default: the data's)")
    page.add_argument("--title", help="(default: FILE)")
    page.add_argument("-o", "--output", default="report.html", help="the file to write (default: report.html)")
    into = commands.add_parser("install", help="keep the macros in a DuckDB file, for every client that opens it")
    into.add_argument("database", help="the file; it is made if it is not there")
    into.set_defaults(run=lambda given: install(given.database))
    text = commands.add_parser("sql", help="print the macros, or one of them as a SELECT that needs none")
    text.add_argument("name", nargs="?", help="a table macro; without it all macros are printed, for .read")
    for option, default in (("table", "preds"), ("score", "score"), ("label", "label")):
        text.add_argument(f"--{option}", default=default, help=f"(default: {default})")
    text.add_argument("--by", action="append", default=[], metavar="COLUMN")
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
    command.add_argument("source", metavar="FILE", help="Parquet, CSV or JSON, also 'logs/*.parquet'; with --db a table")
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
            title=given.title or given.source,
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
    query = standalone.call(macro, table="_rocsql_source", by=given.by, **_expressions(given), **options)
    with _connection(given) as con:
        if given.format == "table":
            con.execute(f"CREATE TEMP TABLE _rocsql_answer AS {query}").fetchall()
            con.sql("FROM _rocsql_answer").show(max_width=_width(), max_rows=200)
            return
        with tempfile.TemporaryDirectory(dir=_folder(given.output)) as folder:
            unfinished = Path(folder) / "answer"
            kind = {"csv": "csv, HEADER", "json": "json, ARRAY", "parquet": "parquet"}[given.format]
            if given.format == "json":
                query = _without_infinities(con, query)
            con.execute(f"COPY ({query}) TO {standalone.literal(str(unfinished))} (FORMAT {kind})").fetchall()
            if given.output:
                unfinished.replace(given.output)
            else:
                with unfinished.open("rb") as answer:
                    shutil.copyfileobj(answer, sys.stdout.buffer)


def _check_output(given: argparse.Namespace) -> None:
    """What is read is not written over."""
    read = [given.db] if given.db else [given.source, *glob.glob(given.source, recursive=True)]  # noqa: PTH207 - of any folder
    if given.output and any(Path(file).resolve() == Path(given.output).resolve() for file in read):
        raise RocsqlError(f"--output {given.output!r} is the file that is read: name another one.")


def _without_infinities(con: duckdb.DuckDBPyConnection, query: str) -> str:
    """JSON has no infinity, and what DuckDB writes instead is no JSON: NULL, as in JavaScript."""
    described = con.execute(f"DESCRIBE {query}").fetchall()
    floats = [standalone.identifier(name) for name, kind, *_ in described if kind in ("DOUBLE", "FLOAT")]
    finite = ", ".join(f"CASE WHEN isfinite({name}) THEN {name} END AS {name}" for name in floats)
    return f"SELECT * REPLACE ({finite}) FROM ({query})"


def _width() -> int:
    """As wide as the terminal; into a pipe nothing is cut."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 10_000


def _folder(output: str | None) -> str | None:
    """Where to write first: beside the output, so that it can be renamed."""
    if output is None:
        return None
    folder = Path(output).parent
    if not folder.is_dir():
        raise RocsqlError(f"There is no folder {str(folder)!r} to write {Path(output).name!r} to; make it first.")
    return str(folder)


def _connection(given: argparse.Namespace) -> duckdb.DuckDBPyConnection:
    """A connection with the macros and the view _rocsql_source over what is to be read."""
    con = connect()
    if given.memory_limit:
        con.execute(f"SET memory_limit = {standalone.literal(given.memory_limit)}").fetchall()
    if given.threads is not None:
        con.execute(f"SET threads = {given.threads}").fetchall()
    con.execute(f"SET enable_progress_bar = {str(sys.stdout.isatty()).lower()}").fetchall()
    if given.db:
        if not Path(given.db).exists():
            raise RocsqlError(f"There is no DuckDB file {given.db!r}.")
        with Path(given.db).open("rb") as file:
            if file.read(12)[8:] != b"DUCK":
                raise RocsqlError(f"--db {given.db!r} is no DuckDB file: one of predictions is named without --db.")
        con.execute(f"ATTACH {standalone.literal(given.db)} AS _rocsql_db (READ_ONLY)").fetchall()
        con.execute("USE _rocsql_db").fetchall()
        source = ".".join(map(standalone.identifier, given.source.split(".")))
    else:
        source = standalone.literal(given.source)
    con.execute(f"CREATE TEMP VIEW _rocsql_source AS FROM {source}").fetchall()
    return con


def _sql(given: argparse.Namespace) -> None:
    if given.name is None:
        print(catalog.bundle(), end="")
    else:
        print(standalone.sql(given.name, table=given.table, score=given.score, label=given.label, by=given.by), end="")


def _demo(given: argparse.Namespace) -> None:
    from rocsql import demo

    raise SystemExit(demo.main([given.folder]))


if __name__ == "__main__":
    sys.exit(main())
