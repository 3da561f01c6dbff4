"""Everybody's figures when the banker is paid, and as a ranking takes them."""

from collections.abc import Collection, Mapping
from typing import NamedTuple, Protocol

from tournaments.core.ranking.metrics import NO_RESULTS, Occasion, Record


class Deeds(NamedTuple):
    """What ``core/games.py`` adds: deals, games, shares, opponents. None: not known, or not asked for."""

    deals: int | None = None
    wins: int | None = None
    best: int | None = None
    share: int | None = None
    reached: int | None = None
    stage: int | None = None
    strength: int | None = None
    ladder: int | None = None
    results: Mapping[Occasion, int] = NO_RESULTS


NOT_ASKED = Deeds()


class Settled(NamedTuple):
    """One person's figures when the banker is paid; ``net`` is counters - stake x fresh stakes.

    Whoever left has the counters that they took away. None: not counted yet. Where bids are played for:
    the points, the bids that were exact, and in a game won together the hands used, None if it was lost.
    """

    entry: int
    counters: int | None
    fresh: int
    net: int | None
    yellow: int
    score: int = 0
    exact: int = 0
    hands: int | None = None
    deeds: Deeds = NOT_ASKED


OWN = ("counters", "fresh", "net", "yellow", "score", "exact", "hands")
BY_DEEDS = ("deals", "wins", "best", "share", "reached", "stage", "strength", "ladder")
"""The metrics that an evening's settlement knows, by itself and by everybody's deeds."""


class Figures(Protocol):
    """Somebody settled up, or a line of the standing."""

    @property
    def net(self) -> int | None: ...

    @property
    def score(self) -> int: ...


def record(person: Settled, ticket: int | None = None) -> Record:
    """The person as a ranking takes them; lots are drawn for the ``ticket``."""
    deeds = person.deeds
    figures = dict(zip(OWN, person[1:8], strict=True))
    if deeds is not NOT_ASKED:
        figures |= zip(BY_DEEDS, deeds[:-1], strict=True)
    return Record(person.entry, figures, deeds.results, ticket)


def records(settled: Mapping[int, Settled], asked: Collection[str] | None = None) -> list[Record]:
    """Everybody as a ranking takes them; lots are drawn for their numbers in the order of coming.

    ``asked``: the metrics that are looked at, where all are of people themselves and not of their deeds.
    """
    people = enumerate(sorted(settled), start=1)
    if asked is None or not set(asked) <= set(OWN):
        return [record(settled[entry], number) for number, entry in people]
    return [
        Record(entry, {key: getattr(settled[entry], key) for key in asked}, ticket=number)
        for number, entry in people
    ]


def net_of(counters: int | None, fresh: int, stake: int) -> int | None:
    """What is left when the banker has taken back a stake for each fresh one."""
    return None if counters is None else counters - stake * fresh


def paid(entry: int, counters: int | None, fresh: int, yellow: int, stake: int) -> Settled:
    """One person settled up."""
    return Settled(entry, counters, fresh, net_of(counters, fresh, stake), yellow)
