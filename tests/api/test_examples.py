"""The examples of the description are what is really answered: tests/api/recorded.py says how."""

import pytest
from django.utils import timezone

from accounts.models import Role
from accounts.shared.api import schema
from accounts.shared.api.schema import list_areas
from tests.api.asking import EXAMPLES, operation_of
from tests.api.commands import COMMANDS, scene
from tests.api.recorded import Recorder, agree, cut, described, example, standing
from tests.cast import Night
from tests.played_seasons import an_evening
from tests.played_seasons import played as season_played
from tournaments.models import EntryRow, Evening
from tournaments.phones.services import correction_ask, links_make, phone_claim_ask
from tournaments.records.services.ratings import rate_next
from tournaments.transfer.presenters.tables import build_season_document

NAMES = {"Ann": "lady", "Ben": "gentleman", "Cleo": "lady", "Dan": "gentleman", "Eve": "lady"}
NAMES |= {"Finn": "gentleman", "Gina": "lady", "Hal": "gentleman"}
PEOPLE = [{"name": name, "role": role} for name, role in NAMES.items()]
MOST_EVENINGS = {"key": "own-1", "title": "Most evenings", "steps": [{"metric": "evenings"}]}
RESULTS = (
    "date,evening,game,name,place\n2026-01-08,First,draw-poker,Ann,1\n2026-01-08,First,draw-poker,Ben,2\n"
)


@pytest.fixture(autouse=True)
def stands(db, monkeypatch):
    monkeypatch.setattr("tests.copies.FRESH", True)  # copies have the numbers of another test
    with standing():
        yield


@pytest.fixture
def alice(stands, cast):
    """The program of the club's owner."""
    return Recorder.of(cast.alice)


def playing(alice, cast, **settings):
    """Two tables play the first round of an evening of eight people."""
    made = alice.do("clubs/1/evenings", name="Spring evening", held_on="2026-05-08", settings=settings)
    at = f"evenings/{made['id']}"
    alice.do(f"{at}/check-in-open")
    alice.do(f"{at}/people-check-in", people=PEOPLE)
    alice.do(f"{at}/seats-draw", seed="7")
    alice.do(f"{at}/evening-start")
    return Night(Evening.objects.get(pk=made["id"]), cast.alice)


def test_an_evening_that_is_played(alice, cast):
    night = playing(alice, cast, minutes=15)
    at = {"id": night.evening.pk}
    alice.ask("table_sizes", **at)
    links_make(night.by)
    alice.ask("links", **at)
    night.play(2)
    alice.ask("index")
    alice.ask("evenings", "?stage=playing")
    alice.ask("club_evenings", id=1)
    alice.ask("evening", **at)
    alice.ask("people", **at)
    correction_ask(night.by, round=1, table=2, deal=1, version=1, words="Ben won")
    alice.ask("asks", **at)
    alice.ask("deals", round=1, table=2, **at)
    alice.ask("deal", round=1, table=2, deal=1, **at)
    alice.ask("journal", "?since=5", **at)
    night.play(1)
    alice.ask("bell", **at)
    night.decide()
    night.settle()
    alice.ask("ledger", **at)
    alice.ask("standing", **at)
    alice.ask("evening_prizes", **at)
    alice.do("evenings/1/evening-finish")
    alice.ask("evening_export", **at)


def test_the_phone_of_a_player(alice, cast):
    night = playing(alice, cast)
    claim = phone_claim_ask(entry=EntryRow.objects.get(pk=2), now=timezone.now())
    alice.ask("phone_claims", id=night.evening.pk)
    alice.ask("phone_claim_decide", body={"granted": True}, id=night.evening.pk, claim=claim.pk)


def test_a_club(alice):
    alice.ask("clubs", "?ordering=name")
    alice.ask("club", id=1)
    alice.ask("club_create", body={"name": "Friday Club"})
    alice.ask("club_change", body={"public": "initials"}, id=1)
    alice.ask("members", id=1)
    alice.ask("member_change", body={"role": "organiser"}, id=1, user=3)
    alice.ask("invitation_make", body={"role": "scorer", "days": 7}, id=1)
    alice.ask("invitations", id=1)
    alice.ask("me")
    alice.ask("tokens")


def test_players_of_a_club(alice, cast):
    for person in PEOPLE:
        alice.do("clubs/1/players", **person)
    alice.ask("player_add", body={"name": "Anna Berg", "role": "lady"}, id=1)
    alice.ask("players", "?search=an&active=true", id=1)
    alice.ask("player", id=1, player=9)
    alice.ask("player_change", body={"active": False}, id=1, player=8)
    Recorder.of(cast.vera).ask("claim_ask", body={"player": 1}, id=1)
    alice.ask("claims", "?pending=true", id=1)
    alice.ask("claim_decide", body={"granted": True}, id=1, claim=1)
    alice.ask("group_create", body={"name": "Juniors", "players": [3, 4]}, id=1)
    alice.ask("groups", id=1)
    alice.ask("group", id=1, group=1)
    alice.ask("group_set", body={"players": [3]}, id=1, group=1)
    alice.ask("player_forget", body={"typed": "Dan"}, id=1, player=4)


