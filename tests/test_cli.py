"""The command line, as a person types it."""

from __future__ import annotations

import csv
import html
import io
import json
import os
import re
import resource
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import polars as pl
import pytest

from rocsql import catalog, cli, commands, demo, standalone
from rocsql.demo import prediction_log

ROOT = Path(__file__).parent.parent
RUN = [sys.executable, "-m", "rocsql.cli"]
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
        (["auc", "{file}", *ASK, "-o", "/dev/null", "--format", "csv"], "'/dev/null' is no regular file, and only those are"),
        (["auc", "{file}", *ASK, "-o", ".", "--format", "csv"], "'.' is no regular file, and only those are written: name"),
        (["report", "{file}", *ASK, "-o", "/dev/null"], "'/dev/null' is no regular file, and only those are written: name"),
        (["auc", "{file}", *ASK, "--digits", "0"], "--digits must be between 1 and 17, but it is 0."),
        (
            ["auc", "{file}", *ASK, "--digits", "3", "--format", "csv"],
            "--digits is for --format table, and csv is always exact",
        ),
        (["auc", "{file}", *ASK, "--digits", "3", "-o", "a.parquet"], "--digits is for --format table, and parquet is always"),
        (["auc", "preds", *ASK], "There is no file 'preds'; if it is a table, name the DuckDB file that has it with --db."),
        (["auc", "logs.preds", *ASK], "There is no file 'logs.preds'; if it is a table, name the DuckDB file"),
        (["auc", "con", *ASK], "There is no file 'con'; if it is a table, name the DuckDB file that has it with --db."),
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
        (["sql", "roc_acu", "--treshold", "1"], "There is no table macro 'roc_acu'; there are average_precision, "),
        (["sql", "confusion_at"], "confusion_at needs --threshold, a value."),
        (["sql", "cost_roc_auc", "--benefit", "1"], "cost_roc_auc needs --cost, SQL over the table's columns."),
        (
            ["sql", "confusion_at", "--treshold", "0.5"],
            "confusion_at has no --treshold; it has --table, --score, --label, --threshold, --by, --weight.",
        ),
        (
            ["sql", "roc_curve", "--cost-fp", "2"],
            "roc_curve has no --cost-fp; it has --table, --score, --label, --by, --weight,",
        ),
        (["sql", "confusion_at", "--threshold", "1", "--weight", "a, b) --"], "weight must be one SQL expression"),
        (["sql", "confusion_at", "--threshold", '{{"a": 1}}'], "{'a': 1} is no number, text or list"),
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
    shown = subprocess.run([*RUN, "--help"], capture_output=True, text=True, check=True).stdout
    assert "--label \"outcome = 'fraud'\"" in shown
    version = subprocess.run([*RUN, "--version"], capture_output=True, text=True, check=True).stdout
    assert version.startswith("rocsql ")
    piped = subprocess.run([*RUN, "auc", str(preds), *ASK], capture_output=True, text=True, check=True)
    assert "auc" in piped.stdout
    assert piped.stderr == ""


