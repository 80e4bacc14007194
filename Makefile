# Each target works alone on a fresh clone: it makes the virtual environment it needs.
PYTHON ?= python3
VENV := .venv
OLD := .venv-duckdb-1.5
BIN := $(VENV)/bin
PYTEST_WORKERS ?= 2

.PHONY: demo test lint types bench bench-targets bench-spark java format clean

demo: $(VENV)/.ready ## a sample prediction log, its AUC table and a report with pictures
	$(BIN)/python -m rocsql.demo demo-output

test: $(VENV)/.spark $(OLD)/.ready java ## every test on the newest DuckDB, then DuckDB's part on its 1.5 line
	$(BIN)/python -m pytest -n $(PYTEST_WORKERS) --dist loadgroup
	$(OLD)/bin/python -m pytest -n $(PYTEST_WORKERS) -m duckdb tests

lint: $(VENV)/.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.ready
	$(BIN)/mypy

bench: $(VENV)/.bench ## ours and the peers on the same data, as ratios
	$(BIN)/python -m bench.core

bench-targets: $(VENV)/.bench ## the promised ratios, at 10 million rows
	$(BIN)/python -m bench.targets

bench-spark: $(VENV)/.spark java ## ours beside MLlib on a local cluster
	$(BIN)/python -m bench.spark

# Spark runs on Java 17. Where it is missing and cannot be had, the Spark tests are skipped.
java:
	@command -v java >/dev/null || { \
	  [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	  && apt-get install --yes --quiet openjdk-17-jre-headless >/dev/null 2>&1; } \
	  || echo "No Java 17 here, so the Spark tests are skipped."

format: $(VENV)/.ready
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf $(VENV) $(OLD) demo-output dist

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --editable ".[plot,dev]"
	touch $@

# The engines of other dialects are tested where they can be installed.
$(VENV)/.spark: $(VENV)/.ready
	$(BIN)/pip install --quiet --editable ".[spark,connect]"
	-$(BIN)/pip install --quiet --editable ".[dialects]"
	touch $@

$(VENV)/.bench: $(VENV)/.ready
	$(BIN)/pip install --quiet --editable ".[bench]"
	touch $@

$(OLD)/.ready: pyproject.toml
	$(PYTHON) -m venv $(OLD)
	$(OLD)/bin/pip install --quiet --editable ".[dev]" "duckdb~=1.5.0"
	touch $@
