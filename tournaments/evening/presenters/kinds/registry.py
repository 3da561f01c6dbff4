"""The classes of pages, by kind of play."""

from collections.abc import Mapping

from tournaments.core.evening import Kind
from tournaments.evening.presenters.kinds.counters import CountersPages
from tournaments.evening.presenters.kinds.kind import KindPages
from tournaments.evening.presenters.kinds.points import PointsPages, TogetherPages

KIND_PAGES: Mapping[str, KindPages] = {
    "counters": CountersPages(),
    "points": PointsPages(),
    "together": TogetherPages(),
}


def kind_pages(kind: Kind) -> KindPages:
    """Return what pages show otherwise for the kind of play."""
    return kind.of(KIND_PAGES)
