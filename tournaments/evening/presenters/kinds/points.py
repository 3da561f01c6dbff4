"""Pages of games in which players bid and score points."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count

from django.utils.translation import gettext, ngettext

from accounts.errors import gettext_noop as _
from games.rules.deals import Deal, End
from games.rules.schedules import schedule
from tournaments.base.words import plain, signed
from tournaments.core.evening import Facts, Play
from tournaments.core.kinds import dealing
from tournaments.core.kinds.scores import NOTHING, scored
from tournaments.core.movement import position
from tournaments.core.movement.chairs import Player
from tournaments.core.record import Line, Pool
from tournaments.core.settings import Settings
from tournaments.evening.presenters.kinds.counter_lines import CounterLine, at_table
from tournaments.evening.presenters.kinds.kind import KindPages, TableWithout
from tournaments.evening.presenters.kinds.progress import Progress, cards_in_words, stood


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
        pools, totals = position.pools_by_table(facts, number), scored(facts)
        points = {entry: totals.get(entry, NOTHING).score for entry in position.playing(facts, number)}
        return {
            at: _single_deal(facts.play, number, table.playing, pools[at], points)
            for at, table in position.tables_seated(facts, number).items()
        }

    def whole_games(self, facts: Facts, number: int) -> dict[int, Progress]:
        pools = position.pools_by_table(facts, number)
        ended = {table.position for table in facts.tables if table.round == number and table.ending}
        return {
            at: self.whole_game(facts.play, table.playing, pools[at], stopped=at in ended)
            for at, table in position.tables_seated(facts, number).items()
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
        game = dealing.require_bids(play)
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
    """With how many a table began its round: its schedule stays theirs."""
    return len(pools[0].lines) if pools else len(sitting)


def _single_deal(
    play: Play, number: int, sitting: Sequence[Player], pools: Sequence[Pool], points: Mapping[int, int]
) -> Progress:
    """The table's only deal in a round; ``points`` are everybody's of the evening."""
    players = began_with(sitting, pools)
    if not play.kind.enough(play, players):
        return Progress(points=points, whole=False)
    plan = play.format.deal(play, number, players, ())
    return Progress(cards_in_words(plan), points=points, whole=False)


def _deal_of(play: Play, plan: Deal, began: int) -> str:
    game = dealing.require_bids(play)
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
