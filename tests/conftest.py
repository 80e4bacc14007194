"""Fixtures shared by all tests."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

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
    config.addinivalue_line("markers", "spark: runs Spark, and needs Java 17")
    config.addinivalue_line("markers", "duckdb: runs DuckDB, and so again on its 1.5 line (set where `con` is used)")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # Spark's run one after the other in one process, longer than any others: they start first.
    items.sort(key=lambda item: item.get_closest_marker("spark") is None)
    for item in items:
        if "con" in getattr(item, "fixturenames", ()) and item.get_closest_marker("spark") is None:
            item.add_marker(pytest.mark.duckdb)


@pytest.fixture(scope="session")
def _registered() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(config={"threads": 2}) as connection:
        yield rocsql.register(connection)


@pytest.fixture
def con(_registered: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """A connection with everything registered; the tests of one process share it."""
    return _registered


def _java() -> str | None:
    """Why Spark cannot run here, or None."""
    java = Path(os.environ["JAVA_HOME"]) / "bin" / "java" if "JAVA_HOME" in os.environ else shutil.which("java")
    if java is None or subprocess.run([java, "-version"], capture_output=True).returncode:
        return "Spark needs Java 17: make java"
    return None


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    """One real cluster for all Spark tests: two executors in JVMs of their own. It is also a server for Spark Connect."""
    sql = pytest.importorskip("pyspark.sql", reason="pyspark is not installed: pip install 'rocsql[spark]'")
    if reason := _java():
        pytest.skip(reason)
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = sql.SparkSession.builder.master("local-cluster[2,1,1024]").appName("rocsql tests")
    for name, value in {
        "spark.driver.memory": "1g",
        "spark.driver.host": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.session.timeZone": "UTC",
        "spark.plugins": "org.apache.spark.sql.connect.SparkConnectPlugin",
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.connect.grpc.binding.port": str(_free_port()),
    }.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()
