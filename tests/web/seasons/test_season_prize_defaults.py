"""Under no scheme does a prize that is left as proposed go to the last of the season."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from tests.api.described import held
from tests.api.members import bearer
from tests.seasons import FIRST, a_season, by
from tournaments.core.leagues.prizes import SEASON
from tournaments.core.leagues.rules import Absence, Scheme, from_json, to_json
from tournaments.core.ranking.metrics import Best
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.prize_list import Listed
from tournaments.core.ranking.prize_list import to_json as list_to_json
from tournaments.core.results.elsewhere import Line
from tournaments.forms.results.prize_list import Offer, PrizeForm
from tournaments.models import PrizeSet, Season
from tournaments.pages.seasons.prizes import season_prizes
from tournaments.pages.seasons.table import season_table
from tournaments.services.club.imported_results import Played, evening_record
from tournaments.services.club.prize_sets import prize_set_keep
from tournaments.services.seasons.leagues import season_create
from tournaments.services.seasons.seasons import evening_add, season_change, season_prizes_change

MOST = (Step("points", Best.HIGHEST),)
POINTS = [{"key": "own-1", "title": "Champion", "steps": [{"metric": "points"}]}]


def rules(scheme: Scheme, **more: Any) -> dict[str, Any]:
    """A missed evening costs points where the fewest points win."""
    absence = Absence.SEASON if scheme is Scheme.LOW else Absence.NOTHING
    return to_json(from_json({"scheme": scheme, "absence": absence, **more}))


def evening(cast, week: int, game: str, *people: str) -> int:
    """A recorded evening, with the figures that the game has."""
    figures = ("yellow", "wins", "best", *(("score", "exact") if game == "blackout" else ("net",)))

    def line(name: str, place: int) -> Line:
        known: dict[str, Any] = dict.fromkeys(figures, 4 - place)
        return Line(name, place=place, share=1000 * (4 - place), **known)

    lines = [line(name, place) for place, name in enumerate(people, start=1)]
    told = Played(f"Evening {week}", FIRST + timedelta(weeks=week), tuple(lines), game=game)
    return evening_record(actor=cast.alice, club=cast.club, played=told).pk


@pytest.fixture
def season(cast) -> Season:
    """Ada is better than Ben, and Ben better than Cora, whatever is looked at."""
    season = a_season(cast)
    evening_add(by(cast, season), evening=evening(cast, 1, "draw-poker", "Ada", "Ben", "Cora"))
    evening_add(by(cast, season), evening=evening(cast, 2, "blackout", "Ada", "Ben", "Cora"))
    evening_add(by(cast, season), evening=evening(cast, 3, "draw-poker", "Ada"))
    return season


def under(season: Season, scheme: Scheme, **more: Any) -> None:
    """The season as if it had been set up so, without prizes if no others are said."""
    Season.objects.filter(pk=season.pk).update(rules=rules(scheme, **more))
    season.refresh_from_db()


def winners(season: Season) -> list[tuple[str, ...]]:
    season.refresh_from_db()
    return [tuple(prize.winners) for prize in season_prizes(season, all_known=True).prizes]


def proposed(form) -> dict[str, Any]:
    """What a browser sends where nothing but the name is filled in: of a list the first that is offered."""
    sent = {"title": "Champion"}
    for name, field in form.fields.items():
        value = field.prepare_value(form.get_initial_for_field(field, name))
        if value is None and hasattr(field, "choices"):
            value = field.choices[0][0]
        sent.setdefault(name, "" if value is None else str(value))
    return sent


@pytest.mark.thorough
def test_the_proposed_prize_crowns_the_first_of_the_table(client, cast, season):
    client.force_login(cast.bob)
    new = reverse("season-prize-edit", args=[season.pk, "new"])
    for scheme in Scheme:
        under(season, scheme)
        sent = proposed(client.get(new).context["form"])
        assert client.post(new, sent).status_code == 302
        first = season_table(season).divisions[0].rows[0]
        assert (scheme, winners(season)) == (scheme, [("Ada",)]) == (scheme, [(first.name,)])


@pytest.mark.thorough
def test_no_metric_crowns_the_last_as_it_is_proposed(season):
    for scheme in Scheme:
        offer = Offer(SEASON, good=from_json(rules(scheme)).good)
        made = []
        for number, (metric, _words) in enumerate(offer.firsts(), start=1):
            blank = PrizeForm(offer=offer, key="own-1")
            sent = proposed(blank) | {"metric": metric, "title": metric}
            form = PrizeForm(sent, offer=offer, key=f"own-{number}")
            assert form.is_valid(), form.errors
            made.append(form.made())
        assert {"points", "evenings", "net", "score"} <= {prize.title for prize in made}
        under(season, scheme, prizes=list_to_json(tuple(made)))
        won = dict(zip((prize.title for prize in made), winners(season), strict=True))
        assert (scheme, won) == (scheme, dict.fromkeys(won, ("Ada",)))


@pytest.mark.thorough
def test_by_api_the_better_points_win_where_nothing_else_is_said(cast, season):
    address = f"/api/v1/seasons/{season.pk}/season-prizes-change/"
    for scheme in Scheme:
        under(season, scheme)
        held(bearer(cast.bob), "POST", address, {"before": [], "prizes": POINTS}, status=200)
        assert (scheme, winners(season)) == (scheme, [("Ada",)])
        made = from_json({**rules(scheme), "prizes": POINTS}).prizes[0]
        assert isinstance(made, Listed)
        assert made.steps[0].best is (Best.LOWEST if scheme is Scheme.LOW else Best.HIGHEST)


def test_another_scheme_leaves_a_prize_for_the_best_one_for_the_best(client, cast, season):
    """Where few points become good, a prize for many becomes one for few: on the page and by API."""
    season_prizes_change(by(cast, season), before=(), after=(Listed("own-1", "Champion", MOST),))
    client.force_login(cast.bob)
    page = reverse("season-settings", args=[season.pk])
    for scheme in (Scheme.LOW, Scheme.SHARE, Scheme.LOW, Scheme.PLACE):
        season.refresh_from_db()
        chosen = {"scheme": scheme, "absence": rules(scheme)["absence"]}
        if scheme is not Scheme.SHARE:
            season_change(by(cast, season), rules=chosen)
        else:
            sent = {
                name: value
                for name, value in proposed(client.get(page).context["form"]).items()
                if name != "ties"
            }
            assert client.post(page, sent | chosen).status_code == 302
        assert (scheme, winners(season)) == (scheme, [("Ada",)])


@pytest.mark.thorough
def test_rules_that_say_all_are_taken_as_they_are(cast, season):
    """A whole set of rules has its prizes said with it."""
    chosen = from_json({**rules(Scheme.LOW), "prizes": list_to_json((Listed("own-1", "Last", MOST),))})
    season_change(by(cast, season), rules=chosen)
    assert winners(season) == [("Cora",)]
    other = season_create(by=cast.alice, league=season.league, name="Next", rules=chosen)
    assert other.rules == to_json(chosen)


def test_a_set_for_any_season_asks_which_points_are_good(client, cast):
    """A set may be taken under any scheme: by points it must be said, by the place it need not."""
    address = f"/api/v1/clubs/{cast.club.pk}/prize-sets/"
    body = {"name": "Cups", "for_seasons": True, "prizes": POINTS}
    answer = held(bearer(cast.bob), "POST", address, body, status=400)
    assert [error["field"] for error in answer["errors"]] == ["prizes.0.best"]
    by_place = [{**POINTS[0], "steps": [{"metric": "place"}]}]
    told = held(bearer(cast.bob), "POST", address, body | {"prizes": by_place}, status=200)
    assert told["prizes"][0]["steps"] == [{"metric": "place", "best": "lowest"}]
    change = {"prizes": POINTS}
    held(bearer(cast.bob), "PATCH", f"/api/v1/prize-sets/{told['id']}/", change, status=400)

    client.force_login(cast.bob)
    kept = PrizeSet.objects.get(pk=told["id"])
    new = reverse("prize-set-prize", args=[kept.pk, "new"])
    sent = proposed(client.get(new).context["form"])
    assert client.post(new, sent | {"title": "By place"}).status_code == 302
    answer = client.post(new, sent | {"title": "By points", "metric": "points"})
    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {"best"}
    sent |= {"title": "By points", "metric": "points", "best": "lowest"}
    assert client.post(new, sent).status_code == 302


def test_the_prizes_of_a_set_are_shown_as_they_were_chosen(client, cast):
    prizes = (Listed("own-1", "Most", MOST),)
    kept = prize_set_keep(by=cast.bob, club=cast.club, name="Cups", prizes=prizes, for_seasons=True)
    client.force_login(cast.bob)
    form = client.get(reverse("prize-set-prize", args=[kept.pk, "own-1"])).context["form"]
    assert form["best"].value() == "highest"
