"""The tables of a round and their players. Console, hall, phones, draw, paper and API use these values."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from django.utils.translation import gettext

from accounts.answers import STRANGERS, answers
from games.rules.schedules import list_turns
from tournaments.core.counters import ledger
from tournaments.core.evening import Facts
from tournaments.core.formats.preview import Preview
from tournaments.core.movement import seating
from tournaments.core.movement.cuts import CutNeed
from tournaments.core.movement.seating import group_pools, list_presences, list_seats, list_tables
from tournaments.core.record import Ending, Pool, Presence, TableFact
from tournaments.evening.presenters.formats import get_format_pages
from tournaments.evening.presenters.kinds import TableProgress
from tournaments.evening.selectors.tables import TableOfRound


class TableState(StrEnum):
    """The progress of a table in the round."""

    PLAYING = "playing"
    FINISHING = "finishing"
    DONE = "done"
    VOID = "void"
    EARLY = "early"


@answers("entry", "name", "chair", "state", "held", "yellow_chips", "deals", component="SeatAnswer")
@answers("chair", "name", to=STRANGERS, component="PublicPerson", description="")
@dataclass(frozen=True)
class Seat:
    """A person at a table. ``held``: counters or points, null if not known. ``deals``: they deal."""

    # ``won``: this player won the table's last deal, or its game.

    chair: int
    entry: int
    name: str
    state: Presence = Presence.HERE
    held: int | None = None
    yellow_chips: int = 0
    role: str = ""
    deals: bool = False
    won: bool = False


@answers("deal", "kind", "base", "order", "words")
@dataclass(frozen=True)
class Awaited:
    """The next entry that a table owes for its ``deal``: the pool, the bids or, after the bids, the tricks.

    ``base``: the journal line of the current bids. ``order``: the players' entries. With bids, they are in
    bidding order. With pools, they begin at the dealer's left, and the dealer is last. ``words``: the deal in
    words, in games with bids.
    """

    deal: int
    kind: str
    base: int | None
    order: tuple[int, ...]
    words: str


@answers(
    *("table", "title", "is_head", "is_booby", "state", "seats", "recorded", "may_end", "awaits"),
    component="TableAnswer",
)
@answers(
    *("table", "title", "is_head", "is_booby", "out", "people"),
    to=STRANGERS,
    component="PublicTable",
    description="A table; ``out``: it still plays.",
)
@dataclass(frozen=True, kw_only=True)
class Table(TableOfRound):
    """A table. ``awaits``: what it enters next, null if nothing. ``recorded``: its recorded deals."""

    # ``next_deal`` 0: the table has nothing to enter. ``has_begun``: play has begun. ``may_end``: the table
    # may end its round without a result. ``base``: the line of the bids in play. ``progress``: only in games
    # with bids, and at fixed tables. ``title``: only in a knockout, such as the final or the consolation.

    state: TableState
    seats: tuple[Seat, ...]
    recorded: tuple[int, ...]
    next_deal: int
    has_begun: bool
    may_end: bool
    base: int | None
    progress: TableProgress | None
    title: str

    @property
    def out(self) -> bool:
        return self.has_begun and self.next_deal > 0

    @property
    def game(self) -> TableProgress:
        """Return the whole game of this table, current or ended. Empty in other formats."""
        return self.progress if self.has_begun and self.progress and self.progress.whole else TableProgress()

    @cached_property
    def people(self) -> tuple[Seat, ...]:
        """Return the people who play here."""
        return tuple(seat for seat in self.seats if seat.state.plays)

    @property
    def awaits(self) -> Awaited | None:
        if not self.out:
            return None
        parts, progress = self.play.kind.parts, self.progress or TableProgress()
        return Awaited(
            deal=self.next_deal,
            kind=parts[0] if self.base is None else parts[-1],
            base=self.base,
            order=self._list_bidders(),
            words=progress.cards if progress.whole else progress.deal,
        )

    def _list_bidders(self) -> tuple[int, ...]:
        people = self.people
        dealer = next((index for index, seat in enumerate(people) if seat.deals), len(people) - 1)
        order = list_turns(self.play.game.bidding, len(people), dealer)
        return tuple(people[index].entry for index in order)

    def replace_names(self, names: Mapping[int, str]) -> "Table":
        """Return the table with these names."""
        return replace(self, seats=tuple(replace(seat, name=names[seat.entry]) for seat in self.seats))


def join_entry_names(entries: Iterable[int], names: Mapping[int, str]) -> str:
    return ", ".join(names.get(entry, "?") for entry in entries)


def find_table_titles(facts: Facts, number: int) -> Mapping[int, str]:
    """Return the titles of a knockout's tables by number, such as the final and the consolation."""
    titles = facts.play.format.title_tables(facts, number) if number else {}
    return {table: gettext(title) for table, title in titles.items()}


