"""Previews in two languages: ids, keys and figures are the same, only sentences differ."""

from typing import Any

import pytest

from tests.api.commands import COMMANDS, scene, sent
from tests.api.described import held
from tests.api.members import Bearer, bearer
from tests.cast import Cast, Night, NightMaker
from tests.played_seasons import PEOPLE, by, played, player
from tests.seasons.web.test_corrected import counting
from tests.undo.services.test_rehearse import corrected
from tournaments.core.ranking.metrics import Best
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.prize_list import Listed
from tournaments.core.record import Stage
from tournaments.models import Season
from tournaments.seasons.services.results import season_close
from tournaments.seasons.services.seasons import season_prizes_change
from tournaments.transfer.presenters.tables import build_season_document

pytestmark = pytest.mark.postgresql

SENTENCES = {"what", "words", "sentences", "reason"}
LOOKS = [name for name, command in COMMANDS.items() if command.info.looks]
RESULTS = (
    "date,evening,game,name,place,counters\n"
    "2026-01-08,First,draw-poker,Ann,1,1815\n2026-01-08,First,draw-poker,Ben,2,1200\n"
)


def parted(value: Any) -> tuple[Any, list[Any]]:
    """Return an answer without its sentences, and the sentences."""
    if isinstance(value, dict):
        parts = {key: parted(part) for key, part in value.items() if key not in SENTENCES}
        own = [value[key] for key in value if key in SENTENCES]
        bare = {key: part for key, (part, _said) in parts.items()}
        return bare, own + [one for _part, said in parts.values() for one in said]
    if isinstance(value, list):
        found = [parted(part) for part in value]
        return [part for part, _said in found], [one for _part, said in found for one in said]
    return value, []


def in_english(ask: Bearer, address: str, body: Any = None, method: str = "POST") -> dict[str, Any]:
    """Return the preview in English; in German it has the same figures, and other sentences if any."""
    english, german = (
        held(ask, method, address, body, status=200, headers={"accept-language": language})
        for language in ("en", "de")
    )
    (figures, said), (same, gesagt) = parted(english), parted(german)
    assert figures == same
    assert [bool(one) for one in said] == [bool(one) for one in gesagt]
    assert said != gesagt or not any(said)
    answer: dict[str, Any] = english
    return answer


@pytest.mark.parametrize("name", LOOKS)
def test_every_command(name: str, cast: Cast, night: NightMaker) -> None:
    address, body = scene(name, cast, night)
    in_english(bearer(cast.alice), f"{address}look/", body)


def looked(cast: Cast, night: Night) -> dict[str, Any]:
    """Return the preview of a correction of a pool in round 1."""
    body = sent(corrected(night).keywords) | {"reason": "a slip"}
    return in_english(bearer(cast.bob), f"/api/v1/evenings/{night.evening.pk}/deal-correct/look/", body)


def test_figures_of_a_thousand_and_more(cast: Cast, night: NightMaker) -> None:
    made = night(12, Stage.PLAYING, stake=2000)
    made.play_round()
    found = looked(cast, made)
    changed = [one for person in found["people"] for one in person["figures"]]
    assert {one["key"] for one in changed} >= {"place", "counters", "bell"}
    assert any(abs(one["before"]) >= 1000 for one in changed if one["key"] == "counters")
    assert all(isinstance(one["before"], int) for one in changed if one["key"] in ("place", "counters"))
    moved = [one["after"] for one in changed if one["key"] == "bell" and one["after"]]
    assert {key for place in moved for key in place} == {"table", "chair"}
    assert all(isinstance(entry, int) for prize in found["prizes"] for entry in prize["after"])


def test_what_is_in_the_way(cast: Cast, night: NightMaker) -> None:
    made = night(12)
    made.play_round()
    pool = next(pool for pool in made.facts.pools if pool.position == 2)
    winners = [line.entry for line in pool.lines[:2]]
    body = sent(corrected(made).keywords) | {"reason": "a slip", "winners": winners}
    address = f"/api/v1/evenings/{made.evening.pk}/deal-correct/look/"
    (cut,) = in_english(bearer(cast.alice), address, body)["new_in_the_way"]
    assert cut["code"] == "cut_up_won"
    assert (cut["figures"]["table"], sorted(cut["figures"]["others"])) == (2, sorted(winners))


def test_seasons(cast: Cast, night: NightMaker) -> None:
    made = night(8, Stage.FINISHED).reveal()
    season = counting(cast, made.evening, "Winter")
    podium = Listed("own-1", "Podium", (Step("place", Best.LOWEST),), places=3)
    season_prizes_change(by(cast, season), before=(), after=(podium,))
    season_close(by(cast, season))
    counting(cast, made.evening)
    found = looked(cast, made)
    (season,), (closed,) = found["seasons"], found["closed_seasons"]
    points = [one for row in season["people"] for one in row["figures"] if one["key"] == "points"]
    assert any("/" in str(one["before"]) for one in points), "shared places: exact points"
    players = {row["player"] for row in season["people"]}
    assert players == set(closed["players"])
    assert players <= set(cast.club.players.values_list("pk", flat=True))
    second, third = closed["prizes"]
    assert (second["key"], third["key"]) == ("own-1-2", "own-1-3")
    place = {
        row["player"]: one for row in season["people"] for one in row["figures"] if one["key"] == "place"
    }
    for when in ("before", "after"):
        assert second[when] == [who for who, change in place.items() if change[when] == 2]
    assert "“Podium: place 2” today" in closed["sentences"][0]


@pytest.mark.parametrize("what", ["people", "results"])
def test_imports(what: str, cast: Cast) -> None:
    ask, address = bearer(cast.alice), f"/api/v1/clubs/{cast.club.pk}/{what}-import/"
    text = RESULTS if what == "results" else "name,role\nAnn,lady\nBen,gentleman\n"
    found = in_english(ask, f"{address}look/", {"text": text})
    assert found["counts"]["new_players"] == 2
    assert found["counts"]["new_results"] == (2 if what == "results" else 0)
    held(ask, "POST", address, {"text": text, "mark": found["mark"]}, status=200)
    changed = in_english(ask, f"{address}look/", {"text": text.replace("lady", "").replace("1815", "1816")})
    if what == "results":
        assert changed["counts"]["changed_evenings"] == 1
        assert changed["evenings"] == [cast.club.evenings.get().pk]
        imports = f"/api/v1/clubs/{cast.club.pk}/imports/"
        (made,) = held(ask, "GET", imports, status=200)["results"]
        back = in_english(ask, f"{imports}{made['key']}/", method="GET")
        assert [one["id"] for one in back["removed"]] == changed["evenings"]
    other = in_english(ask, f"{address}look/", {"text": text.replace("lady", "guest").replace("1815", "x")})
    if what == "people":
        assert other["players"] == [player(cast, "Ann")]
    else:
        assert other["complaints"][0]["line"] == 2


def test_a_season_and_a_merge(cast: Cast) -> None:
    season = played(cast, PEOPLE)
    document = build_season_document(Season.objects.get(pk=season.pk), all_known=True)
    cast.other_club.memberships.create(user=cast.alice, role="owner")
    ask = bearer(cast.alice)
    address = f"/api/v1/clubs/{cast.other_club.pk}/season-import/look/"
    assert in_english(ask, address, {"document": document})["counts"]["new_players"] == 4
    ann, ben = (cast.club.players.get(name=name).pk for name in PEOPLE[:2])
    address = f"/api/v1/clubs/{cast.club.pk}/players/{ann}/merge/?gone={ben}"
    assert in_english(ask, address, method="GET")["seasons"][0]["id"] == season.pk
