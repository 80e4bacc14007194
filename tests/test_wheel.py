"""The wheel is enough: built, installed into a clean environment, queried there."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent

QUERY = """
import duckdb, rocsql
from rocsql import catalog
assert "site-packages" in str(catalog.sql_folder()), catalog.sql_folder()
con = rocsql.register(duckdb.connect())
con.execute("CREATE TABLE preds AS FROM (VALUES (0.9, true), (0.4, false)) AS t(score, label)").fetchall()
import rocsql.plot
from rocsql import report  # both load without Altair
assert "vegaEmbed" in report._asset("report.js") and ".picker" in report._asset("report.css")
print(con.execute("SELECT auc FROM roc_auc(preds, score, label)").fetchall())
"""


def run(*command: str | Path, cwd: Path) -> str:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return subprocess.run(
        [str(part) for part in command], cwd=cwd, env=clean, check=True, capture_output=True, text=True
    ).stdout


def test_wheel_in_a_clean_environment(tmp_path: Path) -> None:
    run(sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path, ROOT, cwd=tmp_path)
    (wheel,) = tmp_path.glob("rocsql-*.whl")
    venv.create(tmp_path / "clean", with_pip=True)
    python = tmp_path / "clean" / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(python, "-m", "pip", "install", "--quiet", wheel, cwd=tmp_path)
    assert run(python, "-c", QUERY, cwd=tmp_path).strip() == "[(1.0,)]"


def test_an_editable_install_reads_the_checkout() -> None:
    from rocsql import catalog

    assert catalog.sql_folder() == ROOT / "sql"