def build_round_tables(
    facts: Facts, preview: Preview, bids: Mapping[int, int], *, has_begun: bool
) -> tuple[Table, ...]:
    """Return the round's tables from head to booby; ``bids``: the journal lines of bids in play, by table."""
    play, number = facts.play, preview.round
    pools, table_facts = group_pools(facts, number), list_tables(facts, number)
    how_far, titles = (
        get_format_pages(play.format).track_tables(facts, number),
        find_table_titles(facts, number),
    )
    seats, last = (
        _build_seats(facts, preview, how_far),
        max((table.position for table in table_facts), default=0),
    )
    tables = []
    for fact in table_facts:
        position = fact.position
        is_out, table_pools, progress = position in preview.still_out, pools[position], how_far.get(position)
        winners, dealer = (
            _find_winners(preview, facts, fact, table_pools, progress),
            _find_dealer(facts, fact, seats[position], table_pools, is_out),
        )
        may_end = is_out and play.format.may_stop(bell_rung=preview.rung)
        tables.append(
            Table(
                play=play,
                table=position,
                last=last,
                state=_find_state(fact, is_out, preview.rung),
                seats=tuple(
                    replace(seat, deals=seat.chair == dealer, won=seat.entry in winners)
                    for seat in seats[position]
                ),
                recorded=tuple(pool.deal for pool in table_pools),
                next_deal=len(table_pools) + 1 if is_out else 0,
                has_begun=has_begun,
                may_end=may_end and bool(play.format.list_endings(facts.settings, len(table_pools))),
                base=bids.get(position),
                progress=progress,
                title=titles.get(position, ""),
            )
        )
    return tuple(tables)


def _find_winners(
    preview: Preview, facts: Facts, table: TableFact, table_pools: list[Pool], progress: TableProgress | None
) -> frozenset[int]:
    """Return the winners of the table's last deal, or of its whole game. Empty if not decided."""
    if not table_pools or table.ending is Ending.VOID:
        return frozenset()
    is_over = progress and table.position not in preview.still_out
    winners = frozenset(progress.best if progress and is_over else ()) | facts.play.format.find_deal_winners(
        table_pools[-1]
    )
    return _find_cut_winners(preview, table_pools[-1], winners) if len(winners) > 1 else winners


def _find_cut_winners(preview: Preview, last: Pool, tied: frozenset[int]) -> frozenset[int]:
    """Return the winner of the cut for a shared pool.

    Nobody before the cut. All of ``tied`` if no cut is needed.
    """
    needs = (*preview.bell.needs, *(need for round, need in preview.chips.needs if round == preview.round))
    if any(isinstance(need, CutNeed) and tied.issuperset(need.among) for need in needs):
        return frozenset()
    chips = {chip.entry for chip in preview.chips.taken if (chip.round, chip.deal) == (last.round, last.deal)}
    ups = {move.entry for move in preview.bell.moves if move.why.code.startswith("up_won_cut")}
    return tied & (chips | ups) or tied


def _build_seats(
    facts: Facts, preview: Preview, how_far: Mapping[int, TableProgress]
) -> dict[int, list[Seat]]:
    """Return the seats of each table by chair, with yellow chips, and counters or points if known."""
    counters = ledger.compute_balances(facts, facts.settings) if facts.stakes else {}
    entries = {entry.id: entry for entry in facts.entries}
    yellow = Counter(chip.entry for chip in preview.chips.taken)
    states = list_presences(facts, preview.round)
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in list_seats(facts, preview.round):
        points = how_far[seat.position].points if seat.position in how_far else {}
        entry = entries[seat.entry]
        seats[seat.position].append(
            Seat(
                seat.chair,
                entry.id,
                entry.name,
                states.get(entry.id, Presence.LEFT),
                counters.get(entry.id, points.get(entry.id)),
                yellow[entry.id],
                entry.role,
            )
        )
    return seats


def _find_state(table: TableFact, is_out: bool, is_rung: bool) -> TableState:
    if is_out:
        return TableState.FINISHING if is_rung else TableState.PLAYING
    if table.ending is not None:
        return TableState.VOID if table.ending is Ending.VOID else TableState.EARLY
    return TableState.DONE


def _find_dealer(
    facts: Facts, table: TableFact, sitting: Collection[Seat], pools: Iterable[Pool], is_out: bool
) -> int:
    """Return the chair of the dealer: of the next deal if ``is_out``, else of the last deal."""
    chair_of = {seat.entry: seat.chair for seat in sitting}
    deals = [{chair_of[line.entry] for line in pool.lines if line.entry in chair_of} for pool in pools]
    now = {seat.chair for seat in sitting if seat.state.plays}
    to_right = facts.play.to_right
    return seating.find_last_dealer(table.dealer, [*deals, now] if is_out else deals, to_right=to_right)
