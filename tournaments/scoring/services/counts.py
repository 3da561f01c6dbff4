"""Entered counters, counts at the bell, fresh stakes in a round, and the records of any game's deal.

A correction also changes departures and returns (``correct_departures``).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import assert_never

from django.db.models import Case, F, IntegerField, Min, Q, QuerySet, Sum, When

from accounts.errors import RuleError, StaleError, StateError
from accounts.errors import gettext_noop as _
from accounts.refusals import CHANGED_MEANWHILE, NOT_WHOLE
from games.rules import pool, showing, three_stakes
from games.rules.brag import HAND_SIZE
from games.rules.cards import Card, parse_cards
from tournaments.base.arguments import DealNo, RoundNo, TableNo
from tournaments.base.selectors import write_row, write_rows
from tournaments.core.counters import checks, ledger
from tournaments.core.kinds import awaited
from tournaments.core.movement.seating import list_presences, list_seats
from tournaments.core.record import CountKind, DealPart, Stage, StakeKind
from tournaments.core.refusals import DEAL_RECORDED, GAME_OVER, NO_DEAL, ROUND_OVER, RUNG, TOO_MANY_COUNTERS
from tournaments.core.settings import Counting
from tournaments.evening.selectors.evening import BETWEEN, LINE, load_facts
from tournaments.evening.selectors.tables import ScorerTable, VersionLines, load_versions
from tournaments.evening.services.evenings import give_fresh_stakes
from tournaments.evening.services.journal import Act, journaled
from tournaments.models import (
    CountRow,
    CutRow,
    Deal,
    DealLine,
    DealVersion,
    Journal,
    OpenDeal,
    RoundRow,
    StakeRow,
    TableEnding,
)


class TallyKind(StrEnum):
    """How the counters of a deal are entered."""

    STAKES = "stakes"  # what each put into the pool
    COUNTS = "counts"  # what each has after the deal
    NET = "net"  # what each won (+) or lost (-)
    THREE = "three"  # the amounts of three stakes, and their winners
    NONE = "none"  # not counted


@dataclass(frozen=True)
class Tally:
    kind: TallyKind = TallyKind.NONE
    amounts: Mapping[int, int] = field(default_factory=dict)

    def add_left(self, in_pool: Mapping[int, int]) -> "Tally":
        """Return the tally with the ``in_pool`` counters of players who left during the deal."""
        match self.kind:
            case TallyKind.STAKES:
                amounts = dict(in_pool)
            case TallyKind.COUNTS:
                amounts = dict.fromkeys(in_pool, 0)
            case TallyKind.NET | TallyKind.THREE | TallyKind.NONE:
                amounts = {entry: -counters for entry, counters in in_pool.items()}
            case _:
                assert_never(self.kind)
        return Tally(self.kind, {**self.amounts, **amounts})


@dataclass(frozen=True)
class Three:
    """Three stakes as entered: what each player put up for the ``first``, ``second`` and ``third``.

    Also what each put into the second stake with its bets, who is still in it, and who won each stake: None
    for the third if nobody won it. ``winners`` is None if the cards decide.
    """

    first: int
    second: int
    third: int
    stakes: Mapping[int, int]
    winners: tuple[int, int, int | None] | None = None

    @property
    def amounts(self) -> Mapping[int, int]:
        return self.stakes


def refuse_fractions(amounts: Mapping[int, object], field: str = "counters") -> None:
    """Refuse amounts that are not whole numbers. RuleError at ``<field>-<entry>``."""
    for entry, amount in amounts.items():
        if type(amount) is not int:
            raise RuleError(f"{field}-{entry}", NOT_WHOLE)


def refuse_wrong_counts(act: Act, counts: Mapping[int, int]) -> None:
    """Refuse counts that are not numbers, are negative, or exceed all counters on the tables together."""
    refuse_fractions(counts)
    checks.check_counts(counts)
    if sum(counts.values()) > (most := _count_given_out(act)):
        raise RuleError("counters", TOO_MANY_COUNTERS, most=most)


def _count_given_out(act: Act) -> int:
    """Return all counters on the tables: given by the banker, less taken away."""
    signed = Case(
        When(kind=StakeKind.DEPARTURE, then=-F("counters")),
        default=F("counters"),
        output_field=IntegerField(),
    )
    stakes = StakeRow.objects.filter(round__evening=act.evening, void=None)
    return int(stakes.aggregate(sum=Sum(signed))["sum"] or 0)


def write_counts(act: Act, row: RoundRow, tally: Tally) -> None:
    """Write the table's counts at the bell. A second count replaces the first."""
    if tally.kind is not TallyKind.COUNTS:
        return
    refuse_wrong_counts(act, tally.amounts)
    CountRow.objects.filter(round=row, kind=CountKind.BELL, entry__in=tally.amounts, void=None).update(
        void=act.line
    )
    CountRow.objects.bulk_create(
        CountRow(entry_id=entry, round=row, kind=CountKind.BELL, counters=counters, journal=act.line)
        for entry, counters in tally.amounts.items()
    )


