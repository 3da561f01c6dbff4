"""What is drawn: people's ways through columns, and the words around them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Series:
    """One person's way: a value for each column, None where there is none.

    ``came`` and ``went`` are said beside the name where the way begins or ends within the picture.
    """

    who: int
    name: str
    values: tuple[float | None, ...]
    came: str = ""
    went: str = ""

    @cached_property
    def known(self) -> tuple[int, ...]:
        """The columns that have a value."""
        return tuple(column for column, value in enumerate(self.values) if value is not None)


@dataclass(frozen=True)
class Frame:
    """The words of a picture. ``key`` makes its ids its own among the pictures of a page.

    ``columns`` are named ``across``; ``chosen`` is who stands out; ``bright`` are those in colour, and all
    others are pale, if there are any; ``alone``: a file of its own, with its heading on white.
    """

    key: str
    title: str
    told: str
    columns: tuple[str, ...]
    across: str
    chosen: int | None = None
    alone: bool = False
    bright: tuple[int, ...] = ()

    def order(self, series: Sequence[Series]) -> list[int]:
        """The indexes in the order of drawing: who is to be seen comes last, on top."""
        return sorted(
            range(len(series)),
            key=lambda index: (series[index].who in self.bright, series[index].who == self.chosen),
        )


def drawable(series: Sequence[Series]) -> list[Series]:
    """Those of whom anything is known."""
    return [one for one in series if one.known]


def figure(value: float | None) -> str:
    """A value as it is read: a proper minus, to a tenth where it is not whole, a dash where there is none."""
    if value is None:
        return "–"
    rounded = round(value, 1)
    return (str(int(rounded)) if rounded == int(rounded) else str(rounded)).replace("-", "−")
