"""rocsql.sql in other dialects: committed texts, and the engines that can be had here, against the oracle."""

from __future__ import annotations

import json
import math
import os
import re
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest

import rocsql
from rocsql import portable
from tests import floats, groups

SNAPSHOTS = Path(__file__).parent.parent / "snapshots"
ARGUMENTS: dict[str, dict[str, Any]] = {
    "cost_roc_curve": {"benefit": "20 + amount", "cost": 1},
    "cost_roc_auc": {"benefit": "20 + amount", "cost": 1},
    "roc_average_vertical": {"fold": "fold", "samples": 4},
    "roc_average_threshold": {"fold": "fold", "samples": 4},
    "confusion_at": {"threshold": [0.5, 0.9]},
    "sketch_auc": {"table": "rollup", "score": None, "label": None},
}
TEXTS = [(name, dialect) for dialect in portable.DIALECTS if dialect != "duckdb" for name in portable.capabilities(dialect)]


@pytest.mark.parametrize(("name", "dialect"), TEXTS)
def test_snapshot(name: str, dialect: str) -> None:
    """A sqlglot that prints something else shows as a diff. ROCSQL_SNAPSHOTS=1 writes them anew."""
    usual = {"table": "preds", "score": "score", "label": "outcome = 'fraud'", "by": ["model", "Seg ment"]}
    given = {key: value for key, value in {**usual, **ARGUMENTS.get(name, {})}.items() if value is not None}
    text = rocsql.sql(name, dialect=dialect, **given)
    file = SNAPSHOTS / dialect / f"{name}.sql"
    if os.environ.get("ROCSQL_SNAPSHOTS"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"dialect": "oracle"}, "There is no dialect 'oracle'; there are bigquery, clickhouse, datafusion, duckdb, postgres, "),
        ({"name": "roc_acu"}, "There is no table macro 'roc_acu'; there are average_precision, "),
        ({"name": "roc_hull"}, "roc_hull is not there for spark; there are confusion_at, cost_roc_auc, "),
        ({"name": "confusion_at", "dialect": "postgres"}, "confusion_at is not there for postgres; there are roc_auc, roc_curve, roc_sketch, sketch_auc, tie_groups."),
        ({"wieght": "w"}, "roc_auc has no argument 'wieght' in spark; it has table, by, score, label, weight, confidence."),
        ({"score": "a, b) FROM x; DROP TABLE x --"}, "score must be one SQL expression, such as score='score', but it is "),
        ({"label": "y) FROM x WHERE (z"}, "label must be one SQL expression"),
        ({"label": "y; SELECT 1"}, "label must be one SQL expression"),
        ({"label": ""}, "label must be one SQL expression"),
        ({"table": "preds; DROP TABLE preds"}, "table must be the name of a table, such as 'preds' or 'schema.preds', but it is "),
        ({"table": "preds WHERE true"}, "table must be the name of a table"),
        ({"table": "(SELECT 1) AS x"}, "table must be the name of a table"),
        ({"confidence": 95}, "confidence must lie between 0 and 1, such as 0.95, but it is 95"),
        ({"name": "confusion_at", "threshold": []}, "threshold must be a number or a list of numbers, such as [0.5, 0.9], but it is []"),
        ({"name": "confusion_at", "threshold": math.nan}, "threshold must be a number or a list of numbers"),
        ({"name": "confusion_at"}, "confusion_at needs 'threshold'"),
        ({"name": "roc_average_vertical", "fold": "f", "samples": 2.5}, "samples must be a whole number of at least 1, such as 100, but it is 2.5"),
        ({"name": "roc_sketch", "precision": 53}, "precision must be a whole number of bits from 0 to 52, such as 10, but it is 53"),
        ({"name": "sketch_auc"}, "sketch_auc has no argument 'score' in spark; it has table, by."),
        ({"name": "cost_roc_auc"}, "cost_roc_auc needs 'benefit': pass benefit=..., an expression over the table's columns."),
    ],
)  # fmt: skip
def test_bad_arguments(arguments: dict[str, Any], message: str) -> None:
    given: dict[str, Any] = {"name": "roc_auc", "table": "preds", "score": "s", "label": "y", "dialect": "spark", **arguments}
    with pytest.raises(rocsql.RocsqlError, match=re.escape(message)):
        rocsql.sql(given.pop("name"), **given)