def forget_counts(act: Act, state: ScorerTable, winners: Collection[int]) -> None:
    """Void the counts from before this deal. A player who was broke and did not win stays broke."""
    counts = CountRow.objects.filter(
        round=state.round, kind=CountKind.BELL, entry__in=state.playing, void=None
    )
    counts.filter(Q(counters__gt=0) | Q(entry__in=winners)).update(void=act.line)


def void_zero_counts(act: Act, state: ScorerTable, winners: Collection[int], tally: Tally) -> None:
    """Void counts of 0 after a correction: of the winners, or of everybody if the correction gives counts."""
    zeros = CountRow.objects.filter(
        round=state.round, kind=CountKind.BELL, counters=0, entry__in=state.playing, void=None
    )
    people = state.playing if tally.kind is TallyKind.COUNTS else winners
    zeros.filter(entry__in=set(people)).update(void=act.line)


# The fresh stakes here are given between deals. After the last deal, the bell gives fresh stakes. It also
# changes the seats of people who got one between deals.
@dataclass(frozen=True)
class DecidedDeal:
    """A decided deal: the table, the lines, the entered counters, and what each player had before."""

    state: ScorerTable
    lines: Sequence[DealPart]
    tally: Tally | Three
    before: dict[int, int | None]

    def find_broke(self, act: Act) -> list[int]:
        """Return the players without counters: by the deal, or by entered counts without counted deals."""
        if act.settings.counting is Counting.EACH_DEAL:
            return [
                line.entry
                for line in self.lines
                if line.entry in self.state.playing
                and (self.before.get(line.entry) or 0) + (line.counters or 0) == 0
            ]
        by_counts = isinstance(self.tally, Tally) and self.tally.kind is TallyKind.COUNTS
        return [line.entry for line in self.lines if by_counts and self.tally.amounts.get(line.entry) == 0]


def has_next_deal(act: Act, state: ScorerTable, deal: int) -> bool:
    """Return whether the table plays a further, undecided deal of the round after this one."""
    is_over = state.round.closed_id or state.ending is not None or deal >= act.settings.deals
    if is_over or deal < state.deals:
        return False
    if deal == state.deals:
        return state.find_next_deal(act.settings.deals) > 0
    return state.play.format.may_play_on(bell_rung=bool(state.round.rung_id))


def stake_again(act: Act, row: RoundRow, broke: Collection[int]) -> None:
    """Give these players a fresh stake before the next deal, and note them in the journal line."""
    give_fresh_stakes(act, row, broke)
    if broke:
        act.note(fresh=list(broke))


def find_stakes_given(record: Deal) -> QuerySet[StakeRow]:
    """Return the fresh stakes since a table's last deal: by the deal, its corrections, or an undone bell."""
    return StakeRow.objects.filter(
        round=record.round_id,
        kind=StakeKind.FRESH,
        entry__in=DealLine.objects.filter(version__deal=record).values("entry"),
        journal__seq__gte=record.journal.seq,
        journal__verb__in=BETWEEN,
        void=None,
    )


