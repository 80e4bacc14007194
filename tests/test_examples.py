"""The notebooks of examples/ run from top to bottom, and what they show is right."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import polars as pl
import pytest
from nbclient import NotebookClient
from sklearn import metrics
from sklearn.datasets import make_classification
from sklearn.model_selection import StratifiedKFold
from sklearn.naive_bayes import GaussianNB

from rocsql.demo import prediction_log
from tests import oracle

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))
Check = Callable[[str], None]


# --- What a reader should find ------------------------------------------------------------------------


def assert_shown(text: str, expected: Iterable[float], digits: int = 6) -> None:
    """Each of the numbers stands somewhere in the outputs, as far as a table prints it."""
    shown = np.array([float(number) for number in re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e-?\d+)?", text)])
    missing = [value for value in expected if np.abs(shown - value).min() > 0.51 * 10**-digits]
    assert not missing, missing


def row_of(text: str, name: str, columns: int) -> list[float]:
    """The numbers of the first table row of so many columns that starts with the name."""
    for line in text.splitlines():
        cells = [cell.strip() for cell in re.split("[│┆]", line)[1:-1]]
        if len(cells) == columns and cells[0] == name:
            return [float(cell) for cell in cells[1:]]
    raise AssertionError(f"no row of {name} with {columns} columns")


def labelled(rows: int, seed: int) -> pl.DataFrame:
    return prediction_log(rows=rows, seed=seed).drop_nulls("label")


def auc(rows: pl.DataFrame, score: str = "score", weight: str | None = None) -> float:
    return float(metrics.roc_auc_score(rows["label"], rows[score], sample_weight=rows[weight] if weight else None))


def most_saved(score: Any, label: Any, benefit: Any, cost: float) -> float:
    """The largest sum of benefits less costs that a threshold selects."""
    gain = np.where(label, benefit, -cost)
    return max(float(gain[score >= threshold].sum()) for threshold in np.unique(score))


def prediction_logs(text: str) -> None:
    log = labelled(30_000, seed=1)
    assert_shown(text, [auc(log.filter(model=model)) for model in ("gbm", "logistic", "rules")])
    assert_shown(text, [auc(log.filter(model="gbm", region=region)) for region in ("north", "south", "east", "west")])
    days = log.filter(model="rules").partition_by("day", maintain_order=True)
    slope = np.polyfit([rows["day"][0].toordinal() for rows in days], [auc(rows) for rows in days], 1)[0]
    assert slope < 0
    assert_shown(text, [7 * slope], digits=4)
    alarms = log.filter(pl.col("score") >= 0.5, model="gbm")
    assert row_of(text, "gbm", 7)[:3] == [0.5, alarms.height, alarms["label"].sum()]


def polars_pipeline(text: str) -> None:
    log = labelled(30_000, seed=2)
    for rows in log.partition_by("model"):
        assert_shown(text, [auc(rows), metrics.average_precision_score(rows["label"], rows["score"])])
        assert_shown(text, [metrics.brier_score_loss(rows["label"], rows["score"])])
    worth = 20 + pl.col("amount")
    gbm = log.filter(model="gbm").with_columns(
        worth=worth, loss=pl.col("score") * pl.col("amount"), ranked=pl.col("score") * worth
    )
    assert_shown(text, [auc(gbm, "loss"), auc(gbm, "amount"), auc(gbm, weight="amount")])
    for score in ("score", "ranked"):
        saved = most_saved(gbm[score].to_numpy(), gbm["label"].to_numpy(), gbm["worth"].to_numpy(), 5)
        assert_shown(text, [saved], digits=2)


def which_model(text: str) -> None:
    log = labelled(30_000, seed=3)
    gbm, logistic = (log.filter(model=model) for model in ("gbm", "logistic"))
    known = gbm["label"].to_numpy() & (np.random.default_rng(3).random(gbm.height) < 0.3)
    models = {
        name: (rows["score"].to_numpy(), rows["label"].to_numpy()) for name, rows in (("gbm", gbm), ("logistic", logistic))
    }
    models["blocklist"] = known.astype(float), gbm["label"].to_numpy()
    rates = {name: metrics.roc_curve(label, score)[:2] for name, (score, label) in models.items()}

    def cost(name: str, share: float) -> float:
        fpr, tpr = rates[name]
        return 1_000 * float(np.min(share * (1 - tpr) * 30 + (1 - share) * fpr * 4))

    prior = np.concatenate([label for _, label in models.values()]).mean()
    assert_shown(text, [cost(name, share) for name in models for share in (prior, 0.002)])
    low, high = 0.002, prior
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if cost("blocklist", middle) < cost("gbm", middle) else (low, middle)
    assert_shown(text, [low])
    assert_shown(text, [most_saved(*models[name], gbm["amount"].to_numpy(), 4) for name in ("gbm", "blocklist")], digits=2)


def cross_validation(text: str) -> None:
    x, y = make_classification(2_000, n_features=12, n_informative=6, weights=[0.7], flip_y=0.04, class_sep=0.7, random_state=5)
    folds: list[list[oracle.Row]] = []
    for train, test in StratifiedKFold(10, shuffle=True, random_state=5).split(x, y):
        score = GaussianNB().fit(x[train], y[train]).predict_proba(x[test])[:, 1]
        folds.append([(float(s), bool(label), 1) for s, label in zip(score, y[test], strict=True)])
    fpr, tpr, deviation, curves = oracle.average_vertical(folds, 10)[1]
    assert (fpr, curves) == (0.1, 10)
    assert deviation is not None
    assert_shown(text, [tpr, deviation], digits=12)
    areas = [oracle.auc(rows) for rows in folds]
    merged = [row for rows in folds for row in rows]
    assert_shown(text, [np.mean(areas), metrics.roc_auc_score([y for _, y, _ in merged], [s for s, _, _ in merged])])
    same, mixed = row_of(text, "same units", 3), row_of(text, "mixed units", 3)
    assert mixed[0] < same[0] - 0.03
    assert mixed[1] == same[1]


def daily_sketches(text: str) -> None:
    log = labelled(200_000, seed=5)
    for model in ("gbm", "logistic", "rules"):
        low, exact, high, error = row_of(text, model, 5)
        assert exact == pytest.approx(auc(log.filter(model=model)), abs=1e-6)
        assert low <= exact <= high
        assert abs(error) < 5e-5
    assert f"{log.height}" in text
    assert text.rstrip().endswith("True")


CHECKS: dict[str, Check] = {
    "a-polars-pipeline": polars_pipeline,
    "cross-validation-curves": cross_validation,
    "daily-sketches": daily_sketches,
    "prediction-logs-in-sql": prediction_logs,
    "which-model-for-which-costs": which_model,
}


# --- The tests ----------------------------------------------------------------------------------------


def run(notebook: Any, folder: Path) -> None:
    """Execute the notebook in a kernel of its own, with this checkout and in an empty folder."""
    (folder / "work").mkdir()
    here = os.environ | {"PYTHONPATH": str(ROOT), "IPYTHONDIR": str(folder / "ipython")}
    client = NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(folder / "work")}}
    )
    client.execute(env=here)


def ends_in_an_expression(cell: Any) -> bool:
    return isinstance(ast.parse(cell.source).body[-1], ast.Expr)


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_notebook(file: Path, tmp_path: Path) -> None:
    notebook = nbformat.read(file, as_version=4)
    run(notebook, tmp_path)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    outputs = [output for cell in cells for output in cell.outputs]
    assert not [output.text for output in outputs if output.get("name") == "stderr"]
    assert [cell.source for cell in cells if ends_in_an_expression(cell) and not cell.outputs] == []
    assert any("image/png" in output.get("data", {}) for output in outputs)
    CHECKS[file.stem]("\n".join(output.get("text") or output.data.get("text/plain", "") for output in outputs))


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_notebooks_are_kept_without_outputs(file: Path) -> None:
    notebook = nbformat.read(file, as_version=4)
    nbformat.validate(notebook)
    assert notebook.cells[0].source.startswith("# ")
    assert not [cell for cell in notebook.cells if cell.cell_type == "code" and (cell.outputs or cell.execution_count)]


def test_the_list_of_examples_is_complete() -> None:
    assert {file.stem for file in NOTEBOOKS} == set(CHECKS)
    listed = re.findall(r"\(([\w-]+)\.ipynb\)", (ROOT / "examples" / "README.md").read_text(encoding="utf-8"))
    assert sorted(listed) == sorted(CHECKS)


def test_the_page_about_dbt_quotes_the_example() -> None:
    files = [
        file.read_text(encoding="utf-8") for file in (ROOT / "examples" / "dbt").rglob("*.*") if file.suffix in (".sql", ".yml")
    ]
    page = (ROOT / "docs" / "dbt.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```(?:yaml|jinja)\n(.*?)^```", page, flags=re.MULTILINE | re.DOTALL)
    assert len(blocks) == 6
    assert [block for block in blocks if not any(block in text for text in files)] == []
