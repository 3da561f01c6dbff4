import pytest

from accounts.models import Player
from tests.cast import refused
from tests.services.cases import Case
from tournaments.attendance.services import Arrival, entry_withdraw, people_check_in
from tournaments.base.arguments import MOST_PEOPLE
from tournaments.bell.services.bell import moves_apply
from tournaments.core.movement.seating import find_presence, list_waiting
from tournaments.core.record import Presence, Stage
from tournaments.models import EntryRow

CASE = Case(
    people_check_in,
    scene=lambda make: make(4, Stage.CHECK_IN),
    body=lambda night: {"people": [Arrival("Nell", "lady"), Arrival("Ned")]},
    stages=(Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING),
)


def test_it_works(night, cast):
    night = night(0, Stage.CHECK_IN)
    people_check_in(night.by, people=[Arrival("  Nell  Gwyn ", "lady"), Arrival("Ned")])
    assert [(entry.name, entry.role) for entry in night.facts.entries] == [("Nell Gwyn", "lady"), ("Ned", "")]
    assert find_presence(night.facts, night.entry("Ned"), 1) is Presence.HERE
    assert {player.name for player in cast.club.players.all()} == {"Nell Gwyn", "Ned"}


def test_who_is_on_the_clubs_list_is_the_same_person(night, cast):
    nell = Player.objects.create(club=cast.club, name="Nell")
    Player.objects.create(club=cast.other_club, name="Ned")
    night = night(0, Stage.CHECK_IN)
    people_check_in(night.by, people=[Arrival("nell"), Arrival("Ned")])
    players = [entry.player for entry in EntryRow.objects.all()]
    assert players[0] == nell
    assert players[1] in cast.club.players.all()


def test_who_comes_after_the_draw_has_a_seat_at_once(night):
    night = night(12, Stage.SEATED)
    people_check_in(night.by, people=[Arrival("Nell")])
    assert night.seats()[night.entry("Nell")] == (3, 5)
    assert not night.facts.stakes


@pytest.mark.thorough
def test_who_comes_during_a_round_waits_for_the_next(night):
    night = night(12)
    people_check_in(night.by, people=[Arrival("Nell")])
    nell = night.entry("Nell")
    assert nell not in night.seats()
    night.play_round()
    moves_apply(night.by, round=1)
    assert night.seats()[nell][0] == 3
    assert night.held()[nell] == 50


def test_who_finds_every_table_full_waits_on(night):
    night = night(7)
    people_check_in(night.by, people=[Arrival("Nell")])
    night.next_round()
    assert night.entry("Nell") not in night.seats()
    assert list_waiting(night.facts, 2) == (night.entry("Nell"),)


def test_who_was_taken_off_can_come_again(night):
    night = night(4, Stage.CHECK_IN)
    entry_withdraw(night.by, entry=night.entry("p01"))
    people_check_in(night.by, people=[Arrival("p01", "lady")])
    assert len(night.facts.entries) == 4


@pytest.mark.parametrize(
    ("people", "field", "says"),
    [
        ([], "names", "at least one player"),
        ([Arrival("")], "names", "Enter a name."),
        ([Arrival(" \t\n ")], "names", "Enter a name."),
        ([Arrival("x" * 200)], "names", "200"),
        ([Arrival("a\x00")], "names", "cannot be shown"),
        ([Arrival("a\ud800")], "names", "cannot be shown"),
        ([Arrival("Nell"), Arrival("nell")], "names", "Two players"),
        ([Arrival("Nell"), Arrival("P01")], "names", "Two players"),
        ([Arrival("Nell"), Arrival("Ｐ０１")], "names", "Two players"),
        ([Arrival("Nell", "knave")], "role", "knave"),
        ([Arrival(f"n{n}") for n in range(MOST_PEOPLE)], "names", "1000"),
    ],
)
@pytest.mark.parametrize("stage", [Stage.CHECK_IN, Stage.PLAYING])
def test_refusals(night, stage, people, field, says):
    night = night(4, stage)
    with refused(field, says):
        people_check_in(night.by, people=people)