def stake_after_undo(act: Act, row: RoundRow, undone: Collection[int | None]) -> None:
    """Give fresh stakes to broke players after an undone bell or early end, if more deals follow.

    Only tables that recorded or corrected a deal after the first undone line are included. Those are the
    lines in ``undone`` and the early ends that this command voids. At other tables, broke players have a
    fresh stake already.
    """
    play = act.evening.play
    if not play.game.stakes or not play.has_several_deals(act.settings):
        return
    ends = TableEnding.objects.filter(void=act.line).values("journal")
    lines = Journal.objects.filter(Q(pk__in=[pk for pk in undone if pk]) | Q(pk__in=ends))
    decided = DealVersion.objects.filter(deal__round=row, deal__void=None)
    decided = decided.filter(journal__seq__gt=lines.aggregate(first=Min("seq"))["first"])
    tables = set(decided.values_list("deal__position", flat=True))
    facts = load_facts(act.evening.pk)
    open_tables = tables.intersection(awaited.find_awaited_tables(facts, row.number))
    balances = ledger.compute_balances_at_bell(facts, act.settings, row.number)
    people = list_presences(facts, row.number)
    broke = [
        seat.entry
        for seat in list_seats(facts, row.number)
        if seat.position in open_tables and people[seat.entry].plays and balances.get(seat.entry) == 0
    ]
    counts = CountRow.objects.filter(round=row, kind=CountKind.BELL, entry__in=broke, void=None)
    counts.update(void=act.line)
    stake_again(act, row, broke)


GOING_AND_COMING = (StakeKind.DEPARTURE, StakeKind.RETURN)


def correct_departures(act: Act, since: QuerySet[StakeRow], more: Mapping[int, int]) -> None:
    """Add ``more`` counters, by entry, to the departures and returns among ``since``.

    Use this only where every deal is counted: there, nobody counted what players took along. RuleError at
    ``counters`` if a player would have left with fewer than 0.
    """
    entries = [entry for entry, counters in more.items() if counters]
    ways = since.filter(entry__in=entries, kind__in=GOING_AND_COMING, void=None)
    for row in ways.order_by("journal__seq"):
        counters = row.counters + more[row.entry_id]
        if counters < 0:
            raise RuleError(
                "counters",
                _(
                    "%(who)s left with %(counters)s counters, so this change cannot take away "
                    "%(lost)s. Correct the counters that you entered."
                ),
                who=row.entry_id,
                counters=row.counters,
                lost=row.counters - counters,
            )
        StakeRow.objects.filter(pk=row.pk).update(void=act.line)
        row.pk, row.counters = None, counters
        row.save(force_insert=True)


def load_open_table(act: Act, number: int, table: int) -> ScorerTable:
    """Return the table in a round that is not closed. RuleError at ``round`` or ``table``."""
    state = act.get_table(number, table)
    refuse_closed(state)
    return state


def refuse_closed(state: ScorerTable) -> None:
    """Refuse a closed round, whose moves are made. RuleError at ``round``."""
    if state.round.closed_id:
        raise StateError("round", ROUND_OVER, round=state.round.number)


NO_DEALS_LEFT = _("Table %(table)s has played all its deals of this round.")


def refuse_out_of_turn(state: ScorerTable, deal: int, awaited: int, message: str = NO_DEALS_LEFT) -> None:
    """Refuse a deal that is not the ``awaited`` one. If ``awaited`` is 0, refuse with ``message``."""
    if 1 <= deal <= state.deals:
        raise StaleError("deal", DEAL_RECORDED)
    if not awaited:
        raise StateError("deal", message, table=state.table)
    if deal != awaited:
        raise StateError("deal", _("This table plays deal %(n)s next."), n=awaited)


def load_deal(act: Act, round: int, table: int, deal: int, base: int) -> tuple[Deal, VersionLines]:
    """Return a recorded deal and the lines of its newest version. RuleError if missing or changed."""
    record, newest = load_newest(act, round, table, deal)
    if newest.version != base:
        raise StaleError("version", CHANGED_MEANWHILE)
    return record, newest


