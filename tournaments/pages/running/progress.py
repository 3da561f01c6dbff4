"""How far each table is: the deal that comes next; with bids the points so far, and who leads or has won."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext, ngettext

from games.describe.schedule import special, trump
from games.rules.deals import BidGame, Deal, End, Trump
from games.rules.game import Outcome, outcome
from games.rules.schedules import schedule
from tournaments.core.evening import Facts, Play
from tournaments.core.kinds import awaited, dealing
from tournaments.core.kinds.scores import scored
from tournaments.core.movement import position
from tournaments.core.record import Pool
from tournaments.core.settings import Settings

TableKey = tuple[int, int]
"""A table in a round: the round's number, and the table's."""


@dataclass(frozen=True)
class Progress:
    """One table's round, or its whole game.

    ``deal`` is the one that comes next in words, or what became of the game. ``points`` are those of the
    evening so far, of a whole game those in it; ``best`` who has the most of them, once there are any.
    ``won``: a game that is won together was; None while it is not over, and in other games.
    """

    deal: str = ""
    cards: str = ""
    points: Mapping[int, int] = field(default_factory=dict)
    best: tuple[int, ...] = ()
    won: bool | None = None


def cards_in_words(deal: Deal) -> str:
    """How many cards a deal has, and what is special about it: "3 cards, no trump"."""
    if deal.by_call and not deal.cards:
        return gettext("dealer’s choice")
    cards = ngettext("%(n)s card", "%(n)s cards", deal.cards) % {"n": deal.cards}
    if deal.trump is Trump.NONE and not deal.precedence:
        cards = gettext("%(cards)s, no trump") % {"cards": cards}
    elif deal.trump is Trump.FIXED:
        cards = gettext("%(cards)s, trump %(suit)s") % {"cards": cards, "suit": trump(deal)}
    return ", ".join((cards, *special(deal)))


def progress(facts: Facts, number: int) -> dict[int, Progress]:
    """Every table of the round, by number; none where people move and counters are played for."""
    return facts.play.format.of(PROGRESS)(facts, number)


def _of_games(facts: Facts, number: int) -> dict[int, Progress]:
    game, pools = facts.play.bids, position.pools_by_table(facts, number)
    tables = position.positions(facts, number)
    if game is None:
        out = awaited.still_out(facts, number)
        return {table: _pools(facts.settings, pools[table], out=table in out) for table in tables}
    sitting = _sitting(facts, number)
    ended = {table.position for table in facts.tables if table.round == number and table.ending}
    return {
        table: _whole_game(facts.play, game, sitting[table], pools[table], stopped=table in ended)
        for table in tables
    }


def _of_deals(facts: Facts, number: int) -> dict[int, Progress]:
    if facts.play.bids is None:
        return {}
    pools, sitting, totals = position.pools_by_table(facts, number), _sitting(facts, number), scored(facts)
    points = {
        entry: totals[entry].score if entry in totals else 0 for entry in position.playing(facts, number)
    }
    return {
        table: _one_deal(facts.play, number, sitting[table], pools[table], points)
        for table in position.positions(facts, number)
    }


PROGRESS = {"games": _of_games, "moving": _of_deals}
"""How far the tables are, by the format."""


def _sitting(facts: Facts, number: int) -> dict[int, list[int]]:
    """Who plays at each table, in seat order."""
    playing, sitting = set(position.playing(facts, number)), defaultdict[int, list[int]](list)
    for seat in position.seats_of(facts, number):
        if seat.entry in playing:
            sitting[seat.position].append(seat.entry)
    return sitting


def _one_deal(
    play: Play, number: int, sitting: Sequence[int], pools: Sequence[Pool], points: Mapping[int, int]
) -> Progress:
    """The table's only deal in a round; ``points`` are everybody's of the evening."""
    players = len(pools[0].lines) if pools else len(sitting)
    if not dealing.enough(play, players):
        return Progress(points=points)
    plan = dealing.bid_deal(play, number, players, ())
    words = gettext("Deal %(deal)s") % {"deal": number}
    return Progress(words, cards_in_words(plan) if plan else "", points)


def same_deal(play: Play, how_far: Mapping[int, Progress]) -> str:
    """The deal that all tables of the round play, in words; "" where it is not the same at all of them."""
    return play.format.of(SAME_DEAL)(how_far)


def _deal_of_all(how_far: Mapping[int, Progress]) -> str:
    deals = {(at.deal, at.cards) for at in how_far.values() if at.deal}
    return ": ".join(filter(None, deals.pop())) if len(deals) == 1 else ""


def _own_games(how_far: Mapping[int, Progress]) -> str:
    return ""


SAME_DEAL = {"moving": _deal_of_all, "games": _own_games}
"""The deal that all tables play, by the format."""


def _pools(settings: Settings, pools: Sequence[Pool], *, out: bool) -> Progress:
    """A game of so many pools."""
    if not out:
        return Progress(_stood(pools))
    figures = {"deal": len(pools) + 1, "deals": settings.deals}
    return Progress(gettext("Deal %(deal)s of %(deals)s") % figures)


def _whole_game(
    play: Play, game: BidGame, sitting: Sequence[int], pools: Sequence[Pool], *, stopped: bool
) -> Progress:
    points = dict.fromkeys(sitting, 0)
    for pool in pools:
        for line in pool.lines:
            points[line.entry] = points.get(line.entry, 0) + (line.score or 0)
    if not dealing.enough(play, len(sitting)):
        return Progress(_stood(pools), points=points, best=_best(points, pools))
    plan = None if stopped else dealing.bid_deal(play, 1, len(sitting), pools)
    began = len(pools[0].lines) if pools else len(sitting)
    made = _Made(play, game, began, pools, plan, stopped)
    return play.kind.of(WHOLE_GAME)(made, points)


@dataclass(frozen=True)
class _Made:
    """A whole game under way: those with whom it ``began``, its deals, the ``plan`` of the next one."""

    play: Play
    game: BidGame
    began: int
    pools: Sequence[Pool]
    plan: Deal | None
    stopped: bool


def _alone(made: _Made, points: Mapping[int, int]) -> Progress:
    play, game, began, pools, plan = made.play, made.game, made.began, made.pools, made.plan
    if plan is None:
        return Progress(_stood(pools), points=points, best=_best(points, pools))
    words = _deal_of(game, plan, len(schedule(game, began, play.chosen)))
    return Progress(words, cards_in_words(plan), points, _best(points, pools))


def _together(made: _Made, points: Mapping[int, int]) -> Progress:
    """A game that a table wins or loses as one has no points: what counts are its rounds and hands."""
    result = outcome_of(made.play, made.game, made.pools, stopped=made.stopped)
    rounds = len(schedule(made.game, made.began, made.play.chosen))
    if made.plan is not None:
        figures = {"round": made.plan.round, "rounds": rounds, "hand": len(made.pools) + 1}
        words = gettext("Round %(round)s of %(rounds)s, hand %(hand)s") % figures
        return Progress(words, cards_in_words(made.plan))
    hands = result.hands_used if result else 0
    if result and result.all_win:
        return Progress(_won(hands), won=True)
    return Progress(
        gettext("Lost: %(won)s of %(rounds)s rounds won")
        % {"won": result.rounds_won if result else 0, "rounds": rounds},
        won=False,
    )


WHOLE_GAME = {"points": _alone, "together": _together}
"""How far a whole game is, by the kind of play."""


def _won(hands: int) -> str:
    return ngettext("Won with %(n)s hand", "Won with %(n)s hands", hands) % {"n": hands}


def outcome_of(play: Play, game: BidGame, pools: Sequence[Pool], *, stopped: bool) -> Outcome | None:
    """How a whole game stands by its decided deals; None before the first."""
    if not pools:
        return None
    began = len(pools[0].lines)
    return outcome(game, began, play.chosen, dealing.played(play, began, pools), stopped=stopped)


def _deal_of(game: BidGame, plan: Deal, deals: int) -> str:
    if game.end is End.TARGET:
        return gettext("Deal %(deal)s, up to %(target)s points") % {
            "deal": plan.number,
            "target": game.target,
        }
    return gettext("Deal %(deal)s of %(deals)s") % {"deal": plan.number, "deals": deals}


def _stood(pools: Sequence[Pool]) -> str:
    """A game that is over, all deals played or not."""
    return ngettext("Over after %(n)s deal", "Over after %(n)s deals", len(pools)) % {"n": len(pools)}


def _best(points: Mapping[int, int], pools: Sequence[Pool]) -> tuple[int, ...]:
    """Who has the most of those in the last deal; nobody before the first."""
    still = [line.entry for line in pools[-1].lines] if pools else []
    most = max((points[entry] for entry in still), default=0)
    return tuple(entry for entry in still if points[entry] == most)
