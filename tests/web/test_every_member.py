"""Each member of each registry, wherever members of it are: a half-added one is seen at once.

Formats and kinds of play are played by the simulation and then looked at on every page, file and answer of
the API that an evening has. What ranks, rewards or counts is chosen, and looked for where it is named.
"""

import re
from dataclasses import replace
from html import unescape
from itertools import count
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.urls import reverse
from django.utils.html import strip_tags

from accounts.errors import RuleError
from games.rules.registry import RULESETS
from tests.cast import Night
from tests.played_seasons import played as season_played
from tests.web.addresses import address, addresses
from tests.web.api_rows import API_ROWS
from tests.web.test_matrix import NOT_SO, ROWS
from tournaments.base.words import format_counters
from tournaments.core.evening import Format, ScoringKind
from tournaments.core.formats.progressive import Progressive
from tournaments.core.formats.registry import PLANNED, build_play
from tournaments.core.kinds.registry import KINDS
from tournaments.core.leagues.rules import TIES, Absence, Scheme
from tournaments.core.ranking.metrics import METRICS, OF_SEASONS
from tournaments.core.record import Stage
from tournaments.core.results.prizes import PRIZES
from tournaments.core.results.standings import list_metrics
from tournaments.core.settings import Settings
from tournaments.seasons.presenters.rules import SCHEMES
from tournaments.simulation.rounds import SimulationOrder, simulate
from tournaments.standings.selectors.standings import load_stands

pytestmark = pytest.mark.slow

PLAYERS = 8
ROUTES = dict(addresses())
OF_EVENINGS = [
    name
    for name, (get, _post) in (*ROWS.items(), *API_ROWS.items())
    if get != NOT_SO and name not in ("live", "join-qr") and ROUTES[name].startswith(("evenings/", "j/"))
]


def game_of(format: Format, kind: ScoringKind) -> str | None:
    """A game of this kind that is played in the format; None if there is none."""
    for key in RULESETS:
        try:
            if build_play(key, {}, format.key).kind is kind:
                return key
        except RuleError:
            continue
    return None


PAIRS = [(format, kind, game_of(format, kind)) for format in PLANNED for kind in KINDS.values()]
CASES = [
    pytest.param(format, game, id=f"{format.key}-{kind.key}")
    for format, kind, game in PAIRS
    if game is not None
]


@pytest.fixture
def alice(client, cast):
    client.force_login(cast.alice)
    return client


def words(answer: Any) -> str:
    """What an answer says, without its tags."""
    if answer.streaming:
        return b"".join(answer.streaming_content).decode(errors="replace")
    return " ".join(unescape(strip_tags(answer.content.decode(errors="replace"))).split())


def test_every_format_and_every_kind_is_among_the_cases():
    found = {(format.key, kind.key) for format, kind, game in PAIRS if game}
    assert {format for format, _kind in found} == {format.key for format in PLANNED}
    assert {kind for _format, kind in found} == KINDS.keys()


@pytest.mark.sample(2)
@pytest.mark.parametrize(("format", "game"), CASES)
def test_an_evening_of_it_is_played_and_looked_at_everywhere(alice, cast, format, game):
    order = SimulationOrder(
        "Evening", PLAYERS, 2, game=game, format=format.key, settings=Settings(games=2, deals=2)
    )
    left, done = (
        Night(simulate(one, club=cast.club, actor=cast.alice), cast.alice)
        for one in (replace(order, name="Left", rounds=1, open=True), order)
    )
    assert (left.evening.stage, done.evening.stage) == (Stage.PLAYING, Stage.FINISHED)
    for night in (left, done):
        for name in OF_EVENINGS:
            answer = alice.get(address(name, cast, night))
            assert answer.status_code < 500, name
    at = [done.evening.pk]
    assert alice.get(reverse("evening-json", args=at)).json()["evening"]["format"] == format.key
    assert alice.get(reverse("api-evening", args=at)).json()["format"] == format.key
    assert len(words(alice.get(reverse("evening-csv", args=at)))) > PLAYERS
    stands = load_stands(done.evening)
    total = done.evening.play.kind.find_total(stands.rows[0])
    if total:
        shown = rf"{stands.people[stands.rows[0].entry].name}.{{0,80}}(?<!\d){format_counters(total)}(?!\d)"
        for name in ("standings", "evening-csv"):
            assert re.search(shown, words(alice.get(reverse(name, args=at)))), name
    title = RULESETS[game].title if format.key == Progressive.key else format.title
    assert title.lower() in words(alice.get(reverse("club", args=[cast.club.pk]))).lower()


@pytest.mark.parametrize("format", PLANNED, ids=lambda format: format.key)
def test_a_format_can_be_chosen(alice, cast, format):
    says = words(
        alice.get(reverse("evening-new", args=[cast.club.pk]), {"format": format.key, "choose": "1"})
    )
    assert format.title in says