def reads(process: subprocess.Popen[str], file: Path) -> bool:
    """Whether the process has the file open, as far as Linux tells."""
    try:
        return any(link.resolve() == file for link in Path(f"/proc/{process.pid}/fd").iterdir())
    except OSError:
        return False


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("command", ["curve", "report"])
def test_an_interrupt_leaves_nothing_behind(tmp_path: Path, command: str, number: signal.Signals) -> None:
    big = tmp_path / "big.parquet"
    pl.select(score=pl.int_range(8_000_000).hash() % 1_000_003, label=pl.int_range(8_000_000) % 3 == 0).write_parquet(big)
    output = tmp_path / {"curve": "out.csv", "report": "out.html"}[command]
    process = subprocess.Popen([*RUN, command, str(big), *ASK, "-o", str(output)], stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None and not reads(process, big):
        time.sleep(0.02)
    process.send_signal(number)
    _, err = process.communicate(timeout=60)
    assert process.returncode in (0, 128 + number)
    assert "Traceback" not in err
    assert output.exists() == (process.returncode == 0)
    assert {path.name for path in tmp_path.iterdir()} - {output.name} == {big.name}


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


@pytest.mark.parametrize("value", ["{'a': 'nan'::DOUBLE, 'b c': ['inf'::DOUBLE, 1.5]}", "[['-inf'::FLOAT], NULL]", "map {'k': 'nan'::DOUBLE}",
                                   "['nan'::DOUBLE, 2.5]::DOUBLE[2]", "[{'x': {'y': 'inf'::DOUBLE}}, NULL]"])  # fmt: skip
def test_json_has_no_infinity_inside_lists_and_structs(
    con: duckdb.DuckDBPyConnection, tmp_path: Path, value: str, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "nested.parquet"
    duckdb.sql(f"SELECT 0.5 AS s, true AS y, {value} AS g UNION ALL SELECT 0.5, true, NULL").write_parquet(str(file))
    assert cli.main(["auc", str(file), "--score", "s", "--label", "y", "--by", "g", "--format", "json"]) == 0

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    def without_infinities(found: object) -> object:
        if isinstance(found, dict):
            return {key: without_infinities(inner) for key, inner in found.items()}
        if isinstance(found, list | tuple):
            return [without_infinities(inner) for inner in found]
        return None if isinstance(found, float) and not -1e300 < found < 1e300 else found

    ((nested,),) = duckdb.sql(f"SELECT {value}").fetchall()
    assert without_infinities(nested) != nested
    found = [row["g"] for row in json.loads(capfd.readouterr().out, parse_constant=refuse)]
    assert found == [without_infinities(nested), None]


def test_json_of_a_union_is_one_sentence(
    con: duckdb.DuckDBPyConnection, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with duckdb.connect(tmp_path / "w.duckdb") as made:
        made.execute("CREATE TABLE preds AS SELECT 0.5 AS s, true AS y, union_value(u := 'nan'::DOUBLE) AS g").fetchall()
    ask = ["--db", str(tmp_path / "w.duckdb"), "--score", "s", "--label", "y", "--by", "g", "--format"]
    assert cli.main(["auc", "preds", *ask, "csv"]) == 0
    assert cli.main(["auc", "preds", *ask, "json"]) == 1
    assert capfd.readouterr().err == (
        'rocsql: "g" is a UNION(u DOUBLE), whose infinities cannot be told from numbers in JSON: choose csv or parquet.\n'
    )


def test_a_table_is_rounded_and_files_are_exact(
    con: duckdb.DuckDBPyConnection, preds: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def shown(*arguments: str) -> list[list[str]]:
        assert cli.main([*arguments, "--threads", "1"]) == 0
        lines = capfd.readouterr().out.splitlines()
        cells = [[cell.strip() for cell in line.strip("│").split("│")] for line in lines if line.startswith("│")]
        return cells[2:]

    exact = wanted(con, preds, by=", by := ['model']")
    for digits in (None, 3, 17):
        option = [] if digits is None else ["--digits", str(digits)]
        rows = shown("auc", str(preds), *ASK, "--by", "model", *option)
        for row, (model, *numbers) in zip(rows, exact, strict=True):
            assert row[0] == model
            for cell, number in zip(row[1:], numbers, strict=True):
                assert float(cell) == (number if isinstance(number, int) else float(f"{number:.{digits or 6}g}"))
    # Thresholds and by-columns are the caller's values, and whole parts are not cut.
    weighted = shown("curve", str(preds), *ASK, "--by", "amount", "--weight", "1234567.125", "--digits", "2")
    amounts = set(pl.read_parquet(preds)["amount"].to_list())
    scores = set(pl.read_parquet(preds)["score"].to_list())
    assert {float(row[0]) for row in weighted if row[0] != "·"} <= amounts
    assert {float(row[1]) for row in weighted if row[1] not in ("·", "inf")} <= scores
    assert "1234567.0" in {row[2] for row in weighted}


@pytest.mark.parametrize(
    ("command", "kind"), [("auc", "parquet"), ("auc", "csv"), ("auc", "json"), ("auc", "json array"), ("report", "parquet")]
)
def test_standard_input(con: duckdb.DuckDBPyConnection, preds: Path, command: str, kind: str) -> None:
    frame, content = pl.read_parquet(preds), io.BytesIO()
    write = {"parquet": frame.write_parquet, "csv": frame.write_csv, "json": frame.write_ndjson, "json array": frame.write_json}
    write[kind](content)
    options = ["--format", "csv"] if command == "auc" else ["-o", str(preds.with_name("r.html"))]
    environment = {**os.environ, "TMPDIR": str(preds.parent)}
    ran = subprocess.run(
        [*RUN, command, "-", *ASK, *options],
        input=content.getvalue(),
        capture_output=True,
        check=True,
        env=environment,
        cwd=ROOT,
    )
    ((auc, *_),) = wanted(con, preds)
    if command == "auc":
        assert float(ran.stdout.decode().splitlines()[1].split(",")[0]) == auc
    else:
        assert "<h1>Standard input</h1>" in preds.with_name("r.html").read_text(encoding="utf-8")
    assert {path.name for path in preds.parent.iterdir()} <= {preds.name, "r.html"}


def test_empty_standard_input() -> None:
    for given in ({"stdin": subprocess.DEVNULL}, {"preexec_fn": lambda: os.close(0)}):
        ran = subprocess.run([*RUN, "auc", "-", *ASK], capture_output=True, text=True, cwd=ROOT, **given)
        assert ran.returncode == 1
        assert ran.stderr == (
            "rocsql: Standard input is empty: pipe a Parquet, CSV or JSON file into it, or name one instead of -.\n"
        )


def test_a_database_is_no_file_of_predictions(
    con: duckdb.DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with duckdb.connect("warehouse.duckdb") as made:
        made.execute("CREATE TABLE preds AS SELECT 0.5 AS score, true AS label").fetchall()
    assert cli.main(["auc", "warehouse.duckdb", *ASK]) == 1
    assert capfd.readouterr().err == (
        "rocsql: 'warehouse.duckdb' is a DuckDB file: name the table in it, and the file with --db 'warehouse.duckdb'.\n"
    )
    Path("log").write_text("score,label\n0.5,1\n")
    assert cli.main(["auc", "log", *ASK]) == 1
    assert "'log' has no ending that tells its format: name a .parquet, .csv or .json file" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["confusion_at", "--threshold", "0.5"], {"threshold": 0.5}),
        (["confusion_at", "--threshold", "[0.25, 0.5]", "--weight", "amount"], {"threshold": [0.25, 0.5], "weight": "amount"}),
        (["confusion_at", "--threshold", "-1", "--score", "-score"], {"threshold": -1, "score": "-score"}),
        (["confusion_at", "--threshold", "inf"], {"threshold": float("inf")}),
        (["roc_average_vertical", "--fold", "day", "--samples", "5"], {"fold": "day", "samples": 5}),
        (["cost_roc_auc", "--benefit", "20 + amount", "--cost", "1", "--by", "model"],
         {"benefit": "20 + amount", "cost": "1", "by": ["model"]}),
        (["best_threshold", "--criterion", "cost", "--cost-fn", "5", "--prior", "0.01"],
         {"criterion": "cost", "cost_fn": 5, "prior": 0.01}),
        (["roc_compare", "--score-a", "score", "--score-b", "-amount"], {"score_a": "score", "score_b": "-amount"}),
        (["roc_curve", "--max-points", "NULL"], {}),
    ],
)  # fmt: skip
def test_the_arguments_of_a_macro_are_options(
    con: duckdb.DuckDBPyConnection, preds: Path, arguments: list[str], expected: dict[str, object],
    capfd: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    assert cli.main(["sql", *arguments, "--table", "preds"]) == 0
    text = capfd.readouterr().out
    name = arguments[0]
    given = {option: option for option in ("score", "label") if option in standalone.parameters(name)} | expected
    with duckdb.connect(config={"threads": 1}) as plain:  # several would add up in any order
        plain.register("preds", pl.read_parquet(preds))
        rows = plain.execute(text).fetchall()
        assert rows == plain.execute(standalone.sql(name, table="preds", **given)).fetchall()
    assert rows


def test_every_argument_of_every_macro_is_an_option(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["sql", "--help"])
    options = set(re.findall(r"--[a-z-]+", capfd.readouterr().out))
    for macro in catalog.macros():
        if macro.is_public and macro.is_table:
            assert {commands._option(parameter) for parameter in standalone.parameters(macro.name)} <= options


@pytest.mark.parametrize("command", ["auc", "report"])
def test_output_through_a_symbolic_link(con: duckdb.DuckDBPyConnection, preds: Path, command: str) -> None:
    real, link = preds.with_name("real.txt"), preds.with_name({"auc": "link.csv", "report": "link.html"}[command])
    real.write_text("old")
    link.symlink_to("real.txt")
    assert cli.main([command, str(preds), *ASK, "-o", str(link)]) == 0
    assert link.is_symlink()
    assert ("auc" if command == "auc" else "<html") in real.read_text(encoding="utf-8")[:200]
    assert sorted(path.name for path in preds.parent.iterdir()) == sorted([preds.name, real.name, link.name])


@pytest.mark.skipif(os.name == "nt", reason="limits of a process")
@pytest.mark.parametrize("output", ["out.csv", "out.json", "out.parquet", "out.html"])
def test_a_failed_write_is_one_line(con: duckdb.DuckDBPyConnection, preds: Path, output: str) -> None:
    file = preds.with_name(output)
    file.write_text("old")
    command = "report" if output.endswith("html") else "curve"
    ran = subprocess.run(
        [*RUN, command, str(preds), *ASK, "-o", str(file)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        # No file may grow past this, as on a full disk.
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)),
    )
    assert ran.returncode == 1
    assert ran.stdout == ""
    assert ran.stderr == f"rocsql: {str(file)!r} cannot be written (File too large): make room, or name another file.\n"
    assert file.read_text() == "old"
    assert sorted(path.name for path in preds.parent.iterdir()) == sorted([preds.name, output])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_standard_output(con: duckdb.DuckDBPyConnection, preds: Path) -> None:
    for kind in ("csv", "table"):
        with Path("/dev/full").open("w") as full:
            ran = subprocess.run(
                [*RUN, "auc", str(preds), *ASK, "--format", kind], stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT
            )
        assert (ran.returncode, ran.stderr) == (1, "rocsql: [Errno 28] No space left on device\n")


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("delay", [0, 0.01, 0.03, 0.06, 0.1, 0.2])
def test_ctrl_c_while_modules_are_imported(tmp_path: Path, delay: float) -> None:
    big = tmp_path / "big.parquet"
    pl.select(score=pl.int_range(4_000_000).hash() % 1_000_003, label=pl.int_range(4_000_000) % 3 == 0).write_parquet(big)
    # Python prints each module once it is imported. Before argparse only Python itself has started.
    process = subprocess.Popen(
        [sys.executable, "-X", "importtime", "-m", "rocsql.cli", "auc", str(big), *ASK],
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert process.stderr is not None
    before = ""
    while "argparse" not in before:
        before = process.stderr.readline()
        assert before
        assert not re.search(r"\b(duckdb|numpy|polars)\b", before)
    time.sleep(delay)
    process.send_signal(signal.SIGINT)
    err = process.communicate(timeout=60)[1]
    assert [line for line in err.splitlines() if not line.startswith("import time:")] == []
    assert process.returncode == 130


def test_the_lines_of_the_readme_run(
    con: duckdb.DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """As they stand, after ``make demo``."""
    section = (ROOT / "README.md").read_text(encoding="utf-8").split("## On the command line\n")[1].split("\n## ")[0]
    (block,) = re.findall(r"^```\n(.*?)^```", section, flags=re.MULTILINE | re.DOTALL)
    lines = block.strip().splitlines()
    assert len(lines) > 3
    monkeypatch.chdir(tmp_path)
    with monkeypatch.context() as without_pictures:
        without_pictures.setitem(sys.modules, "altair", None)
        assert demo.main([]) == 0
    capfd.readouterr()
    for line in lines:
        program, *arguments = shlex.split(line, comments=True)
        assert program == "rocsql"
        try:
            code = cli.main(arguments)
        except SystemExit as leave:
            code = leave.code
        assert (line, code, capfd.readouterr().err) == (line, 0, "")
