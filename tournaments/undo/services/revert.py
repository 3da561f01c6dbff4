"""Services to undo a line of the journal, and to correct a missing or wrong fresh stake.

Undoing a line voids its facts and restores the facts that it voided. This is refused once something depends
on the line: a result at its tables, a later line about its people, or a bell's moves.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Any

from django.db.models import Max, Model, Q, QuerySet

from accounts.errors import RuleError, StaleError, StateError
from accounts.errors import gettext_noop as _
from accounts.names import name_key
from accounts.permissions import Right
from accounts.players.selectors import load_merges
from accounts.refusals import CHANGED_MEANWHILE
from tournaments.base.arguments import ArgumentLimits, EntryNo, LineNo
from tournaments.core.evening import Facts
from tournaments.core.formats.preview import find_limits
from tournaments.core.kinds.counters import require_stakes
from tournaments.core.movement.seating import list_playing, list_seats
from tournaments.core.record import Stage, StakeKind
from tournaments.core.refusals import HAS_NO_COUNTERS, NOT_CHECKED_IN, TOO_FEW_LEFT
from tournaments.core.settings import Counting
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.selectors.moves import (
    CALLED_OFF,
    CUTS,
    LINE_TAKEN_BACK,
    NEXT_BELL,
    SEATS,
    STAKES,
    TAKEN_BACK,
    find_last_turn,
    refuse_decided,
)
from tournaments.evening.services.evenings import play_on
from tournaments.evening.services.journal import PLAIN_STAGE, Act, journaled
from tournaments.models import (
    BidRow,
    CountRow,
    CutRow,
    Deal,
    EntryRow,
    Journal,
    MoveRow,
    OpenDeal,
    PresenceRow,
    RoundRow,
    RoundTable,
    SeatRow,
    StakeRow,
    TableEnding,
)
from tournaments.scoring.services.counts import GOING_AND_COMING, correct_departures, stake_after_undo

DEPENDED_ON = _("A later change depends on this. Undo the later change first.")
GONE_ON = _("Play has gone on since then. This can no longer be undone.")

OF_PEOPLE: tuple[type[Model], ...] = (PresenceRow, StakeRow, SeatRow, CountRow)
"""Facts about one person. A later fact of a person depends on the earlier ones."""
FACTS: tuple[type[Model], ...] = (
    *OF_PEOPLE,
    EntryRow,
    RoundTable,
    MoveRow,
    OpenDeal,
    CutRow,
    TableEnding,
)
"""All facts that such a line can write or void."""
ANEW = frozenset({"deal_corrected", "stake_corrected", LINE_TAKEN_BACK})
"""Verbs of lines that rewrite what a leaving person took along, as part of the line by which they left."""


@journaled(
    LINE_TAKEN_BACK,
    Stage.CHECK_IN,
    Stage.SEATED,
    Stage.PLAYING,
    Stage.SETTLING,
    Stage.CALLED_OFF,
    right=Right.RUN,
    title="Undo a line of the journal",
    looks=True,
)
def line_take_back(act: Act, *, line: LineNo) -> None:
    """Undo journal line ``line``. Refused if the line is undone already, or cannot be undone."""
    journal_line = _find_line(act, line)
    if journal_line.verb == CALLED_OFF:
        play_on(act, journal_line)
        return
    round = RoundRow.objects.filter(evening=act.evening, void=None).order_by("-number").first()
    _refuse_same_people(act, journal_line)
    if journal_line.verb in CUTS:
        _refuse_cut_again(journal_line)
    elif journal_line.verb in NEXT_BELL:
        _refuse_later(_select_later(PresenceRow, journal_line, entry__in=_list_people(journal_line)))
    else:
        _refuse_built_on(round, journal_line)
    before = load_facts(act.evening.pk)
    for model in FACTS:
        _select_rows(model, journal=journal_line, void=None).update(void=act.line)
    for was in StakeRow.objects.filter(void=journal_line, kind__in=GOING_AND_COMING):
        anew = {"journal": was.journal_id, "entry": was.entry_id, "kind": was.kind}
        StakeRow.objects.filter(**anew, void=None).update(void=act.line)
    for model in FACTS:
        _select_rows(model, void=journal_line).update(void=None)
    if journal_line.verb == "entry_withdrawn":
        roles = ("", *act.settings.roles)
        EntryRow.objects.filter(evening=act.evening, void=None).exclude(role__in=roles).update(role="")
    if round is not None:
        now = load_facts(act.evening.pk)
        _refuse_too_few(act, round, journal_line, before, now)
        _refuse_game_over(journal_line, before, now)
        _call_off_again(act, round, now)
        if journal_line.verb == "table_ended":
            stake_after_undo(act, round, {journal_line.pk})
    act.note(line=line)


def _find_line(act: Act, line: int) -> Journal:
    """Return the line if all its facts are still valid. StateError or StaleError if it cannot be undone."""
    journal_line = Journal.objects.filter(evening=act.evening, seq=line).first()
    if journal_line is None or journal_line.verb not in TAKEN_BACK:
        raise StateError("line", _("This cannot be undone here."))
    if act.stage is Stage.CALLED_OFF and journal_line.verb != CALLED_OFF:
        raise StateError("stage", PLAIN_STAGE[act.stage])
    if Journal.objects.filter(evening=act.evening, verb=LINE_TAKEN_BACK, payload__line=line).exists():
        raise StaleError("line", _("This is already undone."))
    if line < find_last_turn(act.evening.pk):
        raise StateError("line", GONE_ON)
    if any(_has_changed_since(model, journal_line) for model in FACTS):
        raise StateError("line", DEPENDED_ON)
    return journal_line


def _has_changed_since(model: type[Model], line: Journal) -> bool:
    """Return whether any fact of the line is void. Facts that were only rewritten are ignored."""
    rows = _select_rows(model, journal=line).exclude(void=None)
    return (
        rows.exclude(kind__in=GOING_AND_COMING, void__verb__in=ANEW) if model is StakeRow else rows
    ).exists()


def _select_rows(model: type[Model], *conditions: Q, **lookups: Any) -> QuerySet[Any]:
    return model._default_manager.filter(*conditions, **lookups)


def _select_touched(model: type[Model], line: Journal) -> QuerySet[Any]:
    """Return the facts that the line wrote or voided."""
    return _select_rows(model, Q(journal=line) | Q(void=line))


def _select_later(model: type[Model], line: Journal, **lookups: Any) -> QuerySet[Any]:
    """Return the valid facts written after the line."""
    return _select_rows(model, journal__seq__gt=line.seq, void=None, **lookups)


def _select_voided(model: type[Model], line: Journal, **lookups: Any) -> QuerySet[Any]:
    """Return the facts from before the line that were voided after it."""
    return _select_rows(model, journal__seq__lt=line.seq, void__seq__gt=line.seq, **lookups)


def _list_people(line: Journal) -> set[int]:
    return {
        entry for model in OF_PEOPLE for entry in _select_touched(model, line).values_list("entry", flat=True)
    }


def _refuse_same_people(act: Act, line: Journal) -> None:
    """Refuse to restore a person if another person of the same name or player is on the list."""
    restored = list(EntryRow.objects.filter(void=line))
    entries = EntryRow.objects.filter(evening=act.evening, void=None) if restored else EntryRow.objects.none()
    present = list(entries.values_list("name", "player"))
    merged_into = load_merges(act.evening.club_id) if restored else {}
    names = {name_key(name) for name, _player in present}
    players = {merged_into.get(player, player) for _name, player in present} - {None}
    for row in restored:
        if name_key(row.name) in names or merged_into.get(row.player_id or 0, row.player_id) in players:
            raise StateError("line", _("%(name)s is checked in again. Check the player list."), name=row.name)


def _refuse_cut_again(line: Journal) -> None:
    """Refuse to undo a cut with equal cards if the next attempt depends on it."""
    for round, chain in CutRow.objects.filter(journal=line).values_list("round", "chain").distinct():
        if _select_later(CutRow, line, round=round, chain=chain).exists():
            raise StateError("line", DEPENDED_ON)


def _refuse_later(rows: QuerySet[Any]) -> None:
    if (name := rows.values_list("entry__name", flat=True).first()) is not None:
        raise StateError("line", _("%(name)s has a later change. Undo that change first."), name=name)


def _refuse_built_on(round: RoundRow | None, line: Journal) -> None:
    people = _list_people(line)
    for model in OF_PEOPLE:
        _refuse_later(_select_later(model, line, entry__in=people))
    _refuse_later(_select_voided(SeatRow, line, entry__in=people))
    if round is None:
        return
    tables = _find_tables(round, line, people)
    if line.verb in STAKES:
        _refuse_later(_select_voided(StakeRow, line, entry__in=people))
    if line.verb in STAKES and _select_voided(Deal, line, round=round, position__in=tables).exists():
        raise StateError("line", GONE_ON)
    if line.verb in SEATS:
        if round.rung_id:
            raise StateError("line", GONE_ON)
        refuse_decided(round, tables)
    for table in _list_played_tables(round, line):
        if table in tables:
            raise StateError("line", GONE_ON)
    if _select_later(CutRow, line, round=round, position__in=tables).exists():
        raise StateError("line", DEPENDED_ON)
    _refuse_other_tables(round, line)
    _refuse_closed_tables(round, line)
    _refuse_taken_chairs(round, line)


def _find_tables(round: RoundRow, line: Journal, people: Collection[int]) -> set[int]:
    """Return the round's tables that the line concerns: current seats of its people, and seats it changed."""
    sits = SeatRow.objects.filter(round=round, entry__in=people, void=None)
    tables = set(sits.values_list("position", flat=True))
    for model in (SeatRow, RoundTable, OpenDeal):
        tables |= set(_select_touched(model, line).values_list("position", flat=True))
    return tables | set(_select_touched(TableEnding, line).values_list("table__position", flat=True))


