"""The demo: the same log for the same seed, tables that are right, and pictures where they can be drawn."""

import json
import re
import struct
import sys
from datetime import date, timedelta

import polars as pl
import pytest
from sklearn.metrics import roc_auc_score

from rocsql import demo


@pytest.fixture
def without_altair(monkeypatch):
    monkeypatch.setitem(sys.modules, "altair", None)


def printed_areas(text):
    """Model -> AUC, out of the first table printed."""
    first = text.split("\n\n")[0]
    cells = [[cell.strip() for cell in line.strip("│").split("│")] for line in first.splitlines() if line.startswith("│")]
    assert cells[0][:2] == ["model", "auc"]
    return {row[0]: float(row[1]) for row in cells[2:]}


def test_same_seed_same_log():
    log = demo.prediction_log(rows=2_000, seed=3)
    assert log.equals(demo.prediction_log(rows=2_000, seed=3))
    assert not log.equals(demo.prediction_log(rows=2_000, seed=4))


@pytest.mark.parametrize("rows", [0, 1, 10])
def test_small_logs_have_the_same_columns(rows):
    log = demo.prediction_log(rows=rows)
    assert log.height == rows
    assert log.schema == demo.prediction_log(rows=100).schema


def test_log_is_like_one_from_life():
    log = demo.prediction_log()
    assert log.schema == {
        "model": pl.String,
        "day": pl.Date,
        "region": pl.String,
        "score": pl.Float64,
        "label": pl.Boolean,
        "amount": pl.Float64,
    }
    assert log.height == 50_000
    assert log.drop("label").null_count().row(0) == (0, 0, 0, 0, 0)
    assert 0.08 < log["label"].mean() < 0.12
    assert log["score"].is_between(0, 1).all()
    assert log["amount"].min() > 0
    assert log["amount"].mean() > 1.3 * log["amount"].median()

    days = log["day"].unique().sort().to_list()
    assert days == [date(2026, 3, 2) + timedelta(days=n) for n in range(14)]
    unlabelled = log.group_by("day").agg(pl.col("label").is_null().mean()).sort("day")["label"]
    assert 0.01 < log["label"].is_null().mean() < 0.05
    assert unlabelled.tail(3).mean() > 3 * unlabelled.head(3).mean()

    distinct = dict(log.group_by("model").agg(pl.col("score").n_unique()).iter_rows())
    assert distinct["rules"] < 20
    assert min(distinct["gbm"], distinct["logistic"]) > 10_000


def test_models_differ_and_drift():
    labelled = demo.prediction_log().drop_nulls("label")
    early = labelled.filter(pl.col("day") < date(2026, 3, 9))
    late = labelled.filter(pl.col("day") >= date(2026, 3, 9))

    def area(frame, model):
        rows = frame.filter(model=model)
        return roc_auc_score(rows["label"], rows["score"])

    assert area(labelled, "gbm") > area(labelled, "logistic") > area(labelled, "rules") > 0.6
    assert all(area(early, model) > area(late, model) for model in ("gbm", "logistic", "rules"))


@pytest.mark.usefixtures("without_altair")
def test_prints_what_scikit_learn_computes(tmp_path, capsys):
    assert demo.main([str(tmp_path)]) == 0
    printed = printed_areas(capsys.readouterr().out)
    rows = pl.read_parquet(tmp_path / "predictions.parquet").drop_nulls("label")
    expected = {model: roc_auc_score(part["label"], part["score"]) for (model,), part in rows.group_by("model")}
    assert printed == pytest.approx(expected, abs=1e-12, rel=0)
    assert list(printed) == ["gbm", "logistic", "rules"]


@pytest.mark.usefixtures("without_altair")
def test_prints_every_query_and_no_cut_table(tmp_path, capsys):
    demo.main([str(tmp_path)])
    out = capsys.readouterr().out
    for call in ("FROM roc_auc('", "roc_auc(score, label)", "FROM confusion_at('", "FROM cost_roc_auc('"):
        assert call in out
    assert f"'{tmp_path}/predictions.parquet'" in out
    assert "…" not in out
    assert "shown" not in out


@pytest.mark.usefixtures("without_altair")
def test_without_altair_says_how_to_get_pictures(tmp_path, capsys):
    assert demo.main([str(tmp_path)]) == 0
    captured = capsys.readouterr()
    assert [line for line in captured.out.splitlines() if "rocsql[plot]" in line] == [
        "Pictures and report.html need Altair and vl-convert: pip install 'rocsql[plot]', "
        "or in a checkout of rocsql: pip install -e '.[plot]'."
    ]
    assert captured.err == ""
    assert [file.name for file in tmp_path.iterdir()] == ["predictions.parquet"]


@pytest.mark.usefixtures("without_altair")
def test_default_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert demo.main([]) == 0
    assert (tmp_path / "demo-output" / "predictions.parquet").is_file()


@pytest.mark.usefixtures("without_altair")
def test_awkward_folder(tmp_path, capsys):
    folder = tmp_path / "it's a {log} [1]" / "deeper"
    assert demo.main([str(folder)]) == 0
    assert str(folder / "predictions.parquet") in capsys.readouterr().out


@pytest.mark.usefixtures("without_altair")
def test_second_run_writes_the_same(tmp_path):
    demo.main([str(tmp_path)])
    first = (tmp_path / "predictions.parquet").read_bytes()
    demo.main([str(tmp_path)])
    assert (tmp_path / "predictions.parquet").read_bytes() == first


def test_folder_that_is_a_file(tmp_path, capsys):
    file = tmp_path / "taken"
    file.write_text("mine")
    assert demo.main([str(file)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == f"'{file}/predictions.parquet' cannot be written (File exists); name another folder.\n"
    assert file.read_text() == "mine"


@pytest.mark.usefixtures("without_altair")
def test_failed_write_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch, capsys):
    target = tmp_path / "predictions.parquet"
    target.write_text("old")

    def full_disk(self, _content):
        self.touch()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.write_bytes", full_disk)
    assert demo.main([str(tmp_path)]) == 1
    assert "No space left on device" in capsys.readouterr().err
    assert target.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["predictions.parquet"]


def test_pictures_and_page(tmp_path, capsys):
    pytest.importorskip("altair")
    pytest.importorskip("vl_convert")
    assert demo.main([str(tmp_path)]) == 0
    files = ["average.png", "predictions.parquet", "report.html", "roc.png"]
    assert sorted(file.name for file in tmp_path.iterdir()) == files
    out = capsys.readouterr().out
    assert all(f"  {tmp_path / name}\n" in out for name in files)
    for name in ("roc.png", "average.png"):
        picture = (tmp_path / name).read_bytes()
        assert picture.startswith(b"\x89PNG\r\n\x1a\n")
        width, height = struct.unpack(">II", picture[16:24])
        assert 700 < width < 1_200
        assert 600 < height < 800
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<h1>A log of fraud predictions</h1>" in page
    for model, area in printed_areas(out).items():
        assert f'<td class="name" title="{model}">{model}</td><td>{area:.4f}</td>' in page
    text = re.search(r'id="rocsql-data">(.*?)</script>', page)[1]
    assert [group["name"] for group in json.loads(text)["groups"]] == ["gbm", "logistic", "rules"]
