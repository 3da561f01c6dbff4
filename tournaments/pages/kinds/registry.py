"""The classes of pages, by kind of play."""

from collections.abc import Mapping

from tournaments.core.evening import Kind
from tournaments.pages.kinds.counters import CountersPages
from tournaments.pages.kinds.kind import KindPages
from tournaments.pages.kinds.points import PointsPages
from tournaments.pages.kinds.together import TogetherPages

KIND_PAGES: Mapping[str, KindPages] = {
    "counters": CountersPages(),
    "points": PointsPages(),
    "together": TogetherPages(),
}


def kind_pages(kind: Kind) -> KindPages:
    """Return what pages show otherwise for the kind of play."""
    return kind.of(KIND_PAGES)
