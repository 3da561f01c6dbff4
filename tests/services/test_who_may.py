"""Who may not run a club is refused by every service that writes for it beside an evening or a season."""

from functools import partial

from accounts.errors import ForbiddenError
from accounts.models import Group, Player
from tests.cast import refused
from tests.played_seasons import a_season
from tests.recordings import played
from tournaments.core.leagues.rules import Rules
from tournaments.evening.services.evenings import league_publish
from tournaments.prizes.services import prize_set_change, prize_set_drop, prize_set_keep
from tournaments.records.services.people import group_drop, group_set, players_merge
from tournaments.seasons.services.leagues import league_create, season_create, season_follow
from tournaments.seasons.services.seasons import SeasonBy, season_prizes_change
from tournaments.transfer.services.imported_results import evening_record
from tournaments.transfer.services.imports import people_import, results_import


def test_who_may_not_run_the_club_is_refused(cast):
    season = a_season(cast)
    group = Group.objects.create(club=cast.club, name="Juniors")
    ann, anna = (Player.objects.create(club=cast.club, name=name) for name in ("Ann", "Anna"))
    club, prizes = {"club": cast.club}, ("yellow",)
    kept = prize_set_keep(by=cast.alice, club=cast.club, name="Ours", prizes=prizes)
    for person in (cast.charlie, cast.vera, cast.sam):
        for act in (
            partial(league_create, by=person, **club, name="League"),
            partial(league_publish, by=person, league=season.league, published=True),
            partial(season_create, by=person, league=season.league, name="Spring", rules=Rules()),
            partial(season_follow, by=person, season=season, name="Spring"),
            partial(season_prizes_change, SeasonBy(season.pk, person), before=(), after=prizes),
            partial(evening_record, actor=person, **club, result=played()),
            partial(people_import, by=person, **club, people=(), mark=""),
            partial(results_import, by=person, **club, evenings=(), mark=""),
            partial(players_merge, by=person, stays=anna, goes=ann),
            partial(group_set, by=person, group=group, name="Young", players=[]),
            partial(group_drop, by=person, group=group),
            partial(prize_set_keep, by=person, **club, name="Mine", prizes=prizes),
            partial(prize_set_change, by=person, prize_set=kept, before=prizes, after=()),
            partial(prize_set_drop, by=person, prize_set=kept),
        ):
            with refused("role", error=ForbiddenError):
                act()
    with refused("role", error=ForbiddenError):
        evening_record(actor=cast.alice, club=cast.other_club, result=played())
