"""The command line, as a person types it."""

from __future__ import annotations

import csv
import html
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import polars as pl
import pytest

from rocsql import cli
from rocsql.demo import prediction_log

ASK = ["--score", "score", "--label", "label"]


@pytest.fixture
def preds(tmp_path: Path) -> Path:
    file = tmp_path / "it's preds.parquet"
    prediction_log(rows=2_000).write_parquet(file)
    return file


def wanted(con: duckdb.DuckDBPyConnection, file: Path, *, by: str = "") -> list[tuple[object, ...]]:
    name = str(file).replace("'", "''")
    con.execute(f"CREATE OR REPLACE TEMP VIEW its_preds AS FROM '{name}'").fetchall()
    return con.execute(f"FROM roc_auc(its_preds, score, label{by})").fetchall()


@pytest.mark.parametrize("kind", ["parquet", "csv", "json"])
def test_auc_of_a_file(con: duckdb.DuckDBPyConnection, preds: Path, kind: str, capfd: pytest.CaptureFixture[str]) -> None:
    frame, file = pl.read_parquet(preds), preds.with_suffix(f".{kind}")
    {"parquet": frame.write_parquet, "csv": frame.write_csv, "json": frame.write_ndjson}[kind](file)
    assert cli.main(["auc", str(file), *ASK, "--by", "model", "--format", "csv"]) == 0
    rows = list(csv.reader(io.StringIO(capfd.readouterr().out)))
    assert rows[0] == ["model", "auc", "std_error", "ci_low", "ci_high", "n_pos", "n_neg", "p_value"]
    assert [(row[0], float(row[1])) for row in rows[1:]] == [row[:2] for row in wanted(con, preds, by=", by := ['model']")]


def test_globs_expressions_and_json(con: duckdb.DuckDBPyConnection, preds: Path, capfd: pytest.CaptureFixture[str]) -> None:
    frame = pl.read_parquet(preds).with_columns(outcome=pl.when("label").then(pl.lit("it's fraud")).otherwise(pl.lit("ok")))
    for part, half in enumerate((frame[:1000], frame[1000:])):
        half.filter(pl.col("label").is_not_null()).write_parquet(preds.with_name(f"part {part}.parquet"))
    score, label = ["--score", "1 - (1 - score)"], ["--label", "outcome = 'it''s fraud'"]
    assert cli.main(["auc", str(preds.with_name("part *.parquet")), *score, *label, "--format", "json", "--threads", "1"]) == 0
    (found,) = json.loads(capfd.readouterr().out)
    ((auc, *_),) = wanted(con, preds)
    assert found["auc"] == pytest.approx(auc, abs=1e-4)


def test_an_expression_may_start_with_a_minus(preds: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["auc", str(preds), *ASK, "--format", "csv"]) == 0
    assert cli.main(["auc", str(preds), "--score", "-score", "--label", "NOT label", "--format", "csv"]) == 0
    given, reversed_ = (line.split(",")[0] for line in capfd.readouterr().out.splitlines()[1::2])
    assert float(reversed_) == pytest.approx(float(given), abs=1e-12)


