"""The rules of a bell for each table: who may go up or down, why others stay, and who takes a yellow chip.

One person goes up from every table but the head, and one goes down from the head to the booby table. This
module only finds the people among whom the rule picks; counters and cuts pick one of them. The head table
gives a yellow chip for each of its pools.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.core.movement.cuts import Choice, CutNeed, Pick, Rule, list_cards, settle, walk
from tournaments.core.movement.seating import (
    HEAD,
    Limits,
    SeatedPlayer,
    SeatedTable,
    count_sizes,
    find_held_back,
)
from tournaments.core.reasons import Reason
from tournaments.core.record import Cut, Pool, Purpose
from tournaments.core.settings import AllCalled

# Who moves up (docs/rules.md#one-round, 3): the pool's winner ...
WINNER = Rule(Purpose.UP, None, only="up_won", count_code="", cut="up_won_cut", due_code="cut_up_won")
# ... at a table that could not finish, the highest cut ...
UNFINISHED = Rule(Purpose.UP, None, only="up_void", count_code="", cut="up_void_cut", due_code="cut_up_void")
# ... for a winner who keeps their seat, the richest caller, or the richest other if nobody called ...
CALLER = Rule(
    Purpose.UP,
    max,
    only="up_caller",
    count_code="up_caller_most",
    cut="up_caller_cut",
    due_code="cut_up_equal",
)
OTHER = Rule(
    Purpose.UP, max, only="up_other", count_code="up_other_most", cut="up_other_cut", due_code="cut_up_equal"
)
# ... and for a winner who dropped out, the table's richest.
HEIR = Rule(
    Purpose.UP, max, only="up_heir", count_code="up_heir_most", cut="up_heir_cut", due_code="cut_up_equal"
)
# Who goes down (4, 5): the fewest not in the call, or the fewest caller where one of them must.
FEWEST = Rule(Purpose.DOWN, min, only="down", count_code="down_fewest", cut="down_cut", due_code="cut_down")
FEWEST_VOID = Rule(
    Purpose.DOWN,
    min,
    only="down_void",
    count_code="down_void_fewest",
    cut="down_void_cut",
    due_code="cut_down",
)
FEWEST_CALLER = Rule(
    Purpose.DOWN,
    min,
    only="down_caller",
    count_code="down_caller_fewest",
    cut="down_caller_cut",
    due_code="cut_down",
)


def find_leavers(tables: Sequence[SeatedTable], all_called: AllCalled, limits: Limits) -> dict[int, Choice]:
    """Return, by table, the people of whom one leaves. If there is only one table, nobody moves."""
    if len(tables) == 1:
        return {}
    choices: dict[int, Choice] = {}
    for position, table in enumerate(tables[1:], start=HEAD + 1):
        rule, among = _find_movers_up(table)
        if among:
            choices[position] = Choice(rule, position, among, {"table": position})
    fewest = _find_not_in_call(tables[0])
    callers = _find_callers(tables[0])
    if fewest:
        choices[HEAD] = Choice(FEWEST if tables[0].decided else FEWEST_VOID, HEAD, fewest, {})
    elif callers and (all_called is AllCalled.FEWEST_GOES or _needs_one_down(tables, choices.keys(), limits)):
        choices[HEAD] = Choice(FEWEST_CALLER, HEAD, callers, {})
    return choices


def _find_movers_up(table: SeatedTable) -> tuple[Rule, tuple[SeatedPlayer, ...]]:
    """Return the rule by which somebody moves up from this table, and people who may."""
    may_go = _find_movable(table)
    winners = tuple(player for player in may_go if player.entry in table.winners)
    callers = tuple(player for player in may_go if player.entry in table.in_call)
    if not table.decided:
        return UNFINISHED, may_go
    if winners:
        return WINNER, winners
    if not any(player.entry in table.winners for player in table.playing):
        return HEIR, may_go
    return (CALLER, callers) if callers else (OTHER, may_go)


def _find_movable(table: SeatedTable) -> tuple[SeatedPlayer, ...]:
    return tuple(player for player in table.playing if player.may_go)


def _find_not_in_call(head: SeatedTable) -> tuple[SeatedPlayer, ...]:
    return tuple(player for player in _find_movable(head) if player.entry not in head.protected)


def _find_callers(head: SeatedTable) -> tuple[SeatedPlayer, ...]:
    """Return the protected players who did not win.

    If everybody was in the call, one of them may have to go.
    """
    return tuple(p for p in _find_movable(head) if p.entry in head.protected - head.winners)


def _needs_one_down(tables: Sequence[SeatedTable], going_up: Collection[int], limits: Limits) -> bool:
    """Return whether the head table would be too full, or the booby table too small, if nobody went down.

    This is so if somebody is held back who could move if one person went down. It is also so if the booby
    table is already too small.
    """
    if count_sizes(tables)[len(tables)] < limits.fewest:
        return True
    staying = find_held_back(count_sizes(tables), going_up, limits)
    going = find_held_back(count_sizes(tables), {HEAD, *going_up}, limits)
    return bool(staying.keys() - going.keys())


def explain_nobody_leaves(position: int, table: SeatedTable) -> Reason:
    """Return why nobody leaves a table at which nobody can be picked."""
    called = position == HEAD and _find_callers(table)
    return Reason("all_called" if called else "nobody_may_go", {"table": position})


def explain_stay(player: SeatedPlayer, position: int, table: SeatedTable, pick_made: Pick | None) -> Reason:
    """Return why a player who was not picked stays at this table. ``pick_made`` is the pick made there."""
    won = table.decided and player.entry in table.winners
    if player.has_left:
        return Reason("left")
    if pick_made is not None and (why := pick_made.explain_passed_over(player)):
        return why
    if position == HEAD:
        return _explain_stay_at_head(player, table, pick_made)
    if won and player.keeps_seat:
        return Reason("won_keeps_seat", {"table": position})
    return Reason("keeps_seat") if player.keeps_seat else Reason("not_won", {"table": position})


def _explain_stay_at_head(player: SeatedPlayer, head: SeatedTable, pick_made: Pick | None) -> Reason:
    if pick_made is not None and player in pick_made.choice.among:
        return Reason("head_more", {"counters": player.counters or 0})
    if head.decided and player.entry in head.winners:
        return Reason("head_won")
    return Reason("head_called") if player.entry in head.protected else Reason("keeps_seat")


NOBODY: Mapping[int, Collection[int]] = {}


@dataclass(frozen=True)
class Chip:
    """A yellow chip: the head table's pool of this round and deal, and who took it.

    A chip does not depend on moves. A person who keeps a seat can win one, and so can a winner who left.
    """

    round: int
    deal: int
    entry: int


@dataclass(frozen=True)
class Chips:
    """The yellow chips taken, and the cuts still needed, each with its round."""

    taken: tuple[Chip, ...]
    needs: tuple[tuple[int, CutNeed], ...]


def find_head_chip(head: SeatedTable, cuts: Iterable[Cut]) -> int | CutNeed | None:
    """Return who takes the chip of the head table's last pool at the bell. None if the deal is void."""
    if not head.decided:
        return None
    playing = {player.entry for player in head.playing}
    return _find_chip(head.winners, head.winners - playing, head.deal, cuts)


