"""Which pages a deal has, by its kind of play."""

from collections.abc import Mapping

from tournaments.core.evening import Kind
from tournaments.scoring.views.kinds.counters import CountersViews
from tournaments.scoring.views.kinds.kind import KindViews
from tournaments.scoring.views.kinds.points import PointsViews

OF_KINDS: Mapping[str, KindViews] = {"counters": CountersViews(), "points": PointsViews()}


def kind_views(kind: Kind) -> KindViews:
    """Return what the pages of a deal of this kind do."""
    return kind.of(OF_KINDS)
