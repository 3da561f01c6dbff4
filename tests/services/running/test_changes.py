"""What two states of an evening differ in, for whom, and how the versions of a result do."""

from functools import partial
from itertools import pairwise

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from tests.cast import Night
from tests.services.repairs.test_rehearse import corrected
from tournaments.core.record import Stage
from tournaments.models import Evening, Result
from tournaments.pages.results.changes import Change, Changes, Stand, changes, rewritten, stand_now, stand_of
from tournaments.views.preview import rehearse


def now(night: Night) -> Stand:
    return stand_now(Evening.objects.get(pk=night.evening.pk))


@pytest.mark.parametrize(
    ("what", "before", "after", "way"),
    [
        ("Counters", "53", "49", "down"),
        ("Counters", "−3", "−1", "up"),
        ("Counters", "9", "10", "up"),
        ("Counters", "999", "1,001", "up"),
        ("Points", "8.33", "8.67", "up"),
        ("Points", "−4.5", "−4.25", "up"),
        ("Place", "11", "8", "up"),
        ("Place", "1", "2", "down"),
        ("Seat", "table 3, seat 1", "table 2, seat 4", "up"),
        ("Seat", "table 3, seat 1", "table 3, seat 4", ""),
        ("At the bell", "–", "table 1, seat 2", ""),
        ("Yellow chips", "0", "1", "up"),
        ("Seat", "table 1, seat 1", "–", ""),
    ],
)
def test_which_way(what, before, after, way):
    assert Change(what, before, after).way == way


def test_which_way_in_german():
    with translation.override("de"):
        assert Change("Punkte", "8,33", "8,67").way == "up"
        assert Change("Marken", "1.001", "999").way == "down"
        assert Change("Anderes", "Tisch 3, Stuhl 1", "Tisch 2, Stuhl 4").way == "down"


def test_what_differs():
    names = {1: "Ada", 2: "Ben", 3: "Cy", 4: "Dee"}
    before = Stand(
        names,
        {
            1: {"Place": "1", "Counters": "60"},
            2: {"Place": "2", "Counters": "50"},
            3: {"Place": "3", "Counters": "40"},
        },
        {"Most counters": "Ada", "Booby prize": "Cy", "Gone": "Ben"},
        ("short by one", "count first"),
    )
    after = Stand(
        {**names, 4: "Di"},
        {
            2: {"Place": "1", "Counters": "61"},
            1: {"Place": "2", "Counters": "60"},
            3: {"Place": "3", "Counters": "40"},
            4: {"Place": "4"},
        },
        {"Most counters": "Ben", "Booby prize": "Cy", "New": "Di"},
        ("count first", "cut first"),
    )
    found = changes(before, after)
    assert [(person.name, person.figures) for person in found.people] == [
        ("Ben", (Change("Place", "2", "1"), Change("Counters", "50", "61"))),
        ("Ada", (Change("Place", "1", "2"),)),
        ("Di", (Change("Place", "–", "4"),)),
    ]
    assert [person.name for person in found.figures] == ["Ben"]
    assert [person.name for person in found.places] == ["Ada", "Di"]
    assert found.prizes == (
        Change("Most counters", "Ada", "Ben"),
        Change("Gone", "Ben", "–"),
        Change("New", "–", "Di"),
    )
    assert (found.new, found.gone) == (("cut first",), ("short by one",))
    assert found
    assert not changes(before, before)
    assert not Changes()


def test_everybodys_figures(night):
    night = night(12)
    night.play(2)
    stand, held = now(night), night.held()
    assert {e: (figures["Counters"], figures["Seat"]) for e, figures in stand.people.items()} == {
        entry: (str(held[entry]), f"table {table}, seat {chair}")
        for entry, (table, chair) in night.seats().items()
    }
    assert not any("At the bell" in figures for figures in stand.people.values())
    night.play(1)
    assert night.preview().rung
    winner = night.table(2)[0]
    assert now(night).people[winner]["At the bell"].startswith("table 1")


def test_after_the_last_bell_nobody_goes_anywhere(night):
    """No move is told that is not made any more, and no cut that would decide one."""
    night = night(12)
    night.play_round()
    first, second = night.table(2)[:2]
    divided = partial(corrected(night), winners=[first, second])
    assert any("At the bell" in figures for figures in now(night).people.values())
    assert "The player with the highest card moves up" in rehearse(night.because("a slip"), divided).new[0]
    night.settle()
    assert not any("At the bell" in figures for figures in now(night).people.values())
    assert rehearse(night.because("a slip"), divided).new == ()


def test_before_seats_are_drawn(night):
    for stage in (Stage.DRAFT, Stage.CHECK_IN, Stage.SEATED):
        assert now(night(12 if stage is not Stage.DRAFT else 0, stage)).in_the_way == ()


@pytest.mark.thorough
@pytest.mark.parametrize(
    "plays",
    [
        {},
        {"counting": "at_the_end"},
        {"game": "blackout"},
        {"game": "blackout-cooperative", "format": "fixed"},
    ],
    ids=lambda plays: plays.get("game", plays.get("counting", "")),
)
def test_a_version_stands_as_the_evening_did(plays, night):
    night = night(6, Stage.FINISHED, **plays)
    written, stand = stand_of(Result.objects.get()), now(night)
    assert written.names == stand.names
    assert written.prizes == stand.prizes
    for entry, figures in written.people.items():
        assert figures.items() <= stand.people[entry].items()


class TestRewritten:
    def test_what_each_version_changed(self, night):
        night = night(12, Stage.FINISHED)
        assert rewritten(night.evening) == ()
        shown = []
        for table, why in ((2, "misread"), (1, "the other won"), (2, "not misread")):
            command = corrected(night, table, 0 if why.startswith("not") else 1)
            shown.append(rehearse(night.because(why), command))
            command(night.because(why))
        found = rewritten(night.evening)
        assert [(version.version, version.reason, version.who) for version in found] == [
            (4, "not misread", "Alice"),
            (3, "the other won", "Alice"),
            (2, "misread", "Alice"),
        ]
        for version, before in zip(reversed(found), shown, strict=True):
            assert version.changes.prizes == before.prizes
            assert {p.entry: p.figures for p in version.changes.people} == {
                p.entry: p.figures for p in before.people
            }
        assert [version.version for version in rewritten(night.evening, newest=2)] == [4, 3]
        assert all(later.at >= earlier.at for later, earlier in pairwise(found))

    def test_queries_grow_with_nothing(self, night):
        asked = []
        for players, versions in ((12, 1), (60, 4)):
            made = night(players, Stage.FINISHED)
            for n in range(versions):
                corrected(made, winner=n % 2)(made.because("again"))
            with CaptureQueriesContext(connection) as queries:
                assert len(rewritten(made.evening)) == versions
            asked.append(len(queries))
        assert asked[0] == asked[1] == 5


def test_a_stand_reads_a_fixed_number_of_times(night):
    asked = []
    for players in (12, 60):
        made = night(players)
        made.play(1)
        with CaptureQueriesContext(connection) as queries:
            now(made)
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 14