def explain_chip(head: SeatedTable, chip: int | CutNeed | None, cuts: Collection[Cut]) -> dict[int, Reason]:
    """Return why people who share the head table's pool stay: they must cut for the chip, or have cut."""
    here = frozenset(player.entry for player in head.playing) & head.winners
    if chip is None or len(head.winners) < 2:
        return {}
    by_all = walk(Purpose.CHIP, HEAD, head.winners, head.deal, cuts)[0]
    attempts = by_all or walk(Purpose.CHIP, HEAD, here, head.deal, cuts)[0]
    due = chip.among if isinstance(chip, CutNeed) else ()
    verdicts = {entry: Reason("must_cut", {"others": due}) for entry in here.intersection(due)}
    for entry in here.intersection(dict(attempts[0]) if attempts else ()).difference(due):
        cards = list_cards(attempts, entry)
        verdicts[entry] = Reason("head_won_cut" if entry == chip else "cut_lower", cards)
    return verdicts


def _find_chip(
    winners: Collection[int], leavers: Collection[int], deal: int, cuts: Iterable[Cut]
) -> int | CutNeed:
    """Return who takes the chip of a head pool: the winner, even after leaving; of several, the highest cut.

    People who left before the cut for a divided pool do not cut. A cut that all of them made is valid.
    """
    cuts = tuple(cuts)
    among_all = settle(Purpose.CHIP, HEAD, winners, deal, cuts)
    here = [entry for entry in winners if entry not in leavers]
    if isinstance(among_all, int) or not here:
        return among_all
    return settle(Purpose.CHIP, HEAD, here, deal, cuts)


def find_yellow_chips(
    pools: Iterable[Pool],
    cuts: Iterable[Cut],
    leavers: Mapping[int, Collection[int]] = NOBODY,
) -> Chips:
    """Return who took a yellow chip for each of the head table's pools, in order of play.

    ``leavers``: by round, people who dropped out during it. They do not cut for a divided pool.
    """
    taken, needs, cuts = list[Chip](), list[tuple[int, CutNeed]](), tuple(cuts)
    decided = (pool for pool in pools if pool.position == HEAD and pool.winners)
    for pool in sorted(decided, key=lambda pool: (pool.round, pool.deal)):
        made = [cut for cut in cuts if cut.round == pool.round]
        who = _find_chip(pool.winners, leavers.get(pool.round, ()), pool.deal, made)
        if isinstance(who, CutNeed):
            needs.append((pool.round, who))
        else:
            taken.append(Chip(pool.round, pool.deal, who))
    return Chips(tuple(taken), tuple(needs))
