"""Fixtures shared by all tests."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb
import pytest
from hypothesis import HealthCheck, settings

import rocsql

settings.register_profile(
    "rocsql",
    deadline=None,
    max_examples=20 if duckdb.__version__ >= "2" else 8,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
settings.load_profile("rocsql")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "duckdb: runs DuckDB, and so again on its 1.5 line (set where `con` is used)")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "con" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.duckdb)


@pytest.fixture(scope="session")
def _registered() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(config={"threads": 2}) as connection:
        yield rocsql.register(connection)


@pytest.fixture
def con(_registered: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """A connection with everything registered; the tests of one process share it."""
    return _registered
