# Each target works alone on a fresh clone: it makes the virtual environment it needs.
PYTHON ?= python3
VENV := .venv
OLD := .venv-duckdb-1.5
BIN := $(VENV)/bin
PYTEST_WORKERS ?= 2

.PHONY: demo test lint types bench bench-targets format clean

demo: $(VENV)/.ready ## a sample prediction log, its AUC table and a report with pictures
	$(BIN)/python -m rocsql.demo demo-output

test: $(VENV)/.ready $(OLD)/.ready ## every test on the newest DuckDB, then DuckDB's part on its 1.5 line
	$(BIN)/python -m pytest -n $(PYTEST_WORKERS)
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

format: $(VENV)/.ready
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf $(VENV) $(OLD) demo-output dist

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --editable ".[plot,dev]"
	touch $@

$(VENV)/.bench: $(VENV)/.ready
	$(BIN)/pip install --quiet --editable ".[bench]"
	touch $@

$(OLD)/.ready: pyproject.toml
	$(PYTHON) -m venv $(OLD)
	$(OLD)/bin/pip install --quiet --editable ".[dev]" "duckdb~=1.5.0"
	touch $@