@pytest.mark.sample(6)
@pytest.mark.parametrize("key", RULESETS)
def test_a_game_is_in_the_library_and_can_be_played(alice, cast, key):
    title = RULESETS[key].title
    assert title in words(alice.get(reverse("game-list")))
    assert title in words(alice.get(reverse("game", args=[key])))
    assert title in words(alice.get(reverse("game-print", args=[key])))
    assert alice.get(reverse("api-game", args=[key])).json()["title"] == title
    order = SimulationOrder("Played", 12, 1, game=key, settings=Settings(deals=1))
    evening = simulate(order, club=cast.club, actor=cast.alice)
    assert alice.get(reverse("evening-json", args=[evening.pk])).json()["evening"]["game"] == title


RANKED = {
    metric: (format, game)
    for format, _kind, game in reversed(PAIRS)
    if game
    for metric in list_metrics(build_play(game, {}, format.key))
}
"""Each metric that ranks evenings, with the first format and game that know it."""


def test_every_metric_ranks_an_evening_or_a_season():
    assert METRICS.keys() - RANKED.keys() <= OF_SEASONS | {"deals"}


@pytest.mark.sample(6)
@pytest.mark.parametrize("metric", RANKED)
def test_a_metric_ranks_an_evening_on_its_page_and_in_the_api(alice, night, metric):
    format, game = RANKED[metric]
    night = night(8, game=game, format=format.key, ranking=(metric,), games=2)
    at = [night.evening.pk]
    page = alice.get(reverse("standings", args=at))
    assert [step.metric for step in page.context["steps"]] == [metric]
    assert alice.get(reverse("api-evening-standing", args=at)).json()["steps"] == [metric]
    assert METRICS[metric].title in words(alice.get(reverse("evening-settings", args=at)))


@pytest.mark.parametrize("prize", PRIZES)
def test_a_prize_is_given_listed_and_exported(alice, night, prize):
    night = night(8, Stage.FINISHED, prizes=(prize,))
    (first, *_more) = PRIZES[prize](night.evening.settings, night.evening.play)
    at = [night.evening.pk]
    assert first.title in words(alice.get(reverse("prizes", args=at)))
    document = alice.get(reverse("evening-json", args=at)).json()
    assert first.key in {one["key"] for one in document["prizes"]}


@pytest.mark.parametrize("scheme", Scheme)
def test_a_point_scheme_counts_a_season(alice, cast, scheme):
    orders = ("Ada", "Ben"), ("Ben", "Ada")
    missed = Absence.EVENING if scheme in (Scheme.PLACE, Scheme.LOW) else Absence.NOTHING
    season = season_played(cast, *orders, scheme=scheme, absence=missed)
    at = [season.pk]
    assert SCHEMES[scheme] in words(alice.get(reverse("season", args=at)))
    form = alice.get(reverse("season-settings", args=at)).text
    assert re.search(rf'value="{scheme}"[^>]*(checked|selected)', form)
    assert alice.get(reverse("season-json", args=at)).json()["rules"]["scheme"] == scheme
    assert alice.get(reverse("api-season-table", args=at)).status_code == 200


@pytest.mark.parametrize("tie", TIES)
def test_a_tie_break_parts_people_of_equal_points(alice, cast, tie):
    season = season_played(cast, ("Ada", "Ben"), ("Ben", "Ada"), ties=(tie,))
    says = words(alice.get(reverse("season-settings", args=[season.pk])))
    assert METRICS[tie].title in says


@pytest.mark.parametrize("picture", ["tables", "points", "counters", "places"])
def test_a_picture_is_shown_and_can_be_taken_away(alice, cast, picture):
    for number, format in zip(count(), PLANNED, strict=False):
        game = game_of(format, KINDS["pool" if picture == "counters" else "bids"])
        order = SimulationOrder(
            f"Evening {number}", 8, 2, game=game or "", format=format.key, settings=Settings(games=2)
        )
        evening = simulate(order, club=cast.club, actor=cast.alice)
        shown = [one.key for one in alice.get(reverse("pictures", args=[evening.pk])).context["pictures"]]
        if picture in shown:
            file = alice.get(reverse("picture", args=[evening.pk, picture]))
            assert file.headers["Content-Type"].startswith("image/svg+xml")
            return
    raise AssertionError(f"no format has the picture {picture}")


@pytest.mark.parametrize(("code", "name"), django_settings.LANGUAGES)
def test_a_language_is_offered_and_spoken(client, db, code, name):
    page = client.get("/", headers={"accept-language": code}, follow=True)
    assert f'<html lang="{code}">' in page.content.decode()
    assert name in words(client.get("/language/", follow=True)) or name in words(page)