def load_newest(act: Act, round: int, table: int, deal: int) -> tuple[Deal, VersionLines]:
    """Return a recorded deal and the lines of its newest version. RuleError if it is missing."""
    record = (
        Deal.objects.filter(
            round__evening=act.evening, round__number=round, position=table, number=deal, void=None
        )
        .select_related("journal")
        .first()
    )
    if record is None:
        raise RuleError("deal", NO_DEAL)
    return record, load_versions(record)[-1]


def write_deal(act: Act, round: RoundRow, table: int, number: int) -> Deal:
    """Create the row of a decided deal."""
    record = Deal(round=round, position=table, number=number, journal=act.line)
    write_row(record)
    return record


def write_lines(
    act: Act,
    record: Deal,
    version: int,
    lines: Sequence[DealPart],
    call: Mapping[str, object] | None = None,
    trump: str = "",
) -> None:
    """Create a version of a deal's result, with its lines."""
    row = DealVersion(deal=record, version=version, journal=act.line, call=dict(call or {}), trump=trump)
    write_row(row)
    rows = ((*line[:6], list(line.took), *line[7:]) for line in lines)
    write_rows(DealLine, COLUMNS, rows, version=row)


COLUMNS = ("entry_id", *LINE[1:])
"""A line's columns, in the order of ``DealPart``."""


OTHERS_WON = _("By the cards shown, %(others)s won. Correct the winner or the cards.")

ShownHand = tuple[Card, ...]


def read_hands(cards: Mapping[int, str]) -> dict[int, ShownHand]:
    """Return the entered cards by entry. RuleError at ``cards-<entry>``."""
    return {entry: parse_cards(_split_cards(text), f"cards-{entry}") for entry, text in cards.items()}


def _split_cards(text: str) -> list[str]:
    """Split cards as people type them, with or without spaces."""
    packed = "".join(text.split())
    return [packed[start : start + 2] for start in range(0, len(packed), 2)]