def _list_played_tables(round: RoundRow, line: Journal) -> Iterator[int]:
    """Yield the round's tables with new deals, bids or ends since the line."""
    yield from _select_later(Deal, line, round=round).values_list("position", flat=True)
    yield from _select_later(OpenDeal, line, round=round).values_list("position", flat=True)
    yield from _select_later(TableEnding, line, table__round=round).values_list("table__position", flat=True)


def _refuse_other_tables(round: RoundRow, line: Journal) -> None:
    """Refuse to undo added or closed tables out of order, or an added table where new players sit."""
    if not _select_touched(RoundTable, line).exists():
        return
    _refuse_table(_select_later(RoundTable, line, round=round))
    _refuse_table(_select_voided(RoundTable, line, round=round))
    new_tables = _select_rows(RoundTable, journal=line).values_list("position", flat=True)
    seats = _select_rows(SeatRow, round=round, void=None, position__in=list(new_tables))
    _refuse_later(seats.exclude(journal=line))
    closed_tables = _select_rows(RoundTable, void=line).values("position")
    _refuse_table(_select_rows(RoundTable, round=round, void=None, position__in=closed_tables))


def _refuse_closed_tables(round: RoundRow, line: Journal) -> None:
    """Refuse to move people back to a table that no longer exists."""
    stood = Q(void=None, journal__seq__lt=line.seq) | Q(void=line)
    tables = _select_rows(RoundTable, stood, round=round).values("position")
    _refuse_table(_select_rows(SeatRow, round=round, void=line).exclude(position__in=tables))


