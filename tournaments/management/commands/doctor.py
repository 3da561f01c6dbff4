"""``manage.py doctor``: what is well, what is wrong and how to mend it, what is doubtful."""

import json
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.management.doctor import Looked, examine
from tournaments.management.doctor.database import Asked, State

MARKS = {State.WELL: "✓", State.DOUBT: "!", State.WRONG: "✗"}
LONG = 1.0
"""Seconds after which the terminal is told how far it is."""


class Command(BaseCommand):
    help = (
        "Check everything that can be wrong, and say how to repair it. Change nothing. The exit status"
        " is 1 if something is wrong, else 0."
    )
    requires_system_checks = []  # they are among its own

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--evening", type=int, help="check only this evening")
        parser.add_argument("--json", action="store_true", help="print the report as JSON")

    def handle(self, *, evening: int | None, **options: Any) -> None:
        self.began, self.told = time.monotonic(), False
        looked = examine(Asked(evening, self._tell))
        found = list(looked) if options["json"] else list(self._say(looked))
        if options["json"]:
            self.stdout.write(json.dumps(_document(found), ensure_ascii=False, indent=1))
        if not all(one.sound for one in found if not one.without):
            sys.exit(1)

    def _say(self, looked: Iterator[Looked]) -> Iterator[Looked]:
        """Say each as it is looked at, and in the end how it is on the whole."""
        counted = dict.fromkeys(State, 0)
        for one in looked:
            self._forget()
            name = one.check.name
            if one.without:
                says = "· %(name)s: not checked, because of the problem with the %(other)s"
                self.stdout.write(says % {"name": name, "other": one.without})
            for finding in one.found:
                counted[finding.state] += 1
                self.stdout.write(f"{MARKS[finding.state]} {name}: {finding.says}")
                if finding.mend:
                    self.stdout.write(f"    → {finding.mend}")
            yield one
        self.stdout.write(_on_the_whole(counted))

    def _tell(self, done: int, number: int) -> None:
        """Show how far it is, on a line of its own that is written over, only to people who wait."""
        if self.stderr.isatty() and time.monotonic() - self.began > LONG:
            self.told = True
            says = f"Evening {done} of {number} …"
            self.stderr.write(f"\r{says}", ending="")
            self.stderr.flush()

    def _forget(self) -> None:
        if self.told:
            self.stderr.write("\r\x1b[K", ending="")
            self.told = False


def _on_the_whole(counted: dict[State, int]) -> str:
    if not counted[State.WRONG] and not counted[State.DOUBT]:
        return "All is well."
    return "%(wrong)s wrong (✗), %(doubt)s doubtful (!), %(well)s fine (✓)." % {
        state.value: number for state, number in counted.items()
    }


def _document(found: list[Looked]) -> dict[str, Any]:
    states = {finding.state for one in found for finding in one.found}
    worst = next(state for state in (State.WRONG, State.DOUBT, State.WELL) if state in states)
    return {
        "state": worst,
        "checks": [
            {
                "name": one.check.name,
                "without": one.without or None,
                "findings": [
                    {"state": finding.state, "says": finding.says, "mend": finding.mend or None}
                    for finding in one.found
                ],
            }
            for one in found
        ],
    }
