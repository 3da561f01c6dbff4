"""What two states of an evening differ in, for whom, and how the versions of a result do."""

from fractions import Fraction
from functools import partial
from itertools import pairwise

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from tests.cast import Night
from tests.undo.services.test_rehearse import corrected
from tournaments.base.views import rehearse
from tournaments.core.movement.seating import TableSeat
from tournaments.core.reasons import Reason
from tournaments.core.record import Stage
from tournaments.models import Evening, Result
from tournaments.undo.presenters import (
    Changes,
    EveningState,
    FigureChange,
    PrizeChange,
    build_result_state,
    compare_states,
    load_evening_state,
    load_version_changes,
)

SHORT = Reason("counters_short", {"counted": 599, "expected": 600, "difference": 1})
CHIP = Reason("cut_chip", {"others": (1, 2), "round": 3, "table": 1, "deal": 1})
CUT = Reason("cut_place", {"others": (1, 2), "round": 3, "table": 2, "deal": 1})


def now(night: Night) -> EveningState:
    return load_evening_state(Evening.objects.get(pk=night.evening.pk))


@pytest.mark.parametrize(
    ("key", "was", "now", "way"),
    [
        ("counters", 53, 49, "down"),
        ("counters", -3, -1, "up"),
        ("counters", 9, 10, "up"),
        ("counters", 999, 1001, "up"),
        ("points", Fraction(25, 3), Fraction(26, 3), "up"),
        ("points", Fraction(-9, 2), Fraction(-17, 4), "up"),
        ("points", Fraction(833, 100), Fraction(8331, 1000), "up"),
        ("place", 11, 8, "up"),
        ("place", 1, 2, "down"),
        ("seat", TableSeat(3, 1), TableSeat(2, 4), "up"),
        ("seat", TableSeat(3, 1), TableSeat(3, 4), ""),
        ("bell", None, TableSeat(1, 2), ""),
        ("bell", TableSeat(2, 3), TableSeat(1, 0), "up"),
        ("next_game", TableSeat(2, 3), TableSeat(1, 1), ""),
        ("yellow", 0, 1, "up"),
        ("seat", TableSeat(1, 1), None, ""),
    ],
)
def test_which_way(key, was, now, way):
    assert FigureChange(key, was, now).way == way


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (FigureChange("counters", 999, 1815), ("Marken", "999", "1.815")),
        (FigureChange("points", Fraction(25, 3), Fraction(-9, 2)), ("Punkte", "8,33", "−4,5")),
        (FigureChange("points", Fraction(25, 3), Fraction(8331, 1000)), ("Punkte", "8 1/3", "8,331")),
        (FigureChange("bell", None, TableSeat(1, 0)), ("Bei der Glocke", "–", "Tisch 1")),
    ],
)
def test_words_are_of_the_readers_language(change, words):
    with translation.override("de"):
        assert (change.title, change.before, change.after) == words


def test_what_differs():
    names = {1: "Ada", 2: "Ben", 3: "Cy", 4: "Dee"}
    before = EveningState(
        names,
        {
            1: {"place": 1, "counters": 60},
            2: {"place": 2, "counters": 50},
            3: {"place": 3, "counters": 40},
        },
        {("counters", "Most counters"): (1,), ("booby", "Booby prize"): (3,), ("own-1", "Gone"): (2, 3)},
        (SHORT, CHIP),
    )
    after = EveningState(
        {**names, 4: "Di"},
        {
            2: {"place": 1, "counters": 61},
            1: {"place": 2, "counters": 60},
            3: {"place": 3, "counters": 40},
            4: {"place": 4, "counters": None},
        },
        {("counters", "Most counters"): (2,), ("booby", "Booby prize"): (3,), ("own-1", "New"): ()},
        (CHIP, CUT),
    )
    found = compare_states(before, after)
    assert [(person.name, person.figures) for person in found.people] == [
        ("Ben", (FigureChange("place", 2, 1), FigureChange("counters", 50, 61))),
        ("Ada", (FigureChange("place", 1, 2),)),
        ("Di", (FigureChange("place", None, 4),)),
    ]
    assert [person.name for person in found.figures] == ["Ben"]
    assert [person.name for person in found.places] == ["Ada", "Di"]
    assert found.prizes == (
        PrizeChange("counters", "Most counters", (1,), (2,), "Ada", "Ben"),
        PrizeChange("own-1", "Gone", (2, 3), None, "Ben, Cy", "–"),
        PrizeChange("own-1", "New", None, (), "–", "nobody"),
    )
    assert [(one.code, one.figures) for one in (*found.new, *found.resolved)] == [
        (why.code, why.figures) for why in (CUT, SHORT)
    ]
    assert found.new == (
        "Ada and Ben are equal at table 2. The player with the highest card gets the higher place.",
    )
    assert found
    assert not compare_states(before, before)
    assert not Changes()


def test_everybodys_figures(night):
    night = night(12)
    night.play(2)
    stand, held = now(night), night.held()
    assert {e: (figures["counters"], figures["seat"]) for e, figures in stand.people.items()} == {
        entry: (held[entry], TableSeat(table, chair)) for entry, (table, chair) in night.seats().items()
    }
    assert not any("bell" in figures for figures in stand.people.values())
    night.play(1)
    assert night.preview().rung
    winner = night.table(2)[0]
    place = now(night).people[winner]["bell"]
    assert isinstance(place, TableSeat)
    assert place.table == 1


def test_after_the_last_bell_nobody_goes_anywhere(night):
    """No move is told that is not made any more, and no cut that would decide one."""
    night = night(12)
    night.play_round()
    first, second = night.table(2)[:2]
    divided = partial(corrected(night), winners=[first, second])
    assert any("bell" in figures for figures in now(night).people.values())
    assert "The player with the highest card moves up" in rehearse(night.because("a slip"), divided).new[0]
    night.settle()
    assert not any("bell" in figures for figures in now(night).people.values())
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
    written, stand = build_result_state(Result.objects.get()), now(night)
    assert written.names == stand.names
    assert written.prizes == stand.prizes
    for entry, figures in written.people.items():
        assert figures.items() <= stand.people[entry].items()


class TestRewritten:
    def test_what_each_version_changed(self, night):
        night = night(12, Stage.FINISHED)
        assert load_version_changes(night.evening) == ()
        shown = []
        for table, why in ((2, "misread"), (1, "the other won"), (2, "not misread")):
            command = corrected(night, table, 0 if why.startswith("not") else 1)
            shown.append(rehearse(night.because(why), command))
            command(night.because(why))
        found = load_version_changes(night.evening)
        assert [(version.version, version.reason, version.author) for version in found] == [
            (4, "not misread", "Alice"),
            (3, "the other won", "Alice"),
            (2, "misread", "Alice"),
        ]
        for version, before in zip(reversed(found), shown, strict=True):
            assert version.changes.prizes == before.prizes
            assert {p.entry: p.figures for p in version.changes.people} == {
                p.entry: p.figures for p in before.people
            }
        assert [version.version for version in load_version_changes(night.evening, newest=2)] == [4, 3]
        assert all(later.written_at >= earlier.written_at for later, earlier in pairwise(found))

    def test_queries_grow_with_nothing(self, night):
        asked = []
        for players, versions in ((12, 1), (60, 4)):
            made = night(players, Stage.FINISHED)
            for n in range(versions):
                corrected(made, winner=n % 2)(made.because("again"))
            with CaptureQueriesContext(connection) as queries:
                assert len(load_version_changes(made.evening)) == versions
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