def test_a_table_in_a_database_file(con: duckdb.DuckDBPyConnection, preds: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = preds.with_name("warehouse.duckdb")
    with duckdb.connect(file) as made:
        made.register("frame", pl.read_parquet(preds))
        made.execute("CREATE SCHEMA logs").fetchall()
        made.execute('CREATE TABLE logs."My preds" AS FROM frame').fetchall()
    before = file.read_bytes()
    arguments = ["auc", "logs.My preds", "--db", str(file), *ASK, "--weight", "amount", "--memory-limit", "1GB"]
    assert cli.main([*arguments, "--format", "csv"]) == 0
    assert capfd.readouterr().out.startswith("auc,std_error,")
    assert cli.main(arguments) == 0
    assert "std_error" in capfd.readouterr().out
    assert file.read_bytes() == before


def test_curve_into_a_file(con: duckdb.DuckDBPyConnection, preds: Path) -> None:
    output = preds.with_name("curve.parquet")
    assert cli.main(["curve", str(preds), *ASK, "--by", "model", "--max-points", "50", "-o", str(output)]) == 0
    curve = pl.read_parquet(output)
    assert curve.columns == ["model", "threshold", "tp", "fp", "tpr", "fpr"]
    assert 20 < curve.height <= 150
    assert sorted(path.name for path in preds.parent.iterdir()) == ["curve.parquet", preds.name]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["auc", "nowhere.parquet", *ASK], 'No files found that match the pattern "nowhere.parquet"'),
        (["auc", "{file}", "--score", "scroe", "--label", "label"], 'Referenced column "scroe" not found in FROM clause!'),
        (["auc", "{file}", "--score", "score", "--label", "model"], "label must be BOOLEAN, 0 or 1, but a row has '"),
        (["auc", "{file}", "--score", "score, 1", "--label", "label"], "score must be a number, but it is "),
        (["auc", "{file}", "--score", "score) --", "--label", "label"], "--score must be one SQL expression"),
        (
            ["auc", "{file}", *ASK, "--by", "nope"],
            "rocsql: by := [nope] names a column that the source does not have; choose among model, day",
        ),
        (["auc", "{file}", *ASK, "--confidence", "2"], "confidence must lie between 0 and 1, such as 0.95, but it is 2.0"),
        (["auc", "{file}", *ASK, "--format", "parquet"], "--format parquet needs a file: name one with --output"),
        (["auc", "{file}", *ASK, "-o", "answer.xlsx"], "'answer.xlsx' has no known ending"),
        (
            ["auc", "{file}", *ASK, "-o", "no/such/folder.csv"],
            "There is no folder 'no/such' to write 'folder.csv' to; make it first.",
        ),
        (["auc", "{file}", *ASK, "-o", "answer.csv", "--format", "table"], "--format table is for the terminal: choose csv,"),
        (["curve", "{file}", *ASK, "-o", "./{file}"], "is the file that is read: name another one."),
        (["curve", "*.parquet", *ASK, "-o", "{file}"], "is the file that is read: name another one."),
        (["report", "{file}", *ASK, "-o", "{file}"], "is the file that is read: name another one."),
        (["auc", "preds", *ASK, "--db", "no.duckdb"], "There is no DuckDB file 'no.duckdb'."),
        (["install", "no/such/file.duckdb"], "There is no folder 'no/such' to make 'file.duckdb' in; make it first."),
        (["report", "nowhere.parquet", *ASK], 'No files found that match the pattern "nowhere.parquet"'),
        (["report", "{file}", "--score", "scroe", "--label", "label"], 'Referenced column "scroe" not found in FROM clause!'),
        (["report", "{file}", "--score", "score", "--label", "model"], "label must be BOOLEAN, 0 or 1, but a row has '"),
        (["report", "{file}", "--score", "score) --", "--label", "label"], "--score must be one SQL expression"),
        (["report", "{file}", *ASK, "--by", "nope"], 'Referenced column "nope" not found in FROM clause!'),
        (["report", "{file}", *ASK, "--by", "amount"], "groups, and a report shows at most 200: group by less"),
        (["report", "{file}", *ASK, "--weight", "-1"], "weight must be finite and not negative, but a row has -1"),
        (["report", "{file}", *ASK, "--prior", "1.5"], "prior must be the share of positives, between 0 and 1, but it is 1.5"),
        (["report", "{file}", *ASK, "--cost-fn", "-5"], "cost_fn must be finite and not negative, but it is -5"),
        (
            ["report", "{file}", *ASK, "-o", "no/such/r.html"],
            "There is no folder 'no/such' to write 'r.html' to; make it first.",
        ),
        (["report", "{file}", *ASK, "-o", "r.pdf"], "A report is a page for the browser: name an .html file, not 'r.pdf'."),
        (["auc", "preds", *ASK, "--db", "{file}"], "is no DuckDB file: one of predictions is named without --db."),
        (["auc", "{file}", "--score", "", "--label", "label"], "--score must be one SQL expression, such as --score='score'"),
        (["auc", "{file}", *ASK, "--threads", "0"], "Must have at least 1 thread"),
        (["sql", "roc_acu"], "There is no table macro 'roc_acu'; there are average_precision, "),
    ],
)
def test_one_line_says_what_is_wrong(
    con: duckdb.DuckDBPyConnection, preds: Path, arguments: list[str], message: str, capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(preds.parent)
    assert cli.main([argument.format(file=preds.name) for argument in arguments]) == 1
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("rocsql: ")
    assert err.count("\n") == 1
    assert message in err
    assert [path.name for path in preds.parent.iterdir()] == [preds.name]


def test_report_of_a_file(con: duckdb.DuckDBPyConnection, preds: Path, capfd: pytest.CaptureFixture[str]) -> None:
    output = preds.with_name("my report.html")
    costs = ["--cost-fp", "2", "--cost-fn", "10", "--prior", "0.01"]
    assert cli.main(["report", str(preds), *ASK, "--by", "model", "--by", "region", *costs, "-o", str(output)]) == 0
    assert capfd.readouterr() == (f"Written: {output}\n", "")
    page = output.read_text(encoding="utf-8")
    for model, region, auc, *_ in wanted(con, preds, by=", by := ['model', 'region']"):
        assert f">{model} · {region}</td><td>{auc:.4f}</td>" in page
    assert "A false positive costs 2 and a false negative 10, with a share of positives of 0.01;" in page
    assert f"<h1>{html.escape(str(preds))}</h1>" in page
    assert sorted(path.name for path in preds.parent.iterdir()) == [preds.name, output.name]


def test_report_of_a_table(con: duckdb.DuckDBPyConnection, preds: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(preds.parent)
    with duckdb.connect("warehouse.duckdb") as made:
        made.register("frame", pl.read_parquet(preds))
        made.execute("CREATE TABLE preds AS FROM frame").fetchall()
    before = Path("warehouse.duckdb").read_bytes()
    assert cli.main(["report", "preds", "--db", "warehouse.duckdb", *ASK, "--weight", "amount", "--title", "<Mine>"]) == 0
    assert "<h1>&lt;Mine&gt;</h1>" in Path("report.html").read_text(encoding="utf-8")
    assert Path("warehouse.duckdb").read_bytes() == before


def test_report_without_altair(preds: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    assert cli.main(["report", str(preds), *ASK, "-o", str(preds.with_name("r.html"))]) == 1
    assert capfd.readouterr().err == (
        "rocsql: A report needs Altair and vl-convert: pip install 'rocsql[plot]', "
        "or in a checkout of rocsql: pip install -e '.[plot]'.\n"
    )


def test_install_and_sql(con: duckdb.DuckDBPyConnection, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["install", str(tmp_path / "w.duckdb")]) == 0
    with duckdb.connect(tmp_path / "w.duckdb") as plain:
        plain.execute("CREATE TABLE preds AS SELECT 0.5 AS score, true AS label").fetchall()
        assert len(plain.execute("FROM roc_curve(preds, score, label)").fetchall()) == 2
    assert cli.main(["sql"]) == 0
    bundle = capfd.readouterr().out
    assert cli.main(["sql", "roc_curve", "--table", "preds"]) == 0
    text = capfd.readouterr().out
    with duckdb.connect() as plain:
        plain.execute("CREATE TABLE preds AS SELECT 0.5 AS score, true AS label").fetchall()
        found = plain.execute(text).fetchall()
        plain.execute(bundle).fetchall()
        assert plain.execute("FROM roc_curve(preds, score, label)").fetchall() == found


def test_help_and_the_program(preds: Path) -> None:
    run = [sys.executable, "-m", "rocsql.cli"]
    shown = subprocess.run([*run, "--help"], capture_output=True, text=True, check=True).stdout
    assert "--label \"outcome = 'fraud'\"" in shown
    version = subprocess.run([*run, "--version"], capture_output=True, text=True, check=True).stdout
    assert version.startswith("rocsql ")
    piped = subprocess.run([*run, "auc", str(preds), *ASK], capture_output=True, text=True, check=True)
    assert "auc" in piped.stdout
    assert piped.stderr == ""


def reads(process: subprocess.Popen[str], file: Path) -> bool:
    """Whether the process has the file open, as far as Linux tells."""
    try:
        return any(link.resolve() == file for link in Path(f"/proc/{process.pid}/fd").iterdir())
    except OSError:
        return False


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("command", ["curve", "report"])
def test_ctrl_c_leaves_nothing_behind(tmp_path: Path, command: str) -> None:
    big = tmp_path / "big.parquet"
    pl.select(score=pl.int_range(8_000_000).hash() % 1_000_003, label=pl.int_range(8_000_000) % 3 == 0).write_parquet(big)
    output = tmp_path / {"curve": "out.csv", "report": "out.html"}[command]
    process = subprocess.Popen(
        [sys.executable, "-m", "rocsql.cli", command, str(big), *ASK, "-o", str(output)], stderr=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None and not (list(tmp_path.glob("tmp*")) or reads(process, big)):
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode in (0, 130)
    assert "Traceback" not in err
    assert output.exists() == (process.returncode == 0)
    assert not list(tmp_path.glob("tmp*"))


def test_install_takes_no_data_file_for_a_database(preds: Path, capfd: pytest.CaptureFixture[str]) -> None:
    before = preds.read_bytes()
    assert cli.main(["install", str(preds)]) == 1
    assert "is no DuckDB database" in capfd.readouterr().err or duckdb.__version__ < "2"
    assert preds.read_bytes() == before


def test_json_has_no_infinity(preds: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["curve", str(preds), "--score", "score", "--label", "label", "--format", "json"]) == 0

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    first, *others = json.loads(capfd.readouterr().out, parse_constant=refuse)
    assert first["threshold"] is None
    assert all(point["threshold"] is not None for point in others)
    file = preds.with_name("single.parquet")
    duckdb.sql("SELECT 0.5 AS s, true AS y, 'inf'::FLOAT AS g UNION ALL SELECT 0.5, true, 1").write_parquet(str(file))
    assert cli.main(["auc", str(file), "--score", "s", "--label", "y", "--by", "g", "--format", "json"]) == 0
    assert [row["g"] for row in json.loads(capfd.readouterr().out, parse_constant=refuse)] == [1, None]