def _refuse_table(rows: QuerySet[Any]) -> None:
    if (table := rows.values_list("position", flat=True).first()) is not None:
        raise StateError(
            "line", _("Table %(table)s was added or closed since then. Undo that first."), table=table
        )


def _refuse_taken_chairs(round: RoundRow, line: Journal) -> None:
    seats = SeatRow.objects.filter(round=round, void=None).exclude(journal=line)
    for seat in SeatRow.objects.filter(round=round, void=line):
        if seats.filter(position=seat.position, chair=seat.chair).exists():
            raise StateError(
                "line",
                _("Seat %(chair)s at table %(table)s is taken. Move players by hand."),
                chair=seat.chair,
                table=seat.position,
            )


def _refuse_too_few(act: Act, round: RoundRow, line: Journal, before: Facts, now: Facts) -> None:
    """Refuse seats that leave too few at a table, if other people left or moved since the line."""
    since = (
        _select_later(SeatRow, line, round=round),
        _select_voided(SeatRow, line, round=round),
        _select_later(PresenceRow, line, entry__evening=act.evening),
    )
    if line.verb not in SEATS or not any(rows.exists() for rows in since):
        return
    was, fewest = _group_by_table(before), find_limits(act.evening.play).fewest
    for table, people in _group_by_table(now).items():
        if len(people) < fewest <= len(was.get(table, ())):
            raise StateError(
                "line",
                TOO_FEW_LEFT,
                table=table,
            )


def _refuse_game_over(line: Journal, before: Facts, now: Facts) -> None:
    """Refuse to reopen a whole game that a bell has ended since the line.

    In other formats, no table has results to enter after its bell.
    """
    last = now.now
    if (last.rung_seq or 0) < line.seq:
        return
    awaited, was_awaited = (facts.play.format.find_awaited(facts, last.number) for facts in (now, before))
    if set(awaited) - set(was_awaited):
        raise StateError("line", _("The last game has ended since then. Undo its end first."))


