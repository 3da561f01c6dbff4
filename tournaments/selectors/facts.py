"""An evening's facts, read from the database in a fixed number of queries."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery

from tournaments.core import facts
from tournaments.core.facts import Facts
from tournaments.core.play import play_of
from tournaments.models import (
    CountRow,
    CutRow,
    DealLine,
    DealVersion,
    EntryRow,
    Evening,
    PresenceRow,
    RoundRow,
    RoundTable,
    SeatRow,
    StakeRow,
    TableEnding,
)


def highest_version() -> Q:
    """Lines of the version that counts."""
    latest = (
        DealVersion.objects.filter(deal=OuterRef("version__deal")).order_by("-version").values("version")[:1]
    )
    return Q(version__version=Subquery(latest))


def load_facts(evening: int) -> Facts:
    """Everything that stands of the evening, in eleven queries whatever its size."""
    in_round = {"round__evening": evening, "void": None}
    return Facts(
        play=play_of(*Evening.objects.values_list("game", "options", "format").get(pk=evening)),
        entries=tuple(
            facts.Entry(**row)
            for row in EntryRow.objects.filter(evening=evening, void=None)
            .order_by("id")
            .values("id", "name", "role")
        ),
        presences=tuple(
            facts.PresenceFact(entry, from_round, facts.Presence(state), seq)
            for entry, from_round, state, seq in PresenceRow.objects.filter(entry__evening=evening, void=None)
            .order_by("journal__seq", "id")
            .values_list("entry", "from_round", "state", "journal__seq")
        ),
        rounds=tuple(
            facts.Round(number, rung_seq=rung, closed=closed is not None)
            for number, rung, closed in RoundRow.objects.filter(evening=evening, void=None)
            .order_by("number")
            .values_list("number", "rung__seq", "closed")
        ),
        tables=_tables(evening),
        seats=tuple(
            facts.Seat(*row)
            for row in SeatRow.objects.filter(**in_round)
            .order_by("round__number", "position", "chair")
            .values_list("round__number", "position", "chair", "entry")
        ),
        pools=pools_of(DealLine.objects.filter(version__deal__round__evening=evening)),
        counts=tuple(
            facts.Count(entry, number, facts.CountKind(kind), counters, seq)
            for entry, number, kind, counters, seq in CountRow.objects.filter(**in_round)
            .order_by("journal__seq", "id")
            .values_list("entry", "round__number", "kind", "counters", "journal__seq")
        ),
        stakes=tuple(
            facts.Stake(entry, number, facts.StakeKind(kind), counters, seq, in_pool)
            for entry, number, kind, counters, seq, in_pool in StakeRow.objects.filter(**in_round)
            .order_by("journal__seq", "id")
            .values_list("entry", "round__number", "kind", "counters", "journal__seq", "in_pool")
        ),
        cuts=cuts_of(CutRow.objects.filter(**in_round)),
    )


def _tables(evening: int) -> tuple[facts.TableFact, ...]:
    endings = dict(
        TableEnding.objects.filter(table__round__evening=evening, void=None).values_list("table", "ending")
    )
    rows = (
        RoundTable.objects.filter(round__evening=evening, void=None)
        .order_by("round__number", "position")
        .values_list("id", "round__number", "position", "dealer")
    )
    return tuple(
        facts.TableFact(number, position, dealer, facts.Ending(endings[key]) if key in endings else None)
        for key, number, position, dealer in rows
    )


def pools_of(lines: QuerySet[DealLine]) -> tuple[facts.Pool, ...]:
    """Decided deals put together from their lines, in the order of play."""
    rows = (
        lines.filter(highest_version(), version__deal__void=None)
        .order_by("version__deal__journal__seq", "version__deal__id", "id")
        .values_list(
            "version__deal__round__number",
            "version__deal__position",
            "version__deal__number",
            "version__deal__journal__seq",
            "version__version",
            "version__call",
            "version__trump",
            *LINE,
        )
    )
    lines_of: dict[tuple[int, int, int, int, int], list[facts.Line]] = defaultdict(list)
    called: dict[tuple[int, int, int, int, int], tuple[dict[str, Any], str]] = {}
    for number, position, deal, seq, version, call, trump, *line in rows:
        lines_of[number, position, deal, seq, version].append(line_of(*line))
        called[number, position, deal, seq, version] = call, trump
    return tuple(
        facts.Pool(
            number, position, deal, tuple(lines), seq, version, *called[number, position, deal, seq, version]
        )
        for (number, position, deal, seq, version), lines in lines_of.items()
    )


LINE = ("entry", "won", "in_call", "counters", "bid", "tricks", "took", "revokes", "score", "cards")
"""The columns of a deal's line, in the order of ``facts.Line``."""


def line_of(entry: int, *values: Any) -> facts.Line:
    """A deal's line from its columns."""
    line = dict(zip(LINE[1:], values, strict=True))
    return facts.Line(entry, **{**line, "took": tuple(line["took"])})


def cuts_of(rows: QuerySet[CutRow]) -> tuple[facts.Cut, ...]:
    """Cuts put together from their cards."""
    cards = rows.order_by("round__number", "chain", "attempt", "id").values_list(
        "round__number", "position", "purpose", "deal", "chain", "attempt", "entry", "card"
    )
    cuts: dict[tuple[Any, ...], dict[int, list[tuple[int, str]]]] = defaultdict(lambda: defaultdict(list))
    for number, position, purpose, deal, chain, attempt, entry, card in cards:
        cuts[number, position, purpose, deal, chain][attempt].append((entry, card))
    return tuple(
        facts.Cut(number, position, facts.Purpose(purpose), tuple(map(tuple, attempts.values())), deal)
        for (number, position, purpose, deal, _chain), attempts in cuts.items()
    )
