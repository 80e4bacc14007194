"""One case against another in a process of its own: seconds, peak memory, and whether the numbers are right.

Run by core.py and targets.py as ``python -m bench.measure CASE AGAINST FILE REPEAT``, so that neither memory nor caches of one
case reach the next. Within the process the two take turns, so that a busy machine slows both.
"""

from __future__ import annotations

import gc
import json
import statistics
import subprocess
import sys
import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import psutil

from bench import data
from bench.cases import CASES, ORDER_BY, ORDER_BY_SINK, Case

_TOLERANCE = 1e-9
_WARM_UP_ROWS = 10_000


@dataclass(frozen=True)
class Measurement:
    """Medians of a case and of the one it is compared with, and the most memory that the case took on top of the data.

    Cores that other processes kept busy meanwhile slow what runs on all threads more than what runs on one.
    """

    seconds: float
    against_seconds: float
    peak_mb: float
    busy_cores: float

    @property
    def ratio(self) -> float:
        return self.seconds / self.against_seconds


def measure(case: str, against: str, file: Path, repeat: int) -> Measurement:
    """Measure in a fresh process; ends the benchmark with a message if that fails or finds a wrong number."""
    command = [sys.executable, "-m", "bench.measure", case, against, str(file), str(repeat)]
    done = subprocess.run(command, stdout=subprocess.PIPE, cwd=Path(__file__).parent.parent, check=False)
    if done.returncode != 0:
        raise SystemExit(f"bench: {CASES[case].title!r} ended with {done.returncode} on {file.name}; its message is above.")
    found = Measurement(**json.loads(done.stdout))
    _report(case, against, found)
    return found


def _report(case: str, against: str, found: Measurement) -> None:
    """Progress on stderr, with the seconds behind a ratio and what may have spoilt it."""
    times = f"{CASES[case].title}: {found.seconds:.3f} s; {CASES[against].title}: {found.against_seconds:.3f} s"
    busy = f"; other processes kept {found.busy_cores:.1f} cores busy" if found.busy_cores > 0.1 else ""
    print(times + busy, file=sys.stderr, flush=True)


class PeakMemory:
    """The largest resident size of this process inside the with block, in MB above the size before it.

    Sampled by a thread with psutil: ru_maxrss never goes down, so that it would keep the peak of loading the data.
    """

    def __enter__(self) -> PeakMemory:
        gc.collect()
        self._process = psutil.Process()
        self._before = self._peak = self._process.memory_info().rss
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._sample, daemon=True)
        self._thread.start()
        return self

    def _sample(self) -> None:
        while not self._done.wait(0.002):
            self._peak = max(self._peak, self._process.memory_info().rss)

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()
        self._peak = max(self._peak, self._process.memory_info().rss)

    @property
    def mb(self) -> float:
        return (self._peak - self._before) / 1e6


class BusyCores:
    """How many cores processes other than this one kept busy inside the with block."""

    def __enter__(self) -> BusyCores:
        self._start, self._before = time.perf_counter(), self._others()
        return self

    def __exit__(self, *_: object) -> None:
        self.number = (self._others() - self._before) / (time.perf_counter() - self._start)

    @staticmethod
    def _others() -> float:
        every, own = psutil.cpu_times(), psutil.Process().cpu_times()
        return (every.user + every.system) - (own.user + own.system)


def _seconds(case: Case, given: Any) -> tuple[float, data.Columns]:
    start = time.perf_counter()
    found = case.run(given)
    return time.perf_counter() - start, found


def _warm_up(case: Case, against: Case, file: Path) -> None:
    """Both on a few rows: imports, plans and pools are then there."""
    with data.load(file, case.score, case.part, _WARM_UP_ROWS) as con:
        _check_sorts(con)
        for one in (case, against):
            one.run(one.prepare(con))


def _check_sorts(con: duckdb.DuckDBPyConnection) -> None:
    """A sort that the optimizer drops is no measure of anything."""
    for sql in (ORDER_BY, ORDER_BY_SINK):
        plan = con.execute(f"EXPLAIN (FORMAT json) {sql}").fetchall()[0][1]
        if "ORDER_BY" not in plan.upper().replace(" ", "_"):
            raise SystemExit(f"bench: DuckDB {duckdb.__version__} does not sort for {sql!r}; its plan is {plan}")


def _check_areas(case: Case, con: duckdb.DuckDBPyConnection, given: Any, found: data.Columns) -> None:
    """A fast wrong number is no result."""
    if case.areas is None:
        return
    areas, expected = case.areas(given, found), data.expected(con, case.part)
    order = np.argsort(areas["part"]) if "part" in areas else slice(None)
    for name in ("part", "auc", "std_error"):
        if name in areas:
            _check_column(f"{case.title!r} gave {name}", np.ma.filled(areas[name].astype(float), np.nan)[order], expected[name])


def _check_column(gave: str, got: data.Floats, right: data.Floats) -> None:
    if got.shape != right.shape:
        raise SystemExit(f"bench: {gave} for {len(got)} groups, but there are {len(right)}.")
    wrong = ~np.isclose(got, right, rtol=0, atol=_TOLERANCE, equal_nan=True)
    if wrong.any():
        at = int(wrong.argmax())
        raise SystemExit(
            f"bench: {gave} {got[at]}, but NumPy says {right[at]} ({wrong.sum():,} of {len(right):,} groups differ)."
        )


def _measure_here(case: Case, against: Case, file: Path, repeat: int) -> Measurement:
    _warm_up(case, against, file)
    con = data.load(file, case.score, case.part)
    given, given_against = case.prepare(con), against.prepare(con)
    with PeakMemory() as peak:  # The first run at full size, before memory is left over from others; not timed.
        case.run(given)
    against.run(given_against)
    seconds, against_seconds = [], []
    with BusyCores() as busy:
        for _ in range(repeat):
            found = found_against = {}  # What the last round found must not take memory from this one.
            second, found_against = _seconds(against, given_against)
            against_seconds.append(second)
            second, found = _seconds(case, given)
            seconds.append(second)
    _check_areas(case, con, given, found)
    _check_areas(against, con, given_against, found_against)
    return Measurement(statistics.median(seconds), statistics.median(against_seconds), peak.mb, busy.number)


def _main(case: str, against: str, file: str, repeat: str) -> None:
    print(json.dumps(asdict(_measure_here(CASES[case], CASES[against], Path(file), int(repeat)))))


if __name__ == "__main__":
    _main(*sys.argv[1:])