def test_names_are_quoted() -> None:
    text = rocsql.sql("roc_auc", table="a.`b c`", score="s", label="y", by=["x`; DROP TABLE t --"], dialect="spark")
    assert "FROM a.`b c`" in text
    assert text.count("`x``; DROP TABLE t --`") == 2


FLOATS = pa.table({"score": floats.SOME, "label": [score > 1 for score in floats.SOME]})
INFINITE = {"inf": math.inf, "-inf": -math.inf}
Query = Callable[[str], list[dict[str, Any]]]


def _read(name: str, value: Any) -> Any:
    """A value in ClickHouse's JSON: infinities are text there, and a large double has no point."""
    return float(value) if name.startswith("score") and isinstance(value, int) else INFINITE.get(value, value)


@pytest.fixture(scope="module")
def clickhouse(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Query]:
    session_module = pytest.importorskip("chdb.session", reason="chdb is not installed")
    import pyarrow.parquet

    file = tmp_path_factory.mktemp("clickhouse") / "preds.parquet"
    pyarrow.parquet.write_table(groups.TABLE, file)
    with session_module.Session(str(file.parent / "session")) as session:
        session.query("CREATE DATABASE IF NOT EXISTS d ENGINE = Atomic")
        session.query(f"CREATE TABLE d.preds ENGINE = MergeTree ORDER BY tuple() AS SELECT * FROM file('{file}', Parquet)")

        def query(text: str) -> list[dict[str, Any]]:
            if not re.search(r"\bSELECT\b", text):
                session.query(text)
                return []
            here = re.sub(r"\bFROM (preds|bad|floats|sketches)\b", r"FROM d.\1", text)
            lines = session.query(f"{here} SETTINGS output_format_json_quote_denormals = 1", "JSONEachRow").data().splitlines()
            return [{name: _read(name, value) for name, value in json.loads(line).items()} for line in lines]

        session.query(
            "CREATE TABLE d.bad (score Float64, label Int32, broken Float64, below Float64, word String) ENGINE = MergeTree ORDER BY tuple()"
        )
        session.query("INSERT INTO d.bad VALUES (0.9, 1, nan, -1, 'p'), (0.1, 2, 0, 1, 'n')")
        pyarrow.parquet.write_table(FLOATS, file)
        session.query(f"CREATE TABLE d.floats ENGINE = MergeTree ORDER BY tuple() AS SELECT * FROM file('{file}', Parquet)")
        yield query


@pytest.fixture(scope="module")
def datafusion() -> Query:
    module = pytest.importorskip("datafusion", reason="datafusion is not installed")
    context = module.SessionContext()
    context.register_record_batches("preds", [groups.TABLE.to_batches()])
    context.register_record_batches("floats", [FLOATS.to_batches()])
    context.sql(
        "CREATE TABLE bad AS SELECT * FROM (VALUES (0.9::double, 1, 'nan'::double, -1.0::double, 'p'), (0.1, 2, 0.0, 1.0, 'n')) "
        "AS t(score, label, broken, below, word)"
    ).collect()
    return lambda text: [row for batch in context.sql(text).collect() for row in batch.to_pylist()]


@pytest.fixture(scope="module")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Query]:
    psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed")
    tools = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not tools:
        pytest.skip("there is no Postgres server under /usr/lib/postgresql")
    folder = tmp_path_factory.mktemp("postgres")
    user: dict[str, Any] = {}
    if os.geteuid() == 0:  # Postgres does not run as root
        if shutil.which("chown") is None or subprocess.run(["id", "postgres"], capture_output=True).returncode:
            pytest.skip("Postgres does not run as root, and there is no user postgres")
        folder = Path("/tmp") / f"rocsql-postgres-{os.getpid()}"
        folder.mkdir()
        shutil.chown(folder, "postgres")
        user = {"user": "postgres"}
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    try:
        data, log = folder / "data", folder / "log"
        run = {"check": True, "capture_output": True, "cwd": folder, **user}
        subprocess.run([tools[-1], "-D", data, "-A", "trust", "-U", "rocsql", "-E", "UTF8", "--no-sync"], **run)
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c fsync=off"
        subprocess.run([tools[-1].with_name("pg_ctl"), "-D", data, "-l", log, "-o", options, "-w", "start"], **run)
        try:
            with psycopg.connect(host="127.0.0.1", port=port, user="rocsql", dbname="postgres", autocommit=True) as con:
                con.execute("CREATE TABLE preds (g TEXT, score FLOAT8, label BOOLEAN, weight FLOAT8)")
                with con.cursor() as cursor:
                    cursor.executemany(
                        "INSERT INTO preds VALUES (%s, %s, %s, %s)",
                        [(r["g"], r["score"], r["label"], r["weight"]) for r in groups.ROWS],
                    )
                con.execute("CREATE TABLE floats (score FLOAT8, label BOOLEAN)")
                with con.cursor().copy("COPY floats FROM STDIN") as copy:
                    for score in floats.SOME:
                        copy.write_row((score, score > 1))
                con.execute("CREATE TABLE bad (score FLOAT8, label INT, broken FLOAT8, below FLOAT8, word TEXT)")
                con.execute("INSERT INTO bad VALUES (0.9, 1, 'nan', -1, 'p'), (0.1, 2, 0, 1, 'n')")

                def query(text: str) -> list[dict[str, Any]]:
                    cursor = con.execute(text)
                    if cursor.description is None:
                        return []
                    return [dict(zip([c.name for c in cursor.description], row, strict=True)) for row in cursor.fetchall()]

                yield query
        finally:
            subprocess.run([tools[-1].with_name("pg_ctl"), "-D", data, "-m", "immediate", "stop"], **run)
    finally:
        if user:
            shutil.rmtree(folder, ignore_errors=True)


