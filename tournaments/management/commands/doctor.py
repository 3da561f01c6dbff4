"""``manage.py doctor``: what is well, what is doubtful, and what is wrong, with the remedy."""

import json
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.management.doctor import CheckResult, examine
from tournaments.management.doctor.database import CheckScope, CheckState

MARKS = {CheckState.WELL: "✓", CheckState.DOUBT: "!", CheckState.WRONG: "✗"}
LONG = 1.0
"""Seconds after which the terminal shows progress."""


class Command(BaseCommand):
    help = (
        "Check everything that can be wrong, and say how to repair it. Change nothing. The exit status"
        " is 1 if something is wrong, else 0."
    )
    requires_system_checks = []  # one of the doctor's own checks runs them

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--evening", type=int, help="check only this evening")
        parser.add_argument("--json", action="store_true", help="print the report as JSON")

    def handle(self, *, evening: int | None, **options: Any) -> None:
        self.began, self.line_open = time.monotonic(), False
        results = examine(CheckScope(evening, self._show_progress))
        shown_results = list(results) if options["json"] else list(self._print_results(results))
        if options["json"]:
            self.stdout.write(json.dumps(_make_document(shown_results), ensure_ascii=False, indent=1))
        if not all(result.sound for result in shown_results if not result.blocked_by):
            sys.exit(1)

    def _print_results(self, results: Iterator[CheckResult]) -> Iterator[CheckResult]:
        """Print each result as it comes, and a summary at the end."""
        counts = dict.fromkeys(CheckState, 0)
        for result in results:
            self._clear_progress()
            name = result.check.name
            if result.blocked_by:
                says = "· %(name)s: not checked, because of the problem with the %(other)s"
                self.stdout.write(says % {"name": name, "other": result.blocked_by})
            for finding in result.findings:
                counts[finding.state] += 1
                self.stdout.write(f"{MARKS[finding.state]} {name}: {finding.says}")
                if finding.mend:
                    self.stdout.write(f"    → {finding.mend}")
            yield result
        self.stdout.write(_summarize(counts))

    def _show_progress(self, count: int, number: int) -> None:
        """Show progress on a line that is overwritten. Only at a terminal, and after ``LONG``."""
        if self.stderr.isatty() and time.monotonic() - self.began > LONG:
            self.line_open = True
            says = f"Evening {count} of {number} …"
            self.stderr.write(f"\r{says}", ending="")
            self.stderr.flush()

    def _clear_progress(self) -> None:
        if self.line_open:
            self.stderr.write("\r\x1b[K", ending="")
            self.line_open = False


def _summarize(counts: dict[CheckState, int]) -> str:
    if not counts[CheckState.WRONG] and not counts[CheckState.DOUBT]:
        return "All is well."
    return "%(wrong)s wrong (✗), %(doubt)s doubtful (!), %(well)s fine (✓)." % {
        state.value: number for state, number in counts.items()
    }


def _make_document(results: list[CheckResult]) -> dict[str, Any]:
    states = {finding.state for result in results for finding in result.findings}
    worst = next(state for state in (CheckState.WRONG, CheckState.DOUBT, CheckState.WELL) if state in states)
    return {
        "state": worst,
        "checks": [
            {
                "name": result.check.name,
                "without": result.blocked_by or None,
                "findings": [
                    {"state": finding.state, "says": finding.says, "mend": finding.mend or None}
                    for finding in result.findings
                ],
            }
            for result in results
        ],
    }
