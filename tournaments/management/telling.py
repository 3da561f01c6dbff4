"""Progress of a long command, for a terminal."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.management.base import OutputWrapper
from django.utils.translation import gettext


@dataclass(frozen=True)
class RoundsDone:
    """Shows each round, or whole game, as it is done: on one line at a terminal, else as plain lines."""

    out: OutputWrapper
    name: str
    games: bool = False

    def __call__(self, done: int, rounds: int) -> None:
        said = gettext("%(name)s: round %(done)s of %(rounds)s")
        if self.games:
            said = gettext("%(name)s: game %(done)s of %(rounds)s")
        text = said % {
            "name": self.name,
            "done": done,
            "rounds": rounds,
        }
        if self.out.isatty():
            self.out.write(f"\r{text}", ending="\n" if done == rounds else "")
        else:
            self.out.write(text)
        self.out.flush()
