from accounts.errors import StateError
from tests.services.cases import Case, Refusal, refusals
from tournaments.attendance.services import Arrival, entry_withdraw, people_check_in, player_drop
from tournaments.core.record import Stage
from tournaments.models import RoundRow, SeatRow
from tournaments.seating.services import evening_start, seat_move, seats_draw

CASE = Case(
    seats_draw,
    scene=lambda make: make(12, Stage.CHECK_IN),
    body=lambda night: {"seed": "7", "people": 4},
    stages=(Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING),
)


def test_it_works(night):
    night = night(27, Stage.CHECK_IN)
    line = seats_draw(night.by, seed="7")
    assert [len(night.table(position)) for position in night.tables] == [4, 6, 6, 7, 4]
    assert sorted(night.seats()) == sorted(entry.id for entry in night.facts.entries)
    assert line.payload["seed"] == "7"
    assert line.payload["why"] == "sizes_nearest"
    assert [table.position for table in night.facts.tables] == night.tables
    night.evening.refresh_from_db()
    assert night.evening.stage == Stage.SEATED


def test_the_seed_repeats_the_draw(night):
    night = night(26, Stage.CHECK_IN)
    seed = seats_draw(night.by).payload["seed"]
    first = night.seats()
    seats_draw(night.by, seed="another")
    assert night.seats() != first
    seats_draw(night.by, seed=seed)
    assert night.seats() == first


def test_a_new_draw_takes_the_old_one_back(night):
    night = night(12, Stage.SEATED)
    entry_withdraw(night.by, entry=night.table(1)[0])
    seats_draw(night.by)
    assert len(night.seats()) == 11
    assert RoundRow.objects.filter(void=None).count() == 1
    assert SeatRow.objects.filter(void=None).count() == 11
    assert SeatRow.objects.count() == 23


def test_table_sizes_are_chosen_with_the_draw(night):
    night = night(12, Stage.CHECK_IN)
    line = seats_draw(night.by, tables=2)
    assert [len(night.table(position)) for position in night.tables] == [6, 6]
    assert line.payload["sizes"] == (6, 6)
    assert line.payload["after"]["tables"] == 2
    line = seats_draw(night.by, tables=0, people=4)
    assert [len(night.table(position)) for position in night.tables] == [4, 4, 4]
    night.evening.refresh_from_db()
    assert (night.evening.settings.tables, night.evening.settings.people) == (0, 4)


def test_until_the_first_result_play_goes_back_to_a_new_draw(night):
    night = night(12)
    people_check_in(night.by, people=[Arrival("Late")])
    player_drop(night.by, entry=night.table(1)[0], counters=50)
    seats_draw(night.by, tables=2)
    night.evening.refresh_from_db()
    assert night.evening.stage == Stage.SEATED
    assert [len(night.table(position)) for position in night.tables] == [6, 6]
    assert night.entry("Late") in night.seats()
    assert not night.facts.stakes
    evening_start(night.by)
    assert len(night.facts.stakes) == 12
    night.play(1)


def test_nobody_beyond_the_most_is_seated_late(night):
    night = night(10, Stage.CHECK_IN)
    seats_draw(night.by, people_most=5)
    people_check_in(night.by, people=[Arrival("Late")])
    assert night.entry("Late") not in night.seats()
    seat_move(night.because("a chair was found"), entry=night.entry("Late"), table=2)
    assert len(night.table(2)) == 6


def playing(make):
    return make(12)


LATE = "There is a result already"
test_refusals = refusals(
    CASE,
    {
        "too many tables": Refusal("tables", "12 players are too few for 5 tables", {"tables": 5}),
        "too large for the game": Refusal("people_most", "from 3 to 7 players", {"people_most": 9}),
        "no such number": Refusal("people", "Enter a number from 0 to 20", {"people": 21}),
        "crossed": Refusal(
            "people_least", "the most players at a table. 5 is more", {"people_least": 5, "people_most": 4}
        ),
        "wanted below": Refusal("people", "at least 5", {"people": 4, "people_least": 5}),
        "wanted above": Refusal("people", "at most 4", {"people": 5, "people_most": 4}),
        "after a result": Refusal("tables", LATE, scene=playing, first=lambda night: night.play(1)),
        "only again": Refusal("stage", "Only other table sizes", lambda night: {}, playing, error=StateError),
        "in round 2": Refusal("tables", LATE, scene=playing, first=lambda night: night.next_round()),
    },
)
