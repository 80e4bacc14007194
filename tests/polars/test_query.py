"""rocsql.polars.query: the result is of the kind that the frame is."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from polars.exceptions import ComputeError

import rocsql.polars as roc
from rocsql import RocsqlError

DATA: dict[str, list[Any]] = {
    "model": ["b", "b", "a", "a", None, None],
    "score": [0.9, 0.2, 0.3, 0.3, 0.1, 0.4],
    "label": [True, False, True, False, True, False],
}
MACROS: list[tuple[str, dict[str, Any]]] = [
    ("roc_auc", {"score": "score", "label": "label"}),
    ("roc_curve", {"score": "score", "label": "label", "weight": "1 + score"}),
    ("threshold_metrics", {"score": "score", "label": "label"}),
    ("best_threshold", {"score": "score", "label": "label", "criterion": "f1"}),
    ("roc_compare", {"label": "label", "score_a": "score", "score_b": "-score"}),
    ("roc_auc_bootstrap", {"score": "score", "label": "label", "replicates": 20}),
]


@pytest.mark.parametrize(("macro", "arguments"), MACROS, ids=[name for name, _ in MACROS])
def test_a_lazy_frame_stays_lazy(macro: str, arguments: dict[str, Any]) -> None:
    df = pl.DataFrame(DATA)
    eager = roc.query(macro, df, by="model", **arguments)
    lazy = roc.query(macro, df.lazy(), by="model", **arguments)
    assert isinstance(lazy, pl.LazyFrame)
    assert lazy.collect_schema() == eager.schema
    assert lazy.collect().equals(eager)
    assert lazy.filter(pl.col("model") == "a").select("model").collect()["model"].unique().to_list() == ["a"]


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_a_lazy_frame_is_read_when_it_is_collected(engine: Any) -> None:
    read: list[int] = []

    def rows(batch: pl.DataFrame) -> pl.DataFrame:
        read.append(batch.height)
        return batch

    source = pl.LazyFrame(DATA).map_batches(rows, schema=pl.DataFrame(DATA).schema)
    lazy = source.roc.query("roc_auc", "score", "label")  # type: ignore[attr-defined]
    assert lazy.select("auc").collect_schema() == {"auc": pl.Float64}
    assert read == []
    assert lazy.select("n_pos").collect(engine=engine).item() == 3
    assert read == [6]


def test_errors_of_a_lazy_frame() -> None:
    df = pl.LazyFrame(DATA)
    with pytest.raises(RocsqlError, match="roc_auc has no argument 'wieght'"):
        roc.query("roc_auc", df, "score", "label", wieght="1")
    lazy = roc.query("roc_auc", df.with_columns(label=pl.col("score")), "score", "label")
    with pytest.raises((duckdb.Error, ComputeError), match="label must be BOOLEAN, 0 or 1, but a row has "):
        lazy.collect()


@pytest.mark.parametrize("dtype", [pl.Enum(["b", "a", "c"]), pl.Categorical()])
@pytest.mark.parametrize("by", ["model", "MODEL", ["model", "score"]])
def test_categories_stay_categories(dtype: Any, by: Any) -> None:
    df = pl.DataFrame(DATA).with_columns(pl.col("model").cast(dtype))
    found = roc.query("roc_curve", df, "score", "label", by=by)
    own = found.columns[0]
    assert found.schema[own] == dtype
    native = roc.roc_curve(df, "score", "label", ["model", *by[1:]] if isinstance(by, list) else "model")
    assert found.rename({own: "model"}).equals(native)
    lazy = roc.query("roc_curve", df.lazy(), "score", "label", by=by)
    assert lazy.collect_schema() == found.schema
    assert lazy.collect().equals(found)


def test_pandas_in_and_out() -> None:
    frame = pd.DataFrame(DATA)
    found = roc.query("roc_auc", frame, "score", "label", by="model")
    assert isinstance(found, pd.DataFrame)
    expected = roc.query("roc_auc", pl.DataFrame(DATA), "score", "label", by="model")
    assert found["auc"].tolist() == expected["auc"].to_list()
    assert found["n_pos"].dtype == np.int64
    frame["model"] = pd.Categorical(frame["model"], categories=["b", "a"])
    found = roc.query("roc_auc", frame, "score", "label", by="model")
    assert found["model"].dtype == "category"
    assert found["model"].tolist()[:2] == ["b", "a"]


@pytest.mark.parametrize("dtype", ["float64", "float32", "Float64", "object"])
def test_nan_of_pandas_is_a_missing_score(dtype: str) -> None:
    """In pandas np.nan means missing; in Polars and Arrow, which have nulls, it is a number that cannot be ranked."""
    data = {"score": [0.9, 0.2, np.nan], "label": [1, 0, 0]}
    found = roc.query("roc_auc", pd.DataFrame(data).astype({"score": dtype}), "score", "label")
    assert found[["auc", "n_pos", "n_neg"]].values.tolist() == [[1, 1, 1]]
    for frame in (pl.DataFrame(data), pa.table(data)):
        with pytest.raises(Exception, match="score is NaN in a labelled row"):
            roc.query("roc_auc", frame, "score", "label")


def test_nan_of_pandas_is_a_missing_label_and_no_weight() -> None:
    frame = pd.DataFrame({"s": [0.9, 0.2, 0.5], "y": [1, 0, np.nan], "w": [1, 1, np.nan]})
    assert roc.query("roc_auc", frame, "s", "y", weight="w")["n_pos"].tolist() == [1]
    with pytest.raises(Exception, match="weight is NULL in a labelled row"):
        roc.query("roc_auc", frame.fillna({"y": 0}), "s", "y", weight="w")


class Stream:
    """What any library with Arrow's PyCapsule interface hands over."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return pa.table(DATA).__arrow_c_stream__(requested_schema)


@pytest.mark.parametrize(
    "frame",
    [pa.table(DATA), pa.table(DATA).to_reader(), pa.table(DATA).to_batches()[0], Stream()],
    ids=["table", "reader", "batch", "stream"],
)
def test_arrow_in_and_a_table_out(frame: Any) -> None:
    found = roc.query("roc_auc", frame, "score", "label", by="model")
    assert isinstance(found, pa.Table)
    expected = roc.query("roc_auc", pl.DataFrame(DATA), "score", "label", by="model")
    assert found.to_pylist() == expected.to_dicts()


@pytest.mark.parametrize(
    ("frame", "kind"),
    [(DATA, "builtins.dict"), ("preds", "builtins.str"), (None, "builtins.NoneType"), (pl.Series([1]), "polars.series.series.Series")],
)  # fmt: skip
def test_anything_else_is_an_error(frame: Any, kind: str) -> None:
    with pytest.raises(RocsqlError) as caught:
        roc.query("roc_auc", frame, "score", "label")
    assert str(caught.value) == (
        "query takes a DataFrame or LazyFrame of Polars, a DataFrame of pandas, or an Arrow table, "
        f"but it got {kind}: turn it into one of them."
    )


WITHOUT_PANDAS = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name == "pandas":
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Missing())
import pyarrow as pa, rocsql.polars as roc
print(roc.query("roc_auc", pa.table({"s": [0.9, 0.1], "y": [1, 0]}), "s", "y")["auc"][0])
"""


def test_pandas_is_not_needed() -> None:
    assert subprocess.run([sys.executable, "-c", WITHOUT_PANDAS], capture_output=True, text=True, check=True).stdout == "1.0\n"
