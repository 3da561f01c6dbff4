"""Who leaves each table at a bell, by which rule, and why everybody else there stays.

One person goes up from every table but the head, and one goes down from the head to the booby
table. Here only the people are found among whom the rule picks; counters and cuts pick the one.
"""

from collections.abc import Collection, Sequence

from tournaments.core.movement.chairs import HEAD, Limits, Player, Table, held_back, sizes
from tournaments.core.movement.cuts import Choice, Pick, Rule
from tournaments.core.reasons import Reason
from tournaments.core.record import Purpose
from tournaments.core.settings import AllCalled

# Who moves up (docs/rules.md#one-round, 3): the pool's winner ...
WINNER = Rule(Purpose.UP, None, only="up_won", counted="", cut="up_won_cut", due="cut_up_won")
# ... at a table that could not finish, the highest cut ...
UNFINISHED = Rule(Purpose.UP, None, only="up_void", counted="", cut="up_void_cut", due="cut_up_void")
# ... for a winner who keeps their seat, the richest caller, or the richest other if nobody called ...
CALLER = Rule(
    Purpose.UP, max, only="up_caller", counted="up_caller_most", cut="up_caller_cut", due="cut_up_equal"
)
OTHER = Rule(
    Purpose.UP, max, only="up_other", counted="up_other_most", cut="up_other_cut", due="cut_up_equal"
)
# ... and for a winner who dropped out, the table's richest.
HEIR = Rule(Purpose.UP, max, only="up_heir", counted="up_heir_most", cut="up_heir_cut", due="cut_up_equal")
# Who goes down (4, 5): the fewest not in the call, or the fewest caller where one of them must.
FEWEST = Rule(Purpose.DOWN, min, only="down", counted="down_fewest", cut="down_cut", due="cut_down")
FEWEST_VOID = Rule(
    Purpose.DOWN, min, only="down_void", counted="down_void_fewest", cut="down_void_cut", due="cut_down"
)
FEWEST_CALLER = Rule(
    Purpose.DOWN, min, only="down_caller", counted="down_caller_fewest", cut="down_caller_cut", due="cut_down"
)


def leaving(tables: Sequence[Table], all_called: AllCalled, limits: Limits) -> dict[int, Choice]:
    """By table, those among whom it is picked who leaves it; one table alone moves nobody."""
    if len(tables) == 1:
        return {}
    choices: dict[int, Choice] = {}
    for position, table in enumerate(tables[1:], start=HEAD + 1):
        rule, among = _going_up(table)
        if among:
            choices[position] = Choice(rule, position, among, {"table": position})
    fewest = _not_in_call(tables[0])
    callers = _callers(tables[0])
    if fewest:
        choices[HEAD] = Choice(FEWEST if tables[0].decided else FEWEST_VOID, HEAD, fewest, {})
    elif callers and (
        all_called is AllCalled.FEWEST_GOES or _one_must_go_down(tables, choices.keys(), limits)
    ):
        choices[HEAD] = Choice(FEWEST_CALLER, HEAD, callers, {})
    return choices


def _going_up(table: Table) -> tuple[Rule, tuple[Player, ...]]:
    """The rule by which somebody moves up from this table, and those who may."""
    may_go = _may_go(table)
    winners = tuple(player for player in may_go if player.entry in table.winners)
    callers = tuple(player for player in may_go if player.entry in table.in_call)
    if not table.decided:
        return UNFINISHED, may_go
    if winners:
        return WINNER, winners
    if not any(player.entry in table.winners for player in table.playing):
        return HEIR, may_go
    return (CALLER, callers) if callers else (OTHER, may_go)


def _may_go(table: Table) -> tuple[Player, ...]:
    return tuple(player for player in table.playing if player.may_go)


def _not_in_call(head: Table) -> tuple[Player, ...]:
    return tuple(player for player in _may_go(head) if player.entry not in head.protected)


def _callers(head: Table) -> tuple[Player, ...]:
    """The protected who did not win: where everybody was in the call, one of them may have to go."""
    return tuple(p for p in _may_go(head) if p.entry in head.protected - head.winners)


def _one_must_go_down(tables: Sequence[Table], going_up: Collection[int], limits: Limits) -> bool:
    """Whether, if nobody went down, the head table would be too full or the booby table too small.

    That is so when somebody would then be held back whom one going down sets free, or when the booby
    table is too small already.
    """
    if sizes(tables)[len(tables)] < limits.fewest:
        return True
    staying = held_back(sizes(tables), going_up, limits)
    going = held_back(sizes(tables), {HEAD, *going_up}, limits)
    return bool(staying.keys() - going.keys())


def nobody_leaves(position: int, table: Table) -> Reason:
    """Why nobody leaves a table that has nobody to pick from."""
    called = position == HEAD and _callers(table)
    return Reason("all_called" if called else "nobody_may_go", {"table": position})


def stays(player: Player, position: int, table: Table, made: Pick | None) -> Reason:
    """Why somebody who was not picked stays at this table; ``made`` is what was picked there."""
    won = table.decided and player.entry in table.winners
    if player.left:
        return Reason("left")
    if made is not None and (why := made.passed_over(player)):
        return why
    if position == HEAD:
        return _stays_at_head(player, table, made)
    if won and player.keeps_seat:
        return Reason("won_keeps_seat", {"table": position})
    return Reason("keeps_seat") if player.keeps_seat else Reason("not_won", {"table": position})


def _stays_at_head(player: Player, head: Table, made: Pick | None) -> Reason:
    if made is not None and player in made.choice.among:
        return Reason("head_more", {"counters": player.counters or 0})
    if head.decided and player.entry in head.winners:
        return Reason("head_won")
    return Reason("head_called") if player.entry in head.protected else Reason("keeps_seat")
