"""Pages of games in which players bid and score points, or in which a table wins or loses together."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, count, repeat

from django.utils.translation import gettext, ngettext

from accounts.errors import gettext_noop as _
from games.rules.deals import Deal, End
from games.rules.game import outcome
from games.rules.schedules import schedule
from tournaments.base.words import plain, signed
from tournaments.core.evening import Facts, Play
from tournaments.core.kinds.counters import played, require_bids
from tournaments.core.kinds.points import NOTHING, scored
from tournaments.core.movement.seating import Player, playing, pools_by_table, tables_seated
from tournaments.core.record import Line, Pool
from tournaments.core.settings import Settings
from tournaments.evening.presenters.kinds.kind import (
    CounterLine,
    KindPages,
    Progress,
    TableWithout,
    at_table,
    cards_in_words,
    stood,
)


class PointsPages(KindPages):
    best_deal = _("Best deal, in points")
    figures = {"score": _("Points"), "exact": _("Exact bids")}
    picture = ("points", _("Points, round by round"))

    def result(self, lines: Sequence[Line], name: Callable[[int], str]) -> str:
        return "; ".join(f"{name(line.entry)} {bid_in_words(line)} ({signed(line.score)})" for line in lines)

    def lines(self, facts: Facts, entry: int) -> tuple[CounterLine, ...]:
        """Return the bid, the tricks and the score of each deal. A game won together has no points."""
        several, written, total = facts.play.several_deals(facts.settings), list[CounterLine](), 0
        for pool in sorted(facts.pools, key=lambda pool: (pool.round, pool.deal)):
            for line in pool.lines:
                if line.entry == entry:
                    won = facts.play.kind.brought(line)
                    total += won or 0
                    what = f"{at_table(pool.position, pool.deal, several)}: {bid_in_words(line)}"
                    balance = plain(None if won is None else total)
                    written.append(CounterLine(what, signed(won), balance, round=pool.round, below=False))
        return tuple(written)

    def leaving(self, play: Play, known: int | None, goes: TableWithout, *, plays: bool, paused: bool) -> str:
        if not goes.stays:
            return ""
        if not play.kind.enough(play, goes.stays):
            text = gettext("Table %(table)s has too few players then and cannot play on.")
        elif goes.bid:
            text = gettext(
                "The current deal at table %(table)s is cancelled. It is dealt again without this player."
            )
        else:
            text = gettext("Table %(table)s plays on without this player.")
        return text % {"table": goes.table}

    def pausing(self, play: Play, known: int | None, goes: TableWithout, *, plays: bool) -> str:
        table = self.leaving(play, known, goes, plays=plays, paused=False)
        back = gettext("The player gets no seat before they are back.")
        return f"{table} {back}".lstrip()

    def single_deals(self, facts: Facts, number: int) -> dict[int, Progress]:
        pools, totals = pools_by_table(facts, number), scored(facts)
        points = {entry: totals.get(entry, NOTHING).score for entry in playing(facts, number)}
        return {
            at: _single_deal(facts.play, number, table.playing, pools[at], points)
            for at, table in tables_seated(facts, number).items()
        }

    def whole_games(self, facts: Facts, number: int) -> dict[int, Progress]:
        pools = pools_by_table(facts, number)
        ended = {table.position for table in facts.tables if table.round == number and table.ending}
        return {
            at: self.whole_game(facts.play, table.playing, pools[at], stopped=at in ended)
            for at, table in tables_seated(facts, number).items()
        }

    def whole_game(
        self, play: Play, sitting: Sequence[Player], pools: Sequence[Pool], *, stopped: bool
    ) -> Progress:
        """Return how far a table is in its game."""
        points = {player.entry: 0 for player in sitting}
        for line in (line for pool in pools for line in pool.lines):
            points[line.entry] = points.get(line.entry, 0) + (line.score or 0)
        plays = play.kind.enough(play, len(sitting)) and not stopped
        plan = play.format.deal(play, 1, len(sitting), pools) if plays else None
        words = _deal_of(play, plan, began_with(sitting, pools)) if plan else stood(pools)
        return Progress(words, cards_in_words(plan), points, _best(points, pools))

    def coming_deals(
        self, play: Play, settings: Settings, began: int, pools: Sequence[Pool]
    ) -> Iterable[tuple[int, Deal | None]]:
        game = require_bids(play)
        every, first = schedule(game, began, play.chosen), len(pools) + 1
        if game.end is End.TARGET:
            return ((number, every[0]) for number in count(first))
        return enumerate(every[len(pools) :], first)


def bid_in_words(line: Line) -> str:
    """Return a bid, its tricks and its revokes in words."""
    figures = {"bid": line.bid, "tricks": line.tricks}
    if line.bid == line.tricks:
        words = gettext("bid %(bid)s, exact") % figures
    else:
        words = gettext("bid %(bid)s, tricks %(tricks)s") % figures
    if not line.revokes:
        return words
    revokes = ngettext("%(n)s revoke", "%(n)s revokes", line.revokes) % {"n": line.revokes}
    return ", ".join((words, revokes))


def began_with(sitting: Sequence[Player], pools: Sequence[Pool]) -> int:
    """Return with how many a table began its round: its schedule stays theirs."""
    return len(pools[0].lines) if pools else len(sitting)


def _single_deal(
    play: Play, number: int, sitting: Sequence[Player], pools: Sequence[Pool], points: Mapping[int, int]
) -> Progress:
    """Return the table's only deal in a round. ``points`` are everybody's of the evening."""
    players = began_with(sitting, pools)
    if not play.kind.enough(play, players):
        return Progress(points=points, whole=False)
    plan = play.format.deal(play, number, players, ())
    return Progress(cards_in_words(plan), points=points, whole=False)


def _deal_of(play: Play, plan: Deal, began: int) -> str:
    game = require_bids(play)
    if game.end is End.TARGET:
        return gettext("Deal %(deal)s, up to %(target)s points") % {
            "deal": plan.number,
            "target": game.target,
        }
    deals = len(schedule(game, began, play.chosen))
    return gettext("Deal %(n)s of %(of)s") % {"n": plan.number, "of": deals}


def _best(points: Mapping[int, int], pools: Sequence[Pool]) -> tuple[int, ...]:
    """Return the leaders among the players of the last deal; nobody before the first."""
    still = [line.entry for line in pools[-1].lines] if pools else []
    most = max((points[entry] for entry in still), default=0)
    return tuple(entry for entry in still if points[entry] == most)


class TogetherPages(PointsPages):
    figures = {"hands": _("Deals needed")}

    def result(self, lines: Sequence[Line], name: Callable[[int], str]) -> str:
        return "; ".join(f"{name(line.entry)} {bid_in_words(line)}" for line in lines)

    def whole_game(
        self, play: Play, sitting: Sequence[Player], pools: Sequence[Pool], *, stopped: bool
    ) -> Progress:
        if not play.kind.enough(play, len(sitting)):
            return super().whole_game(play, sitting, pools, stopped=stopped)
        game, began = require_bids(play), began_with(sitting, pools)
        rounds = len(schedule(game, began, play.chosen))
        plan = None if stopped else play.format.deal(play, 1, len(sitting), pools)
        if plan is not None:
            figures = {"round": plan.round, "rounds": rounds, "hand": len(pools) + 1}
            words = gettext("Round %(round)s of %(rounds)s, deal %(hand)s") % figures
            return Progress(words, cards_in_words(plan))
        result = outcome(game, began, play.chosen, played(play, began, pools), stopped=stopped)
        if result.all_win:
            return Progress(_won(result.hands_used), won=True)
        figures = {"won": result.rounds_won, "rounds": rounds}
        return Progress(gettext("Lost: %(won)s of %(rounds)s rounds won") % figures, won=False)

    def coming_deals(
        self, play: Play, settings: Settings, began: int, pools: Sequence[Pool]
    ) -> Iterable[tuple[int, Deal | None]]:
        plans = chain([play.format.deal(play, 1, began, pools)], repeat(None))
        return zip(count(len(pools) + 1), plans, strict=False)


def _won(hands: int) -> str:
    return ngettext("Won in %(n)s deal", "Won in %(n)s deals", hands) % {"n": hands}