def format_cards(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


def judge_winners(
    state: ScorerTable,
    deal: int,
    hands: Mapping[int, ShownHand],
    callers: Collection[int],
    claims: Collection[int],
) -> tuple[int, ...]:
    """Return who won by the cards of all callers. RuleError if the scorer entered another winner."""
    for entry in (*callers, *claims):
        if entry not in hands:
            raise RuleError(
                f"cards-{entry}",
                _(
                    "%(who)s is among the players who called. Enter the cards of %(who)s too, or "
                    "remove the cards of all players."
                ),
                who=entry,
            )
    seats = _find_chairs(state)
    clockwise = pool.order_clockwise((seats[entry] for entry in state.playing), state.find_dealer(deal))
    try:
        order = showing.order_staking(state.play.game, clockwise, [seats[entry] for entry in hands])
        chairs = showing.judge(
            state.play.game, {seats[entry]: cards for entry, cards in hands.items()}, order
        )
    except RuleError as error:
        raise _move_to_person(error, state) from None
    winners = tuple(state.chairs[chair] for chair in chairs)
    if claims and set(claims) != set(winners):
        raise RuleError("winners", OTHERS_WON, others=winners)
    return winners


def judge_three_stakes(
    state: ScorerTable, deal: int, hands: Mapping[int, ShownHand], still_in: Collection[int]
) -> tuple[int, int, int | None]:
    """Return who won each of three stakes by cards. A hand's first card was turned up, a fourth drawn."""
    for entry in state.playing:
        if len(hands.get(entry, ())) not in (HAND_SIZE, HAND_SIZE + 1):
            raise RuleError(
                f"cards-{entry}",
                _(
                    "Enter three cards for each player, the card turned up first. Add the drawn card if "
                    "there was one."
                ),
            )
    seats = _find_chairs(state)
    by_chair = {seats[entry]: hands[entry] for entry in state.playing}
    try:
        result = three_stakes.find_stake_winners(
            state.play.game,
            dealer=state.find_dealer(deal),
            hands={chair: cards[:HAND_SIZE] for chair, cards in by_chair.items()},
            turned_up={chair: cards[0] for chair, cards in by_chair.items()},
            drawn={chair: cards[HAND_SIZE] for chair, cards in by_chair.items() if cards[HAND_SIZE:]},
            still_in=[seats[entry] for entry in still_in],
        )
    except RuleError as error:
        raise _move_to_person(error, state) from None
    third = None if result.third is None else state.chairs[result.third]
    return state.chairs[result.first], state.chairs[result.second], third


def _find_chairs(state: ScorerTable) -> dict[int, int]:
    return {entry: chair for chair, entry in state.chairs.items()}


def _move_to_person(error: RuleError, state: ScorerTable) -> RuleError:
    """Move the refusal of a hand from its chair to that player's cards, or to the field of callers."""
    _field, _dot, chair = error.field.rpartition(".")
    if chair == "still_in":
        error.field = "in_call"
    if chair.isdigit():
        error.field = f"cards-{state.chairs[int(chair)]}"
    return error


@journaled(
    "deal_withdrawn",
    Stage.PLAYING,
    asks_reason=True,
    title="Undo a table’s last deal",
    looks=True,
    replays=True,
)
def deal_withdraw(act: Act, *, round: RoundNo, table: TableNo, deal: DealNo) -> None:
    """Undo a table's last deal, with its counts, fresh stakes, cuts and later bids."""
    state = load_open_table(act, round, table)
    if state.round.rung_id:
        raise StateError("round", RUNG)
    if state.ending is not None:
        raise StateError("table", GAME_OVER, table=table)
    of_table = {"round": state.round, "position": table, "void": None}
    last = Deal.objects.filter(**of_table).select_related("journal").order_by("-number").first()
    if last is None or last.number != deal:
        raise StateError("deal", _("Only the last deal of a table can be undone."))
    if state.play.game.stakes:
        _give_back(act, last)
    OpenDeal.objects.filter(**of_table).update(void=act.line)
    CutRow.objects.filter(**of_table, journal__seq__gt=last.journal.seq).update(void=act.line)
    Deal.objects.filter(pk=last.pk).update(void=act.line)
    act.note(round=round, table=table, deal=deal)


def _give_back(act: Act, last: Deal) -> None:
    """Restore the counters that each player had before the deal."""
    people = set(DealLine.objects.filter(version__deal=last).values_list("entry", flat=True))
    _refuse_taken_along(last, people)
    find_stakes_given(last).update(void=act.line)
    _count_as_before(act, last, people)


def _refuse_taken_along(last: Deal, people: Collection[int]) -> None:
    """Refuse if a player of the deal has left since and took counters of this deal along."""
    departures = StakeRow.objects.filter(
        round=last.round_id,
        kind=StakeKind.DEPARTURE,
        entry__in=people,
        void=None,
        journal__seq__gt=last.journal.seq,
    )
    if (name := departures.values_list("entry__name", flat=True).first()) is not None:
        raise StateError(
            "deal",
            _("%(name)s left after this deal and took counters of it along. Undo that first."),
            name=name,
        )


def _count_as_before(act: Act, last: Deal, people: Collection[int]) -> None:
    """Void counts at the bell from or after the deal, and restore the earlier ones.

    Changes to these counts by a correction of an earlier deal stay.
    """
    counts = CountRow.objects.filter(round=last.round_id, kind=CountKind.BELL, entry__in=people)
    since = counts.filter(journal__seq__gt=last.journal.seq, journal__verb="table_counted")
    lines = {*last.versions.values_list("journal", flat=True), *since.values_list("journal", flat=True)}
    counts.filter(journal__in=lines, void=None).update(void=act.line)
    old_counts = counts.filter(void__in=lines).exclude(journal__in=lines).order_by("journal__seq")
    newest = dict(
        old_counts.exclude(entry__in=counts.filter(void=None).values("entry")).values_list("entry", "pk")
    )
    CountRow.objects.filter(pk__in=newest.values()).update(void=None)
