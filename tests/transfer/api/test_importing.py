"""What is brought along by API is looked at first."""

import json

import pytest

from tests.api.asking import errors
from tests.api.described import held
from tests.api.members import bearer
from tests.played_seasons import PEOPLE as FOUR
from tests.played_seasons import played
from tests.recordings import recorded
from tournaments.core.record import Stage
from tournaments.models import Evening, Season, Settlement
from tournaments.records.services.people import player_forget
from tournaments.transfer.presenters.tables import build_season_document

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
    first = Evening.objects.get(name="First")
    told = {"lines": [{"name": name, "place": 1}], "reason": "Written down wrongly"}
    assert ask.post(f"/api/v1/evenings/{first.pk}/result-record/", told).status_code == 400
    assert {player.name for player in cast.club.players.all()} == {"p01", "Ann", "Ben"}


def test_figures_of_a_result_have_one_name(cast):
    """They are as answers have them; a refusal names them so, too."""
    night = recorded(cast)
    address, ask = f"/api/v1/evenings/{night.evening.pk}/result-record/", bearer(cast.bob)
    ann = {"name": "Ann", "counters": 80, "net": 30, "fresh_stakes": 1, "yellow_chips": 2, "best_deal": 20}
    held(ask, "POST", address, {"lines": [ann], "reason": "One sheet"}, status=200)
    row = Settlement.objects.get(result__version=2)
    assert (row.fresh, row.yellow, row.best) == (1, 2, 20)
    (line,) = held(ask, "GET", f"/api/v1/evenings/{night.evening.pk}/standing/", status=200)["standing"]
    assert (line["fresh_stakes"], line["yellow_chips"], line["exact_bids"]) == (1, 2, None)
    for wrong in ({"exact_bids": 3}, {"yellow": 1}):
        told = ask.post(address, {"lines": [{**ann, **wrong}], "reason": "One sheet"})
        assert list(errors(told)) == [f"lines.0.{next(iter(wrong))}"]


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
    document = build_season_document(played(cast, FOUR), all_known=True)
    cast.other_club.memberships.create(user=cast.alice, role="owner")
    address, ask = f"/api/v1/clubs/{cast.other_club.pk}/season-import/", bearer(cast.alice)
    looked = held(ask, "POST", f"{address}look/", {"document": document}, status=200)
    made = held(ask, "POST", address, {"document": document, "mark": looked["mark"]}, status=200)
    assert Season.objects.get(pk=made["season"]).league.club == cast.other_club
    for what in ("", "export/"):
        held(ask, "GET", f"/api/v1/seasons/{made['season']}/{what}", status=200)
    assert list(errors(ask.post(f"{address}look/", {"document": {}}))) == ["document"]
    broken = {**document, "stage": "lost"}
    assert list(errors(ask.post(f"{address}look/", {"document": broken}))) == ["document.stage"]


def test_a_removed_player_stays_removed_unless_named(cast):
    address, ask = f"/api/v1/clubs/{cast.club.pk}/results-import/", bearer(cast.bob)
    looked = held(ask, "POST", f"{address}look/", {"text": RESULTS}, status=200)
    held(ask, "POST", address, {"text": RESULTS, "mark": looked["mark"]}, status=200)
    player_forget(by=cast.bob, player=cast.club.players.get(name="Ann"), typed="Ann")
    looked = held(ask, "POST", f"{address}look/", {"text": RESULTS}, status=200)
    line = {"line": 2, "date": "2026-01-08", "evening": "First", "name": "Ann"}
    assert looked["probably_removed"] == [line]
    assert looked["words"] == ["evenings unchanged: 1", "players unchanged: 2"]
    ticked = {"text": RESULTS, "not_removed": ["Ann"]}
    assert held(ask, "POST", f"{address}look/", ticked, status=200)["words"][0] == "1 new player"
    evening = Evening.objects.get()
    lines = [{"name": "Ann", "place": 1}, {"name": "Cid", "place": 2}]
    record = f"/api/v1/evenings/{evening.pk}/result-record/"
    assert ask.post(record, {"lines": lines, "reason": "It was Cid"}).status_code == 200
    assert not cast.club.players.filter(name="Ann").exists()
    done = ask.post(record, {"lines": lines, "reason": "Another Ann", "not_removed": ["Ann"]})
    assert done.status_code == 200
    assert cast.club.players.filter(name="Ann").exists()


def test_no_address_comes_with_a_season(cast):
    season = played(cast, FOUR)
    document = build_season_document(Season.objects.get(pk=season.pk), all_known=True)
    document = json.loads(json.dumps(document).replace(FOUR[0], f"{FOUR[0]} <ada@x>"))
    ask, address = (
        bearer(cast.charlie, club=cast.other_club),
        f"/api/v1/clubs/{cast.other_club.pk}/season-import/",
    )
    looked = ask.post(f"{address}look/", {"document": document}).json()
    refused = ask.post(address, {"document": document, "mark": looked["mark"]})
    assert refused.status_code == 400
    assert not cast.other_club.players.exists()


def test_a_removed_player_of_an_old_season_file(cast):
    season = played(cast, FOUR, FOUR[::-1])
    document = build_season_document(Season.objects.get(pk=season.pk), all_known=True)
    document = json.loads(json.dumps(document))
    player_forget(by=cast.bob, player=cast.club.players.get(name=FOUR[0]), typed=FOUR[0])
    address, ask = f"/api/v1/clubs/{cast.club.pk}/season-import/", bearer(cast.bob)
    looked = held(ask, "POST", f"{address}look/", {"document": document}, status=200)
    assert {one["name"] for one in looked["probably_removed"]} == {FOUR[0]}
    assert not looked["complaints"]
    looked = held(
        ask, "POST", f"{address}look/", {"document": document, "not_removed": [FOUR[0]]}, status=200
    )
    assert looked["complaints"]
