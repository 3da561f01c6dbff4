"""One table in one round, as a scorer sees it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from django.db.models import OuterRef, Subquery

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from tournaments.core import leaving, seating
from tournaments.core.facts import Ending, Line, Presence
from tournaments.core.play import POKER_EVENING, Play
from tournaments.core.settings import Counting
from tournaments.models import (
    Deal,
    DealLine,
    DealVersion,
    Evening,
    PresenceRow,
    RoundRow,
    RoundTable,
    SeatRow,
    TableEnding,
)
from tournaments.selectors.balances import held_by
from tournaments.selectors.facts import LINE, line_of, load_facts


@dataclass(frozen=True)
class AtTable:
    """Who sat down at a table (entry by chair), who of them plays, what each holds, how far it is.

    ``held`` is the sum of stakes and deals: what each has where every deal is counted. ``deals`` were
    decided in this round so far, the last by the journal line ``last_seq``; ``played`` are the chairs that
    took part in each.
    """

    round: RoundRow
    record: RoundTable
    chairs: dict[int, int]
    playing: tuple[int, ...]
    held: dict[int, int]
    deals: int = 0
    last_seq: int | None = None
    ending: Ending | None = None
    played: tuple[frozenset[int], ...] = ()
    play: Play = POKER_EVENING

    @property
    def table(self) -> int:
        return self.record.position

    def done(self, deals: int) -> bool:
        """Whether the table's round is decided: all its deals, one after the bell, or an early end."""
        rung = self.round.rung
        after_bell = rung is not None and self.last_seq is not None and self.last_seq > rung.seq
        return self.deals >= deals or after_bell or self.ending is not None

    def dealer(self, deal: int) -> int:
        """The chair that deals the round's ``deal`` (1 is the first)."""
        taken = {chair for chair, entry in self.chairs.items() if entry in self.playing}
        return seating.dealer_of(
            self.record.dealer, [*self.played, taken][:deal], to_right=self.play.to_right
        )

    def from_left_of(self, chair: int) -> list[int]:
        """Who sits at the table, clockwise from the left of ``chair``."""
        turn = sorted(self.chairs, key=lambda other: (other <= chair, other))
        return [self.chairs[other] for other in turn]

    def of(self, players: Collection[int]) -> AtTable:
        """The table as ``players`` alone played at it, as in a deal that is corrected."""
        return replace(self, playing=tuple(players))


def left_in_pool(evening: Evening, at: AtTable) -> dict[int, int]:
    """What those who left the table in the middle of its deal have in the pool, where deals are counted."""
    gone = set(at.chairs.values()) - set(at.playing)
    if not gone or evening.settings.counting is not Counting.EACH_DEAL:
        return {}
    left = leaving.left_in_pools(load_facts(evening.pk), at.round.number)
    return {entry: left[entry] for entry in sorted(gone & left.keys())}


def third_waiting(at: AtTable, deal: int) -> int:
    """What each has in a third stake that nobody won in the deal before, of the same whole game."""
    if not at.play.whole_games or deal == 1:
        return 0
    before = DealVersion.objects.filter(
        deal__round=at.round, deal__position=at.table, deal__number=deal - 1, deal__void=None
    )
    figures = before.order_by("-version").values_list("call", flat=True).first() or {}
    return int(figures.get("waiting", 0))


@dataclass(frozen=True)
class Version:
    version: int
    lines: tuple[Line, ...]


def at_table(evening: int, number: int, table: int) -> AtTable:
    """The table in the evening's round ``number``. RuleError if there is none.

    In two queries, or three once a deal is decided.
    """
    record = (
        RoundTable.objects.filter(round__evening=evening, round__number=number, round__void=None)
        .filter(position=table, void=None)
        .select_related("round__rung", "round__evening")
        .annotate(decided=_last_deal("number"), last_seq=_last_deal("journal__seq"), ended=_ended())
        .order_by("pk")
        .first()
    )
    if record is None:
        if not RoundRow.objects.filter(evening=evening, number=number, void=None).exists():
            raise RuleError(
                "round", _("Round %(round)s is not being played. Perhaps its bell was undone."), round=number
            )
        raise RuleError("table", _("There is no table %(table)s."), table=table)
    state = PresenceRow.objects.filter(entry=OuterRef("entry"), from_round__lte=number, void=None)
    seats = list(
        SeatRow.objects.filter(round=record.round_id, position=table, void=None)
        .order_by("chair")
        .annotate(
            state=Subquery(state.order_by("-journal__seq", "-id").values("state")[:1]),
            held=held_by(OuterRef("entry")),
        )
        .values_list("chair", "entry", "state", "held")
    )
    return AtTable(
        round=record.round,
        record=record,
        chairs={chair: entry for chair, entry, _state, _held in seats},
        playing=tuple(entry for _chair, entry, now, _held in seats if now and Presence(now).plays),
        held={entry: held for _chair, entry, _state, held in seats},
        deals=record.decided or 0,
        last_seq=record.last_seq,
        ending=Ending(record.ended) if record.ended else None,
        played=_played(record) if record.decided else (),
        play=record.round.evening.play,
    )


def _played(table: RoundTable) -> tuple[frozenset[int], ...]:
    """The chairs that took part in each deal of the table in its round, first to last."""
    lines = DealLine.objects.filter(version__deal__round=table.round_id, version__deal__void=None)
    # In one call: it is the seat of this round that was not taken back, not one of each.
    rows = lines.filter(
        version__version=1,
        version__deal__position=table.position,
        entry__seats__round=table.round_id,
        entry__seats__void=None,
    )
    chairs: dict[int, set[int]] = {}
    for deal, chair in rows.values_list("version__deal__number", "entry__seats__chair"):
        chairs.setdefault(deal, set()).add(chair)
    return tuple(frozenset(chairs[deal]) for deal in sorted(chairs))


def _last_deal(field: str) -> Subquery:
    """That field of the last deal that a table decided in its round: deals are recorded in order."""
    deals = Deal.objects.filter(round=OuterRef("round"), position=OuterRef("position"), void=None)
    return Subquery(deals.order_by("-number").values(field)[:1])


def _ended() -> Subquery:
    return Subquery(TableEnding.objects.filter(table=OuterRef("pk"), void=None).values("ending")[:1])


def versions_of(deal: Deal) -> list[Version]:
    """Every version of a deal's result, first to last."""
    lines: dict[int, list[Line]] = {}
    rows = DealLine.objects.filter(version__deal=deal).order_by("version__version", "id")
    for version, *line in rows.values_list("version__version", *LINE):
        lines.setdefault(version, []).append(line_of(*line))
    return [Version(version, tuple(of_version)) for version, of_version in lines.items()]
