"""Ladder: tables in order. After every game the best of each table go up one, and the last go down one.

See docs/formats.md#ladder.

Everybody is in one list, the first at table 1. The list is read from the actual seats. A person who sits a
game out keeps their place in the list. After a game the list is sorted by the results and divided into
tables again.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain, groupby

from accounts.errors import gettext_noop as _
from tournaments.core.draws.drawing import NextRound, Past, choose_idle, explain_sitting_out
from tournaments.core.evening import Facts, RoundEnd
from tournaments.core.formats.whole_games import GamesByStanding, History
from tournaments.core.kinds import awaited
from tournaments.core.movement.bell import Chips, NextSeating, hold_bell, keep_numbers
from tournaments.core.movement.cuts import CutNeed, order_by_cut
from tournaments.core.movement.seating import (
    TableSeat,
    build_seated_tables,
    group_pools,
    list_expected,
    list_presences,
    list_seats,
)
from tournaments.core.movement.table_sizes import choose_sizes
from tournaments.core.reasons import Reason
from tournaments.core.record import Cut, Pool, Purpose


class Ladder(GamesByStanding):
    """Tables are in order, and people go up and down between them. People who pause can keep a seat."""

    key = "ladder"
    terms = ("game", "move", "cut", "keeps-seat", "sits-out", "pause")
    title = _("Ladder")
    sentence = _(
        "Whole games. After each game the best of a table move up one table, and the last go down one table."
    )
    unused = GamesByStanding.unused - {"moving"}
    draws = False
    moves_by_order = True
    seats_by_season = True

    def refuse_kept_seat(self) -> None:
        """Allow a kept seat: the table and the chair identify it."""

    def find_next_seating(self, round_end: RoundEnd) -> NextSeating:
        """Return the cuts of equal people, once every table has played; then the next seats."""
        if round_end.rung and not round_end.awaited_tables:
            tables = rank_tables(round_end.facts, round_end.number).values()
            if needs := tuple(table.need for table in tables if table.need):
                return NextSeating(
                    replace(hold_bell(round_end.tables), needs=needs), keep_numbers(round_end.tables)
                )
        return super().find_next_seating(round_end)

    def draw_next_seats(self, facts: Facts, number: int) -> NextRound:
        history = History(facts, number)
        numbers = history.numbers
        listed = [numbers[entry] for entry in list_after_game(facts, number)]
        states = list_presences(facts, number + 1)
        kept = {
            numbers[seat.entry]: TableSeat(seat.position, seat.chair)
            for seat in list_seats(facts, number)
            if numbers[seat.entry] in listed and states[seat.entry].keeps_seat
        }
        sizes = choose_sizes(len(listed), history.game).sizes
        why = {numbers[entry]: reason for entry, reason in _explain_results(history).items()}
        return draw_next_round(listed, history.past, sizes, kept, why, history.seed)

    def find_chips(self, facts: Facts) -> Chips:
        """Return no yellow chips; after the last game, the cuts of people whom a correction made equal."""
        last = facts.now
        if not (last.rung and last.closed):
            return Chips((), ())
        tables = rank_tables(facts, last.number).values()
        return Chips((), tuple((last.number, table.need) for table in tables if table.need))

    def list_ranking(self, of_game: tuple[str, ...]) -> tuple[str, ...]:
        return ("ladder", *of_game)

    def find_list_places(self, facts: Facts) -> Mapping[int, int]:
        return find_list_places(facts)


@dataclass(frozen=True)
class RankedTable:
    """The people of a table after its game, best first. ``equal``: those of them who had to cut.

    ``need``: a cut that is still to be made. The order is unknown without it.
    """

    people: tuple[int, ...]
    equal: frozenset[int]
    need: CutNeed | None = None


def reorder_list(tables: Sequence[Sequence[int]], moving: int) -> list[int]:
    """Return the list after a game, from its tables, best first: ``moving`` go up, and as many go down.

    The order at a table: first people from the table above, then people who stay, then people from below;
    each group by result.
    """
    if len(tables) < 2:
        return list(chain(*tables))
    last = len(tables) - 1
    new = list[int]()
    for number, table in enumerate(tables):
        best, worst = (moving if number else 0), (moving if number < last else 0)
        above = tables[number - 1][-moving:] if number and moving else ()
        below = tables[number + 1][:moving] if number < last else ()
        new += [*above, *table[best : len(table) - worst], *below]
    return new


def count_movers(tables: Sequence[Sequence[int]], wished: int) -> int:
    """Return how many go up from each table: ``wished``, but at most half of the smallest table."""
    return min(wished, min(map(len, tables), default=0) // 2)


def draw_next_round(
    listed: Sequence[int],
    past: Past,
    sizes: Sequence[int],
    kept_seats: Mapping[int, TableSeat],
    seat_reasons: Mapping[int, Reason | None],
    seed: str,
) -> NextRound:
    """Return the list of people present, divided into tables of these sizes.

    ``kept_seats``: the seats that people keep. ``seat_reasons``: for each person who played, the reason,
    whose figure ``to`` is the table they belong to by result; None for people who sat the game out. People
    who sat out least often sit out now; people who keep a seat are the last to sit out.
    """
    free = [entry for entry in listed if entry not in kept_seats]
    too_many = len(listed) - sum(sizes)
    out = choose_idle(free, past.sat_out, too_many, f"{seed}:{past.next}")
    out += choose_idle(kept_seats, past.sat_out, too_many - len(out), f"{seed}:{past.next}")
    playing = [entry for entry in listed if entry not in out]
    ends = list(accumulate(sizes))
    gave_way = _put_back(playing, sizes, {e: at for e, at in kept_seats.items() if e not in out})
    tables = tuple(tuple(playing[end - size : end]) for end, size in zip(ends, sizes, strict=True))
    place = {entry: number for number, entry in enumerate(listed, 1)}
    reasons = {
        entry: _explain_seat(
            entry, number, seat_reasons, gave_way, {"number": place[entry], "players": len(listed)}
        )
        for number, table in enumerate(tables, 1)
        for entry in table
    }
    return NextRound(tables, out, reasons | explain_sitting_out(out, past), in_order=True)


def _put_back(
    playing: list[int], sizes: Sequence[int], kept_seats: Mapping[int, TableSeat]
) -> dict[int, int | None]:
    """Put everybody who keeps a seat back into it. The person who would sit there takes the freed place.

    Return people who gave way, each with the person they gave way to; and people who keep the seat, with
    None. If the table has become smaller and the seat is gone, take the nearest seat of the table that
    nobody keeps.
    """
    starts = [end - size for end, size in zip(accumulate(sizes), sizes, strict=True)]
    found, fixed = dict[int, int | None](), set[int]()
    for entry, at in sorted(kept_seats.items(), key=lambda one: (one[1].table, one[1].chair)):
        table = min(at.table, len(sizes)) - 1
        chairs = [starts[table] + chair for chair in range(sizes[table])]
        free = [slot for slot in chairs if slot not in fixed]
        if not free:
            continue
        slot = min(free, key=lambda slot: abs(slot - starts[table] - at.chair + 1))
        now, other = playing.index(entry), playing[slot]
        playing[now], playing[slot] = other, entry
        fixed.add(slot)
        found[entry] = None
        if other != entry:
            found[other] = entry
    return found


def _explain_seat(
    entry: int,
    table: int,
    reasons: Mapping[int, Reason | None],
    gave_way: Mapping[int, int | None],
    numbers: Mapping[str, int],
) -> Reason:
    """Return why a person sits at this table: by result, or because the tables were divided differently."""
    if entry in gave_way:
        whom = gave_way[entry]
        return Reason("ladder_keeps") if whom is None else Reason("ladder_gives_way", {"whom": whom})
    if entry not in reasons:
        return Reason("ladder_end", numbers)
    by_result = reasons[entry]
    if by_result is None:
        return Reason("ladder_waited", numbers)
    figures = {key: figure for key, figure in by_result.figures.items() if key != "to"}
    if by_result.figures["to"] == table:
        return Reason(by_result.code, figures)
    return Reason("ladder_cut", {"place": figures["place"], "table": figures["table"], **numbers})


def list_in_game(facts: Facts, number: int) -> list[int]:
    """Return the list in game ``number``, by table and chair. People who sit out keep their old place."""
    seated = [seat.entry for seat in list_seats(facts, number)]
    here = set(list_expected(facts, number)).difference(seated)
    if number <= 1:
        return seated + [entry for entry in list_expected(facts, number) if entry in here]
    before = list_after_game(facts, number - 1)
    return _insert_kept(seated, {at: entry for at, entry in enumerate(before) if entry in here})


def list_after_game(facts: Facts, number: int) -> list[int]:
    """Return the list after game ``number``, of people present then. Newcomers and returners are last."""
    tables = [table.people for table in rank_tables(facts, number).values()]
    played = {entry for table in tables for entry in table}
    before = list_in_game(facts, number)
    moved = reorder_list(tables, count_movers(tables, facts.settings.moving))
    whole = _insert_kept(moved, {at: entry for at, entry in enumerate(before) if entry not in played})
    here = list_expected(facts, number + 1)
    return [entry for entry in whole if entry in here] + [entry for entry in here if entry not in whole]


def _insert_kept(movers: Sequence[int], kept_places: Mapping[int, int]) -> list[int]:
    """Return ``movers`` in order, with people who keep their place inserted at its index."""
    new = list(movers)
    for at, entry in sorted(kept_places.items()):
        new.insert(at, entry)
    return new


def rank_tables(facts: Facts, number: int) -> dict[int, RankedTable]:
    """Return the people of each table by the result of game ``number``, in the order of its metrics.

    Equal people are ranked by the last deal, then by a cut. People who went home during the game come after
    people who finished it.
    """
    pools = group_pools(facts, number)
    cuts = [cut for cut in facts.cuts if cut.round == number and cut.purpose is Purpose.PLACE]
    here = frozenset(list_expected(facts, number + 1))
    return {
        at: _rank_table(facts, at, [player.entry for player in table.players], pools[at], cuts, here)
        for at, table in build_seated_tables(facts, number).items()
    }


def _rank_table(
    facts: Facts,
    table: int,
    people: Sequence[int],
    pools: Sequence[Pool],
    cuts: Sequence[Cut],
    present: Collection[int],
) -> RankedTable:
    kind = facts.play.kind
    results = kind.compare_game(replace(facts, pools=tuple(pools)))
    last = {line.entry: kind.find_deal_gain(line) or 0 for line in pools[-1].lines} if pools else {}
    finished = last.keys() if pools else frozenset(people)

    def worth(entry: int) -> tuple[bool, tuple[int, int], int]:
        return entry in finished, results.get(entry, (0, 0)), last.get(entry, 0)

    order, equal, need = list[int](), set[int](), None
    for _worth, group in groupby(sorted(people, key=worth, reverse=True), key=worth):
        of_group = sorted(group)
        among = [entry for entry in of_group if entry in present and entry in finished]
        by_cut, missing = order_by_cut(Purpose.PLACE, table, among, cuts)
        order += [*by_cut, *(entry for entry in of_group if entry not in among)]
        need = need or missing
        if len(among) > 1:
            equal.update(among)
    return RankedTable(tuple(order), frozenset(equal), need)


def find_list_places(facts: Facts) -> Mapping[int, int]:
    """Return everybody's place in the list: after the last game. During a game, the place before it."""
    if not facts.rounds:
        return {}
    last = facts.now
    over = last.rung and not awaited.find_awaited_tables(facts, last.number)
    listed = (list_after_game if over else list_in_game)(facts, last.number)
    here = list_presences(facts, last.number + over)
    return {entry: at for at, entry in enumerate((one for one in listed if here[one].plays), 1)}


def _explain_results(history: History) -> dict[int, Reason | None]:
    """Return where everybody belongs by the game (figure ``to``), and why; None for people who sat it out."""
    tables = rank_tables(history.facts, history.number)
    moving = count_movers([table.people for table in tables.values()], history.facts.settings.moving)
    listed = list_in_game(history.facts, history.number)
    why: dict[int, Reason | None] = dict.fromkeys(listed)
    for index, (at, table) in enumerate(tables.items(), 1):
        for place, entry in enumerate(table.people, 1):
            code, to = "ladder_stays", index
            if place <= moving and index > 1:
                code, to = "ladder_up", index - 1
            elif place > len(table.people) - moving and index < len(tables):
                code, to = "ladder_down", index + 1
            figures: dict[str, int | str | tuple[int, ...]] = {"place": place, "table": at, "to": to}
            why[entry] = Reason(f"{code}_cut" if entry in table.equal else code, figures)
    return why
