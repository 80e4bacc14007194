"""roc_interpolate, roc_and, roc_or: Fawcett 2004, section 7.4, against the oracle."""

from __future__ import annotations

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import oracle
from tests.compare import same

rates = st.one_of(
    st.sampled_from([0.0, 0.5, 1.0]), st.floats(0, 1, allow_subnormal=False).filter(lambda x: x == 0 or x > 1e-200)
)
NAMES = ("fpr", "tpr", "fpr_low", "fpr_high", "tpr_low", "tpr_high")


def test_the_coil_challenge(con: duckdb.DuckDBPyConnection) -> None:
    ((c,),) = con.execute("SELECT roc_interpolate(0.1, 0.2, 0.25, 0.6, 240, 3760, 800)").fetchall()
    assert c == {"k": pytest.approx(376 / 660), "fpr": pytest.approx(0.1855, abs=5e-5), "tpr": pytest.approx(0.4279, abs=5e-5)}
    assert c["fpr"] * 3760 + c["tpr"] * 240 == pytest.approx(800)


@given(a=st.tuples(rates, rates), b=st.tuples(rates, rates), budget=st.integers(0, 4000))
def test_interpolation(con: duckdb.DuckDBPyConnection, a: tuple[float, float], b: tuple[float, float], budget: int) -> None:
    wanted = oracle.interpolate(*a, *b, 240, 3760, budget)
    ((found,),) = con.execute("SELECT roc_interpolate(?, ?, ?, ?, 240, 3760, ?)", [*a, *b, budget]).fetchall()
    apart = abs(
        sum(x * n for x, n in zip(a, (3760, 240), strict=True)) - sum(x * n for x, n in zip(b, (3760, 240), strict=True))
    )
    if found is None or wanted is None:
        assert apart < 1e-9
    elif apart > 1e-3:
        assert [found["k"], found["fpr"], found["tpr"]] == pytest.approx(wanted, rel=1e-9, abs=1e-9)


@given(one=st.tuples(rates, rates), two=st.tuples(rates, rates))
def test_and_or(con: duckdb.DuckDBPyConnection, one: tuple[float, float], two: tuple[float, float]) -> None:
    ((both, either),) = con.execute("SELECT roc_and($1, $2, $3, $4), roc_or($1, $2, $3, $4)", [*one, *two]).fetchall()
    for found, wanted in ((both, oracle.conjunction(*one, *two)), (either, oracle.disjunction(*one, *two))):
        assert tuple(found) == NAMES
        assert all(same(found[name], value) for name, value in zip(NAMES, wanted, strict=True))


def test_figure_12(con: duckdb.DuckDBPyConnection) -> None:
    """(0.08, 0.42), the triangle."""
    ((both,),) = con.execute("SELECT roc_and(0.2, 0.6, 0.4, 0.7)").fetchall()
    assert (both["fpr"], both["tpr"]) == (pytest.approx(0.08), pytest.approx(0.42))


def test_nothing_known(con: duckdb.DuckDBPyConnection) -> None:
    found = con.execute(
        "SELECT roc_interpolate(NULL, 0, 1, 1, 1, 1, 1), roc_and(NULL, 1, 1, 1), roc_or(1, 1, 1, NULL)"
    ).fetchall()
    assert found == [(None, None, None)]
