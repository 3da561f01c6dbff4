"""Progress of a long command, for a terminal."""

from dataclasses import dataclass

from django.core.management.base import OutputWrapper

from tournaments.base.phrases import phrase
from tournaments.core.evening import Play
from tournaments.core.formats.registry import POKER_EVENING


@dataclass(frozen=True)
class RoundsDone:
    """Shows each round, or whole game, as it is done: on one line at a terminal, else as plain lines."""

    out: OutputWrapper
    name: str
    play: Play = POKER_EVENING

    def __call__(self, done: int, rounds: int) -> None:
        text = phrase(self.play, "%(name)s: round %(done)s of %(rounds)s") % {
            "name": self.name,
            "done": done,
            "rounds": rounds,
        }
        if self.out.isatty():
            self.out.write(f"\r{text}", ending="\n" if done == rounds else "")
        else:
            self.out.write(text)
        self.out.flush()