def test_what_a_club_has_of_its_own(alice):
    options = {"non_exact": True}
    rules = {"name": "Thursday Clag", "game": "clag", "options": options}
    alice.ask("house_rules_create", body=rules, id=1)
    alice.ask("house_rules", "?retired=false", id=1)
    alice.ask("house_rules_one", id=1, rules=1)
    alice.ask("house_rules_change", body={"name": "Clag at ours"}, id=1, rules=1)
    alice.ask("house_rules_retire", body={}, id=1, rules=1)
    prizes = ["yellow", {"key": "counters", "title": "The full purse"}]
    alice.ask("prize_set_keep", body={"name": "As usual", "prizes": prizes}, id=1)
    alice.ask("prize_sets", "?for_seasons=false", id=1)
    alice.ask("prize_set", id=1)
    alice.ask("prize_set_change", body={"before": prizes, "prizes": ["yellow"]}, id=1)


def test_players_after_an_evening(alice, cast):
    night = playing(alice, cast)
    night.play_round()
    night.finish()
    night.reveal()
    rate_next(1)
    alice.ask("ratings", id=1)
    alice.ask("player_record", id=1, player=1)
    alice.do("clubs/1/players", name="Anna")
    alice.ask("players_merging", "?gone=9", id=1, player=1)
    alice.ask("players_merge", body={"gone": 9, "reason": "written in a hurry"}, id=1, player=1)


def test_a_season(alice, cast):
    alice.ask("league_create", body={"name": "Thursday League"}, id=1)
    alice.ask("leagues", id=1)
    alice.ask("league", id=1)
    alice.ask("season_create", body={"name": "Winter", "rules": {"best": 6}}, id=1)
    alice.ask("season_update", body={"rules": {"best": 1}}, id=1)
    plan = {"name": "Spring evening", "held_on": "2026-05-08", "settings": {"rounds": 6}, "seasons": [1]}
    alice.ask("evening_create", body=plan, id=1)
    for number, people in enumerate((("Ada", "Ben", "Cora"), ("Ben", "Ada")), 1):
        alice.do("seasons/1/evening-add", evening=an_evening(cast, number, *people).pk)
    alice.ask("seasons", "?stage=open")
    alice.ask("league_seasons", "?ordering=name", id=1)
    for name in ("", "_table", "_book", "_export", "_evenings", "_people"):
        alice.ask(f"season{name}", id=1)
    alice.ask("season_row", id=1, player=2)
    alice.do("seasons/1/row-question-ask", player=2, text="Why 10 points on 8 January?")
    alice.do("seasons/1/row-question-answer", question=1, answer="Place 2 gives 10 points.")
    alice.ask("season_questions", id=1)
    alice.do("seasons/1/season-prizes-change", before=[], prizes=[MOST_EVENINGS])
    alice.ask("season_prizes", id=1)
    alice.do("seasons/1/evening-remove", evening=1)
    alice.do("seasons/1/season-close")
    alice.ask("season_versions", id=1)
    alice.ask("season_version", id=1, version=1)
    alice.ask("season_follow", body={"name": "Spring"}, id=1)
    alice.ask("league_rename", body={"name": "Friday League"}, id=1)
    address = alice.ask("league_publish", body={"published": True, "names": "initials"}, id=1)[
        "public_address"
    ]
    alice.ask("public_league", address=address)
    alice.ask("public_season", address=address, id=1)


def test_an_evening_that_everybody_may_read(alice, cast):
    night = playing(alice, cast)
    alice.do("evenings/1/evening-publish", published=True)
    night.evening.refresh_from_db()
    alice.ask("public_evening_by_code", code=night.evening.join_code)
    night.finish()
    night.reveal()
    alice.ask("public_evening", address=night.evening.public_address)


def imported(alice, name, club, **body):
    mark = alice.ask(f"{name}_look", body=body, id=club)["mark"]
    alice.ask(name, body=body | {"mark": mark}, id=club)


def test_imports(alice, cast):
    imported(alice, "people_import", 1, text="name,role\nAnn,lady\nBen,gentleman\n")
    imported(alice, "results_import", 1, text=RESULTS)
    (made,) = alice.ask("imports_made", id=1)["results"]
    at = {"id": 1, "made": made["key"]}
    mark = alice.ask("import_made", **at)["mark"]
    alice.ask("import_take_back", body={"mark": mark, "reason": "the wrong file"}, **at)
    cast.other_club.memberships.create(user=cast.alice, role=Role.OWNER)
    season = season_played(cast, ("Ada", "Ben"))
    imported(alice, "season_import", 2, document=build_season_document(season, all_known=True))


@pytest.mark.every_case
@pytest.mark.parametrize("name", EXAMPLES)
def test_a_calculator(alice, name):
    """Answers to a position are whole."""
    at, recorded = described(operation_of(name)), []
    for one in EXAMPLES[name]:
        answer = alice.answer(at, one.address, one.body)
        recorded.append(example(one.title, one.address, one.body, answer if one.body else cut(answer)))
    agree(at.name, *recorded)


@pytest.mark.every_case
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command(alice, cast, night, name):
    """And first what it would change, where that can be seen."""
    command = COMMANDS[name]
    address, body = scene(name, cast, night)
    if command.info.looks:
        alice.record(f"{command.service.__name__}_look", f"{address}look/", body)
    alice.record(command.service.__name__, address, body)


def test_each_file_is_of_an_operation():
    names = {operation.name for area in list_areas() for operation in area.operations}
    assert {file.stem for file in schema.EXAMPLES.iterdir()} <= names
