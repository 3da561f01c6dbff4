"""A season's prizes: who wins what, their list, and the certificates."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from tests.api.described import held
from tests.api.members import bearer
from tests.played_seasons import FIRST, a_season, an_evening, by, played
from tests.web.html import faults, shows
from tests.web.visitors import HOSTILE
from tournaments.core.leagues.moves import SEASON
from tournaments.core.leagues.rules import Absence, Scheme, from_json, to_json
from tournaments.core.ranking.metrics import Best
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.prize_list import Listed
from tournaments.core.ranking.prize_list import to_json as list_to_json
from tournaments.core.results.elsewhere import ResultLine
from tournaments.models import PrizeSet, Season
from tournaments.prizes.forms import PrizeChoices, PrizeForm
from tournaments.seasons.presenters.prizes import load_season_prizes
from tournaments.seasons.presenters.table import load_season_table
from tournaments.seasons.services.leagues import season_create
from tournaments.seasons.services.results import season_close
from tournaments.seasons.services.seasons import (
    divisions_set,
    evening_add,
    season_change,
    season_prizes_change,
)
from tournaments.transfer.services.imported_results import ElsewhereResult, evening_record

CUP = Listed("own-1", HOSTILE, (Step("points"),), places=2)
FORM = {
    "title": "Best of A",
    "metric": "evenings",
    "best": "highest",
    "tie_1": "points:highest",
    "equal": "share",
    "whom": "division:A",
    "places": "1",
}


@pytest.fixture
def season(cast):
    season = played(cast, ("Ada", "Ben", "Cora"), ("Ben", "Ada", "Cora"), ("Ada", "Cora", "Ben"))
    season_prizes_change(by(cast, season), before=(), after=(CUP,))
    return season


def at(season, name="season-prizes", *more):
    return reverse(name, args=[season.pk, *more])


def prizes(season):
    season.refresh_from_db()
    return from_json(season.rules).prizes


@pytest.mark.thorough
def test_who_wins_what(client, cast, season):
    client.force_login(cast.vera)
    answer = client.get(at(season))
    html = answer.content.decode()
    assert [prize.names for prize in answer.context["found"].prizes] == [("Ada",), ("Ben",)]
    shows(html, "Prizes so far", "Points of the season: 34. The next player has 30.", never=HOSTILE)
    assert faults(html) == []
    assert at(season, "season-prize-list") not in html
    client.force_login(cast.bob)
    assert at(season, "season-prize-list") in client.get(at(season)).content.decode()
    season_close(by(cast, season))
    shows(client.get(at(season)), never=["Prizes so far", at(season, "season-prize-list")])


def test_who_has_played_few_evenings(client, cast, season):
    """Dora came to one of six."""
    fewest = Listed("own-2", "Booby prize", (Step("evenings", Best.LOWEST),))
    season_prizes_change(by(cast, season), before=(CUP,), after=(fewest,))
    for week in (7, 8):
        evening_add(by(cast, season), evening=an_evening(cast, week, "Ada", "Ben").pk)
    evening_add(by(cast, season), evening=an_evening(cast, 9, "Dora").pk)
    client.force_login(cast.bob)
    told = "Dora would win “Booby prize” after 1 of 6 evenings."
    shows(client.get(at(season)), told, f"{at(season, 'season-settings')}#id_minimum")
    shows(client.get(at(season, "season-close")), told)
    client.force_login(cast.vera)
    shows(client.get(at(season)), never=told)
    season_change(by(cast, season), rules={"minimum": 2})
    client.force_login(cast.bob)
    shows(client.get(at(season)), "Played 1 of 6 evenings. A prize needs 2.", never=told)


def test_the_list_is_changed_prize_by_prize(client, cast, season):
    divisions_set(by(cast, season), names=["A", "B"])
    client.force_login(cast.bob)
    here = at(season, "season-prize-list")
    answer = client.get(here)
    assert faults(answer.content.decode()) == []
    assert [prize.names for prize in answer.context["rows"][0][0].now] == [("Ada",), ("Ben",)]
    assert client.post(at(season, "season-prize-edit", "new"), FORM).status_code == 302
    made = Listed("own-2", "Best of A", (Step("evenings"), Step("points")), division="A")
    assert prizes(season) == (CUP, made)
    client.post(here, {"do": "up", "key": "own-2"})
    client.post(here, {"do": "off", "key": "own-1"})
    assert [(prize.key, prize.off) for prize in prizes(season)] == [("own-2", False), ("own-1", True)]
    client.post(here, {"do": "each", "one_prize_each": "on"})
    season.refresh_from_db()
    assert from_json(season.rules).one_prize_each
    assert client.get(at(season, "season-prize-edit", "yellow")).status_code == 404


def test_a_list_is_kept_as_a_set_and_taken_from_one(client, cast, season):
    client.force_login(cast.bob)
    here = at(season, "season-prize-list")
    client.post(here, {"do": "keep", "name": "Cups"})
    client.post(here, {"do": "remove", "key": "own-1"})
    assert prizes(season) == ()
    kept = cast.club.prize_sets.get(for_seasons=True)
    client.post(here, {"do": "take", "set": kept.pk})
    assert prizes(season) == (CUP,)


@pytest.mark.thorough
def test_a_closed_season_is_read_only(client, cast, season):
    season_close(by(cast, season))
    client.force_login(cast.bob)
    here = at(season, "season-prize-list")
    assert "prizes cannot be changed" in client.get(here).content.decode()
    answer = client.post(here, {"do": "off", "key": "own-1"}, follow=True)
    assert [message.level_tag for message in answer.context["messages"]] == ["refused"]
    assert prizes(season) == (CUP,)


@pytest.mark.thorough
def test_certificates(client, cast, season):
    page = at(season, "season-certificates")
    client.force_login(cast.vera)
    assert client.get(page).context["certificates"] == ()
    season_close(by(cast, season))
    html = client.get(page).content.decode()
    shows(html, "8 Jan 2026 to 22 Jan 2026", never=HOSTILE)
    assert faults(html) == []


# Under no scheme does a prize that is left as proposed go to the last of the season.


MOST = (Step("points", Best.HIGHEST),)
POINTS = [{"key": "own-1", "title": "Champion", "steps": [{"metric": "points"}]}]


def rules(scheme: Scheme, **more: Any) -> dict[str, Any]:
    """A missed evening costs points where the fewest points win."""
    absence = Absence.SEASON if scheme is Scheme.LOW else Absence.NOTHING
    return to_json(from_json({"scheme": scheme, "absence": absence, **more}))


def evening(cast, week: int, game: str, *people: str) -> int:
    """A recorded evening, with the figures that the game has."""
    figures = ("yellow", "wins", "best", *(("score", "exact") if game == "blackout" else ("net",)))

    def line(name: str, place: int) -> ResultLine:
        known: dict[str, Any] = dict.fromkeys(figures, 4 - place)
        return ResultLine(name, place=place, share=1000 * (4 - place), **known)

    lines = [line(name, place) for place, name in enumerate(people, start=1)]
    told = ElsewhereResult(f"Evening {week}", FIRST + timedelta(weeks=week), tuple(lines), game=game)
    return evening_record(actor=cast.alice, club=cast.club, result=told).pk


@pytest.fixture
def ranked(cast) -> Season:
    """Ada is better than Ben, and Ben better than Cora, whatever is looked at."""
    ranked = a_season(cast)
    evening_add(by(cast, ranked), evening=evening(cast, 1, "draw-poker", "Ada", "Ben", "Cora"))
    evening_add(by(cast, ranked), evening=evening(cast, 2, "blackout", "Ada", "Ben", "Cora"))
    evening_add(by(cast, ranked), evening=evening(cast, 3, "draw-poker", "Ada"))
    return ranked


def under(ranked: Season, scheme: Scheme, **more: Any) -> None:
    """The season as if it had been set up so, without prizes if no others are said."""
    Season.objects.filter(pk=ranked.pk).update(rules=rules(scheme, **more))
    ranked.refresh_from_db()


def winners(ranked: Season) -> list[tuple[str, ...]]:
    ranked.refresh_from_db()
    return [prize.names for prize in load_season_prizes(ranked, all_known=True).prizes]


def proposed(form) -> dict[str, Any]:
    """What a browser sends where nothing but the name is filled in: of a list the first that is offered."""
    sent: dict[str, Any] = {"title": "Champion"}
    for name, field in form.fields.items():
        value = field.prepare_value(form.get_initial_for_field(field, name))
        if value is None and hasattr(field, "choices"):
            value = field.choices[0][0]
        sent.setdefault(name, "" if value is None else value if isinstance(value, list) else str(value))
    return sent


@pytest.mark.thorough
def test_the_proposed_prize_crowns_the_first_of_the_table(client, cast, ranked):
    client.force_login(cast.bob)
    new = reverse("season-prize-edit", args=[ranked.pk, "new"])
    for scheme in Scheme:
        under(ranked, scheme)
        assert client.post(new, proposed(client.get(new).context["form"])).status_code == 302
        first = load_season_table(ranked).divisions[0].rows[0]
        assert (scheme, winners(ranked)) == (scheme, [("Ada",)]) == (scheme, [(first.name,)])


@pytest.mark.thorough
def test_no_metric_crowns_the_last_as_it_is_proposed(ranked):
    for scheme in Scheme:
        offer = PrizeChoices(SEASON, good=from_json(rules(scheme)).find_best)
        made = []
        for number, (metric, _words) in enumerate(offer.firsts(), start=1):
            blank = PrizeForm(offer=offer, key="own-1")
            sent = proposed(blank) | {"metric": metric, "title": metric}
            form = PrizeForm(sent, offer=offer, key=f"own-{number}")
            assert form.is_valid(), form.errors
            made.append(form.listed_prize())
        assert {"points", "evenings", "net", "score"} <= {prize.title for prize in made}
        under(ranked, scheme, prizes=list_to_json(tuple(made)))
        won = dict(zip((prize.title for prize in made), winners(ranked), strict=True))
        assert (scheme, won) == (scheme, dict.fromkeys(won, ("Ada",)))


@pytest.mark.thorough
def test_by_api_the_better_points_win_where_nothing_else_is_said(cast, ranked):
    address = f"/api/v1/seasons/{ranked.pk}/season-prizes-change/"
    for scheme in Scheme:
        under(ranked, scheme)
        held(bearer(cast.bob), "POST", address, {"before": [], "prizes": POINTS}, status=200)
        assert (scheme, winners(ranked)) == (scheme, [("Ada",)])
        made = from_json({**rules(scheme), "prizes": POINTS}).prizes[0]
        assert isinstance(made, Listed)
        assert made.steps[0].best is (Best.LOWEST if scheme is Scheme.LOW else Best.HIGHEST)


def test_another_scheme_leaves_a_prize_for_the_best_one_for_the_best(client, cast, ranked):
    """Where few points become good, a prize for many becomes one for few: on the page and by API."""
    season_prizes_change(by(cast, ranked), before=(), after=(Listed("own-1", "Champion", MOST),))
    client.force_login(cast.bob)
    page = reverse("season-settings", args=[ranked.pk])
    for scheme in (Scheme.LOW, Scheme.SHARE, Scheme.LOW, Scheme.PLACE):
        ranked.refresh_from_db()
        chosen = {"scheme": scheme, "absence": rules(scheme)["absence"]}
        if scheme is not Scheme.SHARE:
            season_change(by(cast, ranked), rules=chosen)
        else:
            sent = {
                name: value
                for name, value in proposed(client.get(page).context["form"]).items()
                if name != "ties"
            }
            assert client.post(page, sent | chosen).status_code == 302
        assert (scheme, winners(ranked)) == (scheme, [("Ada",)])


@pytest.mark.thorough
def test_rules_that_say_all_are_taken_as_they_are(cast, ranked):
    """A whole set of rules has its prizes said with it."""
    chosen = from_json({**rules(Scheme.LOW), "prizes": list_to_json((Listed("own-1", "Last", MOST),))})
    season_change(by(cast, ranked), rules=chosen)
    assert winners(ranked) == [("Cora",)]
    other = season_create(by=cast.alice, league=ranked.league, name="Next", rules=chosen)
    assert other.rules == to_json(chosen)


def test_a_set_for_any_season_asks_which_points_are_good(client, cast):
    """A set may be taken under any scheme: by points it must be said, by the place it need not."""
    address = f"/api/v1/clubs/{cast.club.pk}/prize-sets/"
    body = {"name": "Cups", "for_seasons": True, "prizes": POINTS}
    answer = held(bearer(cast.bob), "POST", address, body, status=400)
    assert [error["attr"] for error in answer["errors"]] == ["prizes.0.best"]
    by_place = [{**POINTS[0], "steps": [{"metric": "place"}]}]
    told = held(bearer(cast.bob), "POST", address, body | {"prizes": by_place}, status=201)
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
    sent |= {"title": "By points", "metric": "points", "best": "highest"}
    assert client.post(new, sent).status_code == 302
    kept.refresh_from_db()
    form = client.get(reverse("prize-set-prize", args=[kept.pk, kept.prizes[-1]["key"]])).context["form"]
    assert form["best"].value() == "highest", "as it was chosen"
