# Each target works alone on a fresh clone: it makes the virtual environment it needs.
PYTHON ?= python3
VENV := .venv
OLD := .venv-duckdb-1.5
DBT := .venv-dbt
BIN := $(VENV)/bin
PYTEST_WORKERS ?= logical --maxprocesses 4

.PHONY: demo images test lint types bench bench-targets bench-spark java chromium format clean

demo: $(VENV)/.ready ## a sample prediction log, its AUC table and a report with pictures
	$(BIN)/python -m rocsql.demo demo-output

images: demo ## the README's picture, drawn anew
	mkdir -p docs/images
	cp demo-output/roc.png docs/images/roc.png

test: $(VENV)/.spark $(OLD)/.ready $(DBT)/.ready java chromium ## every test on the newest DuckDB, DuckDB's part on its 1.5 line, and dbt
	$(BIN)/python -m pytest -n $(PYTEST_WORKERS) --dist loadgroup
	$(OLD)/bin/python -m pytest -n $(PYTEST_WORKERS) -m duckdb tests
	$(DBT)/bin/python -m pytest tests/test_dbt.py rocsql/dbt.py

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

# A Debian package if the command is not there yet: $(call debian,command,package,what goes without it). A fresh machine has no
# lists of packages, so they are fetched where the first try fails.
debian = @command -v $(1) >/dev/null || { \
	  [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	  && { apt-get install --yes --quiet $(2) || { apt-get update --quiet && apt-get install --yes --quiet $(2); }; } >/dev/null 2>&1; } \
	  || echo "No $(1) here, so $(3) are skipped."

java: ## Spark runs on Java 17
	$(call debian,java,openjdk-17-jre-headless,the Spark tests)

chromium: ## the report's pages are tested in a browser
	$(call debian,chromium,chromium,the tests of pages in a browser)

format: $(VENV)/.ready
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf $(VENV) $(OLD) $(DBT) demo-output dist

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

# By itself, since dbt wants older tools than ours. dbt-core 1.12 fetches its parser from outside the package index, so 1.11.
$(DBT)/.ready: pyproject.toml
	$(PYTHON) -m venv $(DBT)
	$(DBT)/bin/pip install --quiet --editable ".[dbt]" "dbt-core<1.12" hypothesis pytest
	touch $@
