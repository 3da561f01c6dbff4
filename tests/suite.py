"""The whole suite, part by part: `python -m tests.suite`; with `--all` what is to hold before a release.

Each part runs even where an earlier one failed. The last lines say how long each part took and what failed.
One seed decides the order of the tests and hypothesis' examples. It is 1, so that chance judges nobody;
`--seed N` names another, and `--all` draws one.
"""

import argparse
import os
import random
import resource
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

ON_POSTGRESQL = (sys.executable, "-m", "tests.database", "--")
THREE = ("-n", "3")
"""One more than cores: some tests wait for other processes."""
BY_FILE = (*THREE, "--dist", "loadfile")
"""Scenes of a browser test stand on its process' server: those of one file are made once."""
BROWSER, PROCESSES = ("tests/browser",), ("tests/faults", "tests/machines")
SLOWEST = 20
"""So many set-ups and calls are named at the end of each part, with their seconds."""
FAILURES = 40
"""How many failed tests the last lines name."""


@dataclass(frozen=True)
class Part:
    """Some of the tests, in a run of their own."""

    name: str
    marks: str
    options: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()


QUICK = (
    Part("SQLite", "not browser and not fault and not thorough", THREE),
    Part("PostgreSQL", "postgresql and not machine and not thorough and not alike", THREE, ON_POSTGRESQL),
    Part("browser", "browser and not thorough", BY_FILE, paths=BROWSER),
    Part("killed processes", "fault and not thorough", THREE, paths=PROCESSES),
)
ALL = (
    Part("SQLite", "not browser and not fault", THREE),
    Part("PostgreSQL", "database and not browser and not fault", THREE, ON_POSTGRESQL),
    Part("browser", "browser", BY_FILE, paths=BROWSER),
    Part("killed processes", "fault", paths=PROCESSES),
)
THOROUGH = {
    "EXAMPLES": "200",
    "AT_ONCE": "40",
    "FAULT_TIMES": "5",
    "FRESH_SCENES": "1",
    "SAME_COLOURS": "1",
    "HEADTABLE_LONG": "60",
}
"""For `--all`: five times the examples and the kills, twice the threads, no copied scenes, long machines."""


@dataclass
class Outcome:
    """How a part ended."""

    part: Part
    seconds: float
    status: int
    cpu: float = 0
    """Seconds in which a processor worked for it."""
    passed: int = 0
    skipped: int = 0
    failed: tuple[str, ...] = ()

    @property
    def good(self) -> bool:
        return self.status == 0 and not self.failed


def run(part: Part, seed: int, report: Path, extra: Sequence[str], environment: dict[str, str]) -> Outcome:
    """Run a part; what it prints goes to the terminal."""
    print(f"\n== {part.name} (seed {seed})", flush=True)
    command = [
        *part.before,
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-m",
        part.marks,
        *part.options,
        *part.paths,
    ]
    command += [f"--randomly-seed={seed}", f"--hypothesis-seed={seed}", f"--durations={SLOWEST}"]
    start, before = time.monotonic(), _cpu()
    status = _status_of([*command, f"--junitxml={report}", *extra], environment)
    outcome = Outcome(part, time.monotonic() - start, status, _cpu() - before)
    if report.exists():
        _read(report, outcome)
    return outcome


def _status_of(command: Sequence[str], environment: dict[str, str]) -> int:
    """The status with which the command ends. Whoever stops us stops it, too."""
    with subprocess.Popen(command, env=environment) as process:
        try:
            return process.wait()
        except BaseException:
            process.terminate()
            raise


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _read(report: Path, outcome: Outcome) -> None:
    failed = []
    for case in ElementTree.parse(report).iter("testcase"):  # noqa: S314 the run itself wrote it
        kinds = {child.tag for child in case}
        if kinds & {"failure", "error"}:
            failed.append(f"{case.get('classname')}::{case.get('name')}")
        elif "skipped" in kinds:
            outcome.skipped += 1
        else:
            outcome.passed += 1
    outcome.failed = tuple(failed)


def summary(outcomes: Sequence[Outcome]) -> list[str]:
    """The last lines: the parts with their times, what failed, and the sums."""
    lines = ["", "== summary"]
    for one in outcomes:
        verdict = "passed" if one.good else "FAILED"
        figures = f"{one.passed:6} passed {len(one.failed):4} failed {one.skipped:4} skipped"
        lines.append(
            f"{one.part.name:18} {one.seconds:6.0f} s ({one.cpu:5.0f} s of CPU) {figures}   {verdict}"
        )
    for one in outcomes:
        lines += [f"FAILED {one.part.name}: {name}" for name in one.failed[:FAILURES]]
        if one.status and not one.failed:
            lines.append(f"FAILED {one.part.name}: ended with status {one.status}")
    failed = sum(len(one.failed) or not one.good for one in outcomes)
    lines.append(f"{'all parts':18} {sum(one.seconds for one in outcomes):6.0f} s")
    passed, skipped = sum(one.passed for one in outcomes), sum(one.skipped for one in outcomes)
    return [*lines, f"{passed} passed, {failed} failed, {skipped} skipped"]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--all", action="store_true", help="everything, as before a release")
    parser.add_argument("--seed", type=int, help="of the tests' order and of the examples")
    parser.add_argument("--part", action="append", help="only the part of this name; may be repeated")
    chosen, extra = parser.parse_known_args()
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    seed = chosen.seed or (random.SystemRandom().randrange(1, 10**6) if chosen.all else 1)
    environment = {**os.environ, **(THOROUGH if chosen.all else {}), "TEST_SEED": str(seed)}
    parts = [part for part in (ALL if chosen.all else QUICK) if part.name in (chosen.part or [part.name])]
    with TemporaryDirectory(prefix="headtable-suite-") as folder:
        outcomes = [
            run(part, seed, Path(folder) / f"{number}.xml", extra, environment)
            for number, part in enumerate(parts)
        ]
    print("\n".join(summary(outcomes)), flush=True)
    return 0 if outcomes and all(one.good for one in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
