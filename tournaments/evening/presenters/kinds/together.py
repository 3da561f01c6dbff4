"""Pages of games that a table wins or loses as one: no points, but rounds and hands."""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, count, repeat

from django.utils.translation import gettext, ngettext

from accounts.errors import gettext_noop as _
from games.rules.deals import Deal
from games.rules.game import outcome
from games.rules.schedules import schedule
from tournaments.core.evening import Play
from tournaments.core.kinds import dealing
from tournaments.core.movement.chairs import Player
from tournaments.core.record import Line, Pool
from tournaments.core.settings import Settings
from tournaments.evening.presenters.kinds.points import PointsPages, began_with, bid_in_words
from tournaments.evening.presenters.kinds.progress import Progress, cards_in_words


class TogetherPages(PointsPages):
    figures = {"hands": _("Deals needed")}

    def result(self, lines: Sequence[Line], name: Callable[[int], str]) -> str:
        return "; ".join(f"{name(line.entry)} {bid_in_words(line)}" for line in lines)

    def whole_game(
        self, play: Play, sitting: Sequence[Player], pools: Sequence[Pool], *, stopped: bool
    ) -> Progress:
        if not play.kind.enough(play, len(sitting)):
            return super().whole_game(play, sitting, pools, stopped=stopped)
        game, began = dealing.require_bids(play), began_with(sitting, pools)
        rounds = len(schedule(game, began, play.chosen))
        plan = None if stopped else play.format.deal(play, 1, len(sitting), pools)
        if plan is not None:
            figures = {"round": plan.round, "rounds": rounds, "hand": len(pools) + 1}
            words = gettext("Round %(round)s of %(rounds)s, deal %(hand)s") % figures
            return Progress(words, cards_in_words(plan))
        result = outcome(game, began, play.chosen, dealing.played(play, began, pools), stopped=stopped)
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