EXECUTED = ["postgres", "clickhouse", "datafusion"]


def keep_sketches(query: Query, dialect: str, texts: list[str]) -> None:
    """A table `sketches`, as a nightly job would fill it."""
    both = " UNION ALL ".join(f"SELECT * FROM ({text}) AS part_{place}" for place, text in enumerate(texts))
    table, engine = ("d.sketches", "ENGINE = Memory") if dialect == "clickhouse" else ("sketches", "")
    query(f"DROP TABLE IF EXISTS {table}")
    query(f"CREATE TABLE {table} {engine} AS {both}")


@pytest.mark.parametrize("weight", [None, "weight"])
@pytest.mark.parametrize("name", portable.capabilities("postgres"))
@pytest.mark.parametrize("dialect", EXECUTED)
def test_conformance(request: pytest.FixtureRequest, dialect: str, name: str, weight: str | None) -> None:
    query: Query = request.getfixturevalue(dialect)
    given = {"table": "preds", "score": "score", "label": "label", "by": ["g"], "weight": weight, "dialect": dialect}
    if name == "sketch_auc":
        keep_sketches(query, dialect, [rocsql.sql("roc_sketch", **given)])
        given = {"table": "sketches", "by": ["g"], "dialect": dialect}
    found = query(rocsql.sql(name, **given))
    place = {g: i for i, g in enumerate(groups.GROUPS)}
    # The order of text is the engine's own (Postgres: of its locale); inside a group the rows have to be in order.
    groups.check(sorted(found, key=lambda row: place[row["g"]]), name, weight)


@pytest.mark.parametrize("precision", [0, 10, 52])
@pytest.mark.parametrize("dialect", EXECUTED)
def test_bins_to_the_bit(request: pytest.FixtureRequest, dialect: str, precision: int) -> None:
    query: Query = request.getfixturevalue(dialect)
    text = rocsql.sql("roc_sketch", table="floats", score="score", label="label", precision=precision, dialect=dialect)
    assert [row for row in zip(query(text), floats.sketch_of_some(precision), strict=True) if row[0] != row[1]] == []


@pytest.mark.parametrize("dialect", EXECUTED)
def test_sketches_of_different_precision_do_not_mix(request: pytest.FixtureRequest, dialect: str) -> None:
    query: Query = request.getfixturevalue(dialect)
    given = {"table": "preds", "score": "score", "label": "label", "dialect": dialect}
    keep_sketches(query, dialect, [rocsql.sql("roc_sketch", precision=precision, **given) for precision in (3, 9)])
    with pytest.raises(Exception, match="sketches of different precision do not add up"):
        query(rocsql.sql("sketch_auc", table="sketches", dialect=dialect))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "label must be BOOLEAN, 0 or 1, but a row has 2: compare it with the value that is positive, as in label = 1"),
        ({"label": "word"}, "label must be BOOLEAN, 0 or 1, but a row has "),
        ({"score": "broken", "label": "label = 1"}, "score is NaN in a labelled row"),
        ({"label": "label = 1", "weight": "below"}, "weight must be finite and not negative, but a row has -1"),
        ({"label": "label = 1", "weight": "NULLIF(below, 1)"}, "weight "),
    ],
)
@pytest.mark.parametrize("dialect", EXECUTED)
def test_bad_rows(request: pytest.FixtureRequest, dialect: str, arguments: dict[str, Any], message: str) -> None:
    query: Query = request.getfixturevalue(dialect)
    given = {"score": "score", "label": "label", **arguments}
    with pytest.raises(Exception, match=re.escape(message)) as caught:
        query(rocsql.sql("roc_auc", table="bad", dialect=dialect, **given))
    assert "rocsql" not in type(caught.value).__module__


