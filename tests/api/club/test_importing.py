"""What is brought along by API is looked at first."""

import pytest

from tests.api.asking import errors
from tests.api.described import held
from tests.api.members import bearer
from tests.seasons import PEOPLE as FOUR
from tests.seasons import played
from tournaments.core.record import Stage
from tournaments.models import Evening, Season
from tournaments.pages.files.season import season_document

pytestmark = pytest.mark.postgresql

PEOPLE = "name,role\nAnn,lady\nBen,gentleman\n"
RESULTS = (
    "date,evening,game,name,place\n2026-01-08,First,draw-poker,Ann,1\n2026-01-08,First,draw-poker,Ben,2\n"
)


def test_players(cast):
    address, ask = f"/api/v1/clubs/{cast.club.pk}/people-import/", bearer(cast.bob)
    looked = held(ask, "POST", f"{address}look/", {"text": PEOPLE}, status=200)
    assert looked["words"] == ["2 new players"]
    assert not cast.club.players.exists()
    wrong = ask.post(address, {"text": PEOPLE, "mark": "0"})
    assert wrong.status_code == 409
    done = held(ask, "POST", address, {"text": PEOPLE, "mark": looked["mark"]}, status=200)
    assert done == {"words": ["2 new players"]}
    assert {player.name for player in cast.club.players.all()} == {"Ann", "Ben"}
    assert bearer(cast.sam).post(f"{address}look/", {"text": PEOPLE}).status_code == 403
    assert bearer(cast.charlie).post(address, {"text": PEOPLE, "mark": "0"}).status_code == 404


def test_a_pasted_list_of_players(cast):
    address, ask = f"/api/v1/clubs/{cast.club.pk}/people-import/", bearer(cast.bob)
    pasted = "Spieler\n1. Ann\n• Ben <ben@x>\n50 Cent\n"
    looked = held(ask, "POST", f"{address}look/", {"text": pasted}, status=200)
    assert looked["left_out"] == [
        {"line": 1, "before": "Spieler", "after": ""},
        {"line": 2, "before": "1. Ann", "after": "Ann"},
        {"line": 3, "before": "• Ben <ben@x>", "after": "Ben"},
    ]
    held(ask, "POST", address, {"text": pasted, "mark": looked["mark"]}, status=200)
    assert {player.name for player in cast.club.players.all()} == {"Ann", "Ben", "50 Cent"}


@pytest.mark.parametrize("name", ["Ann <ann@x>", "ann@x.example"])
def test_no_address_is_stored_as_a_name(cast, night, name):
    ask, hall = bearer(cast.bob), night(1, Stage.CHECK_IN)
    (entry,) = hall.evening.entries.all()
    evening = f"/api/v1/evenings/{hall.evening.pk}"
    refused = [
        ask.post(f"{evening}/people-check-in/", {"people": [{"name": name}]}),
        ask.post(f"{evening}/entry-change/", {"entry": entry.pk, "name": name, "role": ""}),
        ask.post(f"/api/v1/clubs/{cast.club.pk}/players/", {"name": name}),
        ask.send("PATCH", f"/api/v1/clubs/{cast.club.pk}/players/{entry.player_id}/", {"name": name}),
    ]
    assert [answer.status_code for answer in refused] == [400] * 4
    results = RESULTS.replace(",Ann,", ",Ann <ann@x>,")
    address = f"/api/v1/clubs/{cast.club.pk}/results-import/"
    looked = held(ask, "POST", f"{address}look/", {"text": results}, status=200)
    held(ask, "POST", address, {"text": results, "mark": looked["mark"]}, status=200)
    assert {player.name for player in cast.club.players.all()} == {"p01", "Ann", "Ben"}


def test_results_and_what_is_wrong_in_them(cast):
    address, ask = f"/api/v1/clubs/{cast.club.pk}/results-import/", bearer(cast.alice)
    twice = RESULTS + "2026-01-08,First,draw-poker,Ann,3\n"
    looked = held(ask, "POST", f"{address}look/", {"text": twice}, status=200)
    assert (looked["mark"], bool(looked["complaints"])) == ("", True)
    assert list(errors(ask.post(address, {"text": twice, "mark": "x"}))) == ["text"]
    looked = held(ask, "POST", f"{address}look/", {"text": RESULTS}, status=200)
    held(ask, "POST", address, {"text": RESULTS, "mark": looked["mark"]}, status=200)
    again = held(ask, "POST", address, {"text": RESULTS, "mark": looked["mark"]}, status=200)
    assert again["words"] == ["evenings unchanged: 1", "players unchanged: 2"]
    assert Evening.objects.count() == 1


def test_a_season(cast):
    document = season_document(played(cast, FOUR), all_known=True)
    cast.other_club.memberships.create(user=cast.alice, role="owner")
    address, ask = f"/api/v1/clubs/{cast.other_club.pk}/season-import/", bearer(cast.alice)
    looked = held(ask, "POST", f"{address}look/", {"document": document}, status=200)
    made = held(ask, "POST", address, {"document": document, "mark": looked["mark"]}, status=200)
    assert Season.objects.get(pk=made["season"]).league.club == cast.other_club
    assert list(errors(ask.post(f"{address}look/", {"document": {}}))) == ["document"]
    broken = {**document, "stage": "lost"}
    assert list(errors(ask.post(f"{address}look/", {"document": broken}))) == ["document.stage"]
