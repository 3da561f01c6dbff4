"""What a check finds: each thing that is well, doubtful or wrong, in words, with the way to mend it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    WELL = "well"
    DOUBT = "doubt"
    WRONG = "wrong"


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at. ``mend``: what to do, where it is not well."""

    state: State
    says: str
    mend: str = ""


def well(says: str) -> Finding:
    return Finding(State.WELL, says)


def doubt(says: str, mend: str) -> Finding:
    return Finding(State.DOUBT, says, mend)


def wrong(says: str, mend: str) -> Finding:
    return Finding(State.WRONG, says, mend)


def _nowhere(_done: int, _all: int) -> None:
    """Nobody is told."""


@dataclass(frozen=True)
class Asked:
    """What the doctor is asked: about one evening, or all; ``tell`` is told how far a long look is."""

    evening: int | None = None
    tell: Callable[[int, int], None] = _nowhere


@dataclass(frozen=True)
class Check:
    """One check, by its name. It is left out where one that it ``needs`` found something wrong."""

    name: str
    look: Callable[[Asked], Iterator[Finding]]
    needs: tuple[str, ...] = ()