@pytest.mark.parametrize("dialect", EXECUTED)
def test_one_class_and_an_empty_table(request: pytest.FixtureRequest, dialect: str) -> None:
    query: Query = request.getfixturevalue(dialect)
    (row,) = query(rocsql.sql("roc_auc", table="bad", score="score", label="label > 0", dialect=dialect))
    assert (row["auc"], row["std_error"], row["n_pos"], row["n_neg"], row["p_value"]) == (None, None, 2, 0, None)
    assert query(rocsql.sql("roc_auc", table="bad", score="score", label="NULLIF(label, label)", dialect=dialect)) == []
    assert query(rocsql.sql("roc_curve", table="bad", score="score", label="NULLIF(label, label)", dialect=dialect)) == []


DICTIONARIES = pa.table(
    {
        "score": [0.9, 0.1],
        "label": [1, 0],
        "text": pa.array(["0.9", "0.1"]).dictionary_encode(),
        "digit": pa.array(["1", "0"]).dictionary_encode(),
        "number": pa.array([0.9, 0.1]).dictionary_encode(),
        "whole": pa.array([1, 0]).dictionary_encode(),
    }
)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"score": "text"}, "score must be a number, but it is Dictionary(Int32, Utf8): turn it into one, as in score::DOUBLE"),
        ({"label": "digit"}, "label must be BOOLEAN, 0 or 1, but a row has '"),
        ({"weight": "text"}, "weight must be a number, but it is Dictionary(Int32, Utf8)"),
        ({"score": "number"}, None),
        ({"label": "whole"}, None),
        ({"weight": "number"}, None),
    ],
)
@pytest.mark.parametrize("name", ["roc_auc", "roc_sketch"])
def test_a_dictionary_is_what_its_values_are(name: str, arguments: dict[str, str], message: str | None) -> None:
    module = pytest.importorskip("datafusion", reason="datafusion is not installed")
    context = module.SessionContext()
    context.register_record_batches("preds", [DICTIONARIES.to_batches()])
    given = {"table": "preds", "dialect": "datafusion", "score": "score", "label": "label"}
    if message is None:
        plain = {part: {"number": "score", "whole": "label"}[column] for part, column in arguments.items()}
        found, expected = (context.sql(rocsql.sql(name, **(given | some))).to_pydict() for some in (arguments, plain))
        assert found == expected
    else:
        with pytest.raises(Exception, match=re.escape(message)):
            context.sql(rocsql.sql(name, **(given | arguments))).collect()


@pytest.mark.parametrize("dialect", ["duckdb", *EXECUTED])
@pytest.mark.parametrize("name", ["roc_auc", "roc_curve"])
def test_a_comment_in_an_expression(request: pytest.FixtureRequest, dialect: str, name: str) -> None:
    """A comment ends with its line, not with the bracket that is put behind the expression."""

    def duckdb_query(text: str) -> list[dict[str, Any]]:
        preds = groups.TABLE  # noqa: F841  DuckDB finds it by its name
        return list(duckdb.sql(text).to_arrow_table().to_pylist())

    query: Query = duckdb_query if dialect == "duckdb" else request.getfixturevalue(dialect)
    given: dict[str, Any] = {"table": "preds", "by": ["g"], "dialect": dialect}
    plain = rocsql.sql(name, score="score", label="label", weight="weight", **given)
    noted = rocsql.sql(name, score="score -- it's a note)", label="label /* (so */", weight="weight --", **given)
    assert query(noted) == query(plain)


def test_a_boolean_score_is_an_error_of_postgres(postgres: Query) -> None:
    """Its types are known before any row is read, so that Postgres itself refuses; a cast to a whole number counts as 0 and 1."""
    with pytest.raises(Exception, match="cannot cast type boolean to double precision"):
        postgres(rocsql.sql("roc_auc", table="bad", score="score > 0.5", label="label = 1", dialect="postgres"))
    text = rocsql.sql("roc_auc", table="bad", score="(score > 0.5)::int", label="label = 1", dialect="postgres")
    assert postgres(text)[0]["auc"] == 1
