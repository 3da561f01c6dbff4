"""Prizes of a season that no rule decides: given by hand, and taken back in the open."""

from collections.abc import Sequence
from typing import Annotated

from accounts.models import Player
from accounts.players.selectors.players import kept
from tournaments.base.arguments import MOST_PEOPLE, Limits, Name, PlayerNo
from tournaments.core.leagues.rules import SeasonStage
from tournaments.models import Award
from tournaments.prizes.services.gifts import GivenPrize, gift_of, taken_back
from tournaments.seasons.services.journal import SeasonAct, booked
from tournaments.standings.selectors.season_winners import OUTSIDE, winners_by_prize

SeasonWinners = Annotated[Sequence[PlayerNo], Limits("Who won it.", least=1, most=MOST_PEOPLE)]


@booked(
    "season_prize_given",
    SeasonStage.OPEN,
    SeasonStage.CLOSED,
    asks_reason=True,
    title="Give a prize of the season by hand",
)
def season_prize_give(act: SeasonAct, *, title: Name, winners: SeasonWinners) -> None:
    """Give a prize by hand to players of the club's list. RuleError at ``title`` or ``winners``."""
    club = act.season.league.club_id
    into = kept(club)
    players = [into.get(player, player) for player in winners]
    known = Player.objects.filter(club=club).values_list("pk", flat=True)
    award = gift_of(act.season.gifts.all(), title, players, known, act.line.reason)
    award.season = act.season
    award.save()
    award.players.set(players)
    if any(one.removed for one in winners_by_prize([award])[award.pk]):
        award.figures[OUTSIDE] = True
        award.save(update_fields=["figures"])
    _note(act, award)


@booked(
    "season_prize_taken_back",
    SeasonStage.OPEN,
    SeasonStage.CLOSED,
    asks_reason=True,
    title="Take back a prize of the season that was given by hand",
)
def season_prize_take_back(act: SeasonAct, *, prize: GivenPrize) -> None:
    """Take back a prize that was given by hand. RuleError at ``prize``."""
    _note(act, taken_back(act.season.gifts.all(), prize))


def _note(act: SeasonAct, award: Award) -> None:
    people = award.players.order_by("pk").values_list("pk", "name")
    act.note(
        prize=award.prize, title=award.title, people=[{"player": pk, "name": name} for pk, name in people]
    )