def _call_off_again(act: Act, round: RoundRow, now: Facts) -> None:
    """Void restored bids, unless their deal is next and the same players have sat there since."""
    bids: dict[int, set[int]] = defaultdict(set)
    rows = BidRow.objects.filter(deal__round=round, deal__void=None)
    for deal, entry in rows.values_list("deal", "entry"):
        bids[deal].add(entry)
    seats = SeatRow.objects.filter(round=round, void=None).order_by()
    newest_seats = dict(seats.values_list("position").annotate(Max("journal__seq")))
    players = _group_by_table(now)
    decided = Counter(pool.position for pool in now.pools if pool.round == round.number)
    cancelled = [
        deal.pk
        for deal in OpenDeal.objects.filter(pk__in=bids).select_related("journal")
        if players[deal.position] != bids[deal.pk]
        or newest_seats[deal.position] > deal.journal.seq
        or deal.deal != decided[deal.position] + 1
    ]
    OpenDeal.objects.filter(pk__in=cancelled).update(void=act.line)


def _group_by_table(facts: Facts) -> dict[int, set[int]]:
    """Return who plays at each table of the last round."""
    number = facts.now.number
    players = set(list_playing(facts, number))
    tables: dict[int, set[int]] = defaultdict(set)
    for seat in list_seats(facts, number):
        tables[seat.position] |= {seat.entry} & players
    return tables


OneRound = Annotated[int, ArgumentLimits(least=1)]
IsGiven = Annotated[bool, ArgumentLimits("True: the banker gave a fresh stake. False: the banker gave none.")]


@journaled(
    "stake_corrected",
    Stage.PLAYING,
    Stage.SETTLING,
    asks_reason=True,
    title="Record or remove a fresh stake",
    looks=True,
)
def stake_correct(
    act: Act, *, entry: EntryNo, round: OneRound, given: IsGiven, seen: int | None = None
) -> None:
    """Record a missing fresh stake of a player in a round, or remove one that was not given.

    ``given``: true to record the stake. Seats stay. For a player who has gone home, the counters taken along
    change. Refused if the ledger is already right, or if the player's stakes changed after journal line
    ``seen``.
    """
    require_stakes(act.evening.play, HAS_NO_COUNTERS)
    person = EntryRow.objects.filter(evening=act.evening, void=None, pk=entry).first()
    if person is None:
        raise StateError("person", NOT_CHECKED_IN)
    _refuse_changed(person, seen)
    row = RoundRow.objects.filter(evening=act.evening, number=round, void=None).first()
    if row is None or not SeatRow.objects.filter(round=row, entry=entry, void=None).exists():
        raise RuleError(
            "round", _("%(name)s had no seat at that time. Choose another player or round."), name=person.name
        )
    several = act.evening.play.has_several_deals(act.settings)
    begins = StakeRow.objects.filter(round=row, entry=entry, kind=StakeKind.FIRST, void=None)
    if begins.exists() and not several:
        raise RuleError(
            "round",
            _("%(name)s won the first stake at that time, so they were not out of counters."),
            name=person.name,
        )
    stakes = StakeRow.objects.filter(round=row, entry=entry, kind=StakeKind.FRESH, void=None)
    last = stakes.order_by("-journal__seq").first()
    if not given:
        if last is None:
            raise StaleError(
                "person", _("No fresh stake of %(name)s is recorded for that time."), name=person.name
            )
        stakes.filter(pk=last.pk).update(void=act.line)
        _correct_departures(act, row, {entry: -last.counters})
    elif last is not None and not several:
        raise StaleError(
            "person", _("A fresh stake of %(name)s is already recorded for that time."), name=person.name
        )
    else:
        StakeRow.objects.create(
            entry=person, round=row, kind=StakeKind.FRESH, counters=act.settings.stake, journal=act.line
        )
        _correct_departures(act, row, {entry: act.settings.stake})
    act.note(entry=entry, round=round, given=given)


def _correct_departures(act: Act, row: RoundRow, more: Mapping[int, int]) -> None:
    """Change the counters that players took along since, if every deal is counted."""
    if act.settings.counting is Counting.EACH_DEAL:
        later = Q(round=row, kind=StakeKind.DEPARTURE) | Q(round__number__gt=row.number)
        correct_departures(act, StakeRow.objects.filter(later, round__evening=act.evening), more)


def _refuse_changed(person: EntryRow, seq: int | None) -> None:
    """Refuse if fresh stakes changed after line ``seq``, so that two people do not record one twice."""
    since = Q(journal__seq__gt=seq) | Q(void__seq__gt=seq)
    if seq is not None and StakeRow.objects.filter(since, entry=person, kind=StakeKind.FRESH).exists():
        raise StaleError("seen", CHANGED_MEANWHILE)
