"""A game that is withdrawn: chosen no more, while its key opens what was played with it."""

import json
from datetime import date

import pytest

from accounts.errors import RuleError
from games.house.selectors import list_house_rules, list_playable
from games.house.services import house_rules_create
from games.models import HouseRules
from games.rules.registry import KNOWN, RULESETS, WITHDRAWN, get_ruleset
from tests.api.asking import ask
from tests.api.members import bearer
from tests.cast import FIXED, refused
from tournaments.core.files.results_table import read_results
from tournaments.core.settings import Settings
from tournaments.evening.services.evenings import GameChoice, evening_change, evening_create
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Evening
from tournaments.transfer.presenters.evening import export_evening

KEY = "nomination-whist"
HOUSE = GameChoice(KEY, {"return": True}, "fixed", "Ours")


@pytest.fixture
def theirs(cast):
    return HouseRules.objects.create(club=cast.club, name="Ours", game=KEY, options={"return": True})


@pytest.fixture
def old(night, monkeypatch):
    """An evening from when the game could be chosen, played and finished."""
    monkeypatch.delitem(WITHDRAWN, KEY)
    made = night(4, game=KEY, **FIXED)
    monkeypatch.undo()
    made.play_round()
    made.finish()
    return made


def test_it_is_known_and_not_offered(cast):
    assert KEY not in RULESETS
    assert get_ruleset(KEY) is KNOWN[KEY]
    assert KEY not in {choice.key for choice in list_playable(cast.club.pk)}
    assert KEY not in {game["key"] for game in ask("/api/v1/games/").json()["results"]}


def test_its_page_opens_and_is_not_listed(client):
    assert KEY not in client.get("/games/").text
    assert "Nomination Whist" in client.get(f"/games/{KEY}/").text
    assert ask(f"/api/v1/games/{KEY}/").json()["key"] == KEY


@pytest.mark.parametrize("name", ["", "Ours"])
def test_no_evening_is_planned_with_it(cast, name):
    choice = GameChoice(KEY, format="fixed", rules_name=name)
    with refused("game", "is no longer offered"):
        evening_create(actor=cast.alice, club=cast.club, name="New", settings=Settings(), choice=choice)
    body = {"name": "New", "game": KEY, "format": "fixed"}
    answer = bearer(cast.alice).post(f"/api/v1/clubs/{cast.club.pk}/evenings/", body)
    assert (answer.status_code, "game" in answer.content.decode()) == (400, True)
    assert not Evening.objects.exists()


def test_no_evening_is_changed_to_it(cast):
    made = evening_create(actor=cast.alice, club=cast.club, name="New", settings=Settings())
    with refused("game", "is no longer offered"):
        evening_change(RequestedBy(made.pk, cast.alice), settings=Settings(), choice=GameChoice(KEY))


def test_house_rules_of_it_stay_and_none_are_made(client, cast, theirs):
    with refused("game", "is no longer offered"):
        house_rules_create(by=cast.alice, club=cast.club, game=KEY, name="New", options={"return": True})
    (line,) = list_house_rules(cast.club.pk)
    assert line.game is WITHDRAWN[KEY]
    assert [choice.house for choice in list_playable(cast.club.pk)][-1] == theirs.pk
    client.force_login(cast.alice)
    assert client.get(f"/clubs/{cast.club.pk}/house-rules/{theirs.pk}/").status_code == 200
    made = evening_create(actor=cast.alice, club=cast.club, name="By ours", settings=Settings(), choice=HOUSE)
    assert made.play.game.key == KEY
    theirs.retired = True
    theirs.save()
    with pytest.raises(RuleError, match="is no longer offered"):
        evening_create(actor=cast.alice, club=cast.club, name="Again", settings=Settings(), choice=HOUSE)


def test_an_old_evening_is_read_and_exported(client, cast, old):
    client.force_login(cast.alice)
    assert client.get(f"/evenings/{old.evening.pk}/").status_code == 200
    doc = json.loads(json.dumps(export_evening(old.evening)))
    assert doc["evening"]["ruleset"] == KEY
    listed = bearer(cast.alice).get(f"/api/v1/evenings/?game={KEY}").json()["results"]
    assert [row["id"] for row in listed] == [old.evening.pk]


def test_old_results_of_it_are_imported():
    told = (
        f"date,evening,game,name,place\n2025-02-03,One,{KEY},Ann,1\n2025-02-03,Two,Nomination Whist,Ann,1\n"
    )
    read = read_results(told, date(2026, 1, 1))
    assert [evening.play.game.key for evening in read.good] == [KEY, KEY]
