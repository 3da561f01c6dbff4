"""An evening that was played elsewhere is written down."""

from datetime import date
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Merge, Player
from tests.cast import everything, refused
from tests.recordings import POINTS, played, recorded
from tournaments.core.record import Stage
from tournaments.core.results.elsewhere import ResultLine
from tournaments.core.results.standings import FIGURES
from tournaments.models import EntryRow, Evening, Journal, Result, Settlement
from tournaments.transfer.services.imported_results import evening_record

pytestmark = pytest.mark.postgresql


def test_it_works(cast):
    evening = recorded(cast).evening
    evening.refresh_from_db()
    assert (evening.format, evening.stage, evening.seq) == ("recorded", Stage.FINISHED, 1)
    assert (evening.name, evening.held_on, evening.game) == ("On paper", date(2025, 10, 2), "draw-poker")
    line = Journal.objects.get()
    assert (line.verb, line.actor) == ("evening_recorded", cast.alice)
    result = Result.objects.get()
    assert (result.version, result.journal, result.format) == (1, line, "recorded")
    rows = {row.entry.name: row for row in result.settlements.select_related("entry__player")}
    assert {name: row.place for name, row in rows.items()} == {"Ann": 1, "Bob": 2, "Cid": 2, "Dee": 4}
    assert (rows["Dee"].counters, rows["Dee"].fresh, rows["Dee"].net) == (50, 1, 0)
    assert (rows["Dee"].deals, rows["Dee"].wins, rows["Dee"].best, rows["Dee"].exact) == (9, 1, 20, None)
    assert all(str(row.entry.player) == name for name, row in rows.items())
    assert not result.awards.exists()
    assert Player.objects.get(name="Ann").role == "lady"


def test_known_people_are_known_again(cast):
    """Who was merged is the one who is kept."""
    ann, gone, kept = (Player.objects.create(club=cast.club, name=name) for name in ("ANN", "Bob", "Robert"))
    Merge.objects.create(gone=gone, kept=kept)
    recorded(cast)
    assert EntryRow.objects.get(name="Ann").player == ann
    assert EntryRow.objects.get(name="Bob").player == kept
    assert Player.objects.filter(club=cast.club).count() == 5


def test_two_names_of_one_person_are_refused(cast):
    gone, kept = (Player.objects.create(club=cast.club, name=name) for name in ("Bob", "Ann"))
    Merge.objects.create(gone=gone, kept=kept)
    with refused("names", "are merged on the player list"):
        recorded(cast)


def test_the_same_request_is_the_same_evening(cast):
    key = uuid4()
    evening = evening_record(actor=cast.bob, club=cast.club, played=played(), key=key)
    before = everything()
    assert evening_record(actor=cast.bob, club=cast.club, played=played(), key=key) == evening
    assert everything() == before
    with refused("request_key"):
        evening_record(actor=cast.bob, club=cast.club, played=played(name="Another"), key=key)


def test_the_same_evening_is_not_told_twice(cast):
    recorded(cast)
    with refused("evening", "of this name on that day"):
        recorded(cast, name="ON  PAPER")
    recorded(cast, held_on=date(2025, 10, 9))
    assert Evening.objects.count() == 2


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": " "}, "evening"),
        ({"game": "snap"}, "game"),
        ({"options": {"wild": True}}, "options.wild"),
        ({"lines": ()}, "name"),
        ({"lines": (ResultLine("Ann"),)}, "place"),
        ({"lines": POINTS}, "score"),
    ],
)
def test_what_cannot_be_is_refused(cast, changes, field):
    with refused(field):
        evening_record(actor=cast.alice, club=cast.club, played=played(**changes))


def test_every_figure_has_its_column(cast):
    columns = {field.name for field in Settlement._meta.get_fields()} - {"id", "result", "entry", "player"}
    assert set(FIGURES) == columns


def test_its_queries_do_not_grow(cast, django_assert_num_queries):
    with CaptureQueriesContext(connection) as few:
        recorded(cast, *(ResultLine(f"p{n}", counters=n) for n in range(4)))
    with django_assert_num_queries(len(few)):
        recorded(cast, *(ResultLine(f"q{n}", counters=n) for n in range(40)), name="Another")
