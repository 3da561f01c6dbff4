"""An evening is removed until its first result, or whenever it was imported; its seasons say so."""

from datetime import timedelta

import pytest
from django.contrib.admin.models import DELETION, LogEntry
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.errors import ForbiddenError, StateError
from accounts.models import Player
from tests.cast import everything, refused
from tests.played_seasons import PEOPLE, a_season, by, played
from tests.web.admin_pages import root, staff
from tournaments import tasks
from tournaments.bell.services.clock import clock_start
from tournaments.console.services import run_due_tasks
from tournaments.core.record import Stage
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Evening, RatedEvening, Season, SeasonLine
from tournaments.records.services.ratings import ratings_follow
from tournaments.seasons.presenters.journal import load_book
from tournaments.seasons.services.leagues import evening_delete
from tournaments.seasons.services.results import season_close, season_reopen
from tournaments.seasons.services.seasons import evening_add
from tournaments.simulation.rehearsal import rehearsal_start

pytestmark = pytest.mark.postgresql
BEFORE_A_RESULT = (Stage.DRAFT, Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING)


@pytest.mark.every_case
@pytest.mark.parametrize("stage", BEFORE_A_RESULT)
def test_it_works(night, stage):
    night = night(8, stage)
    evening_delete(night.by)
    assert not Evening.objects.exists()
    assert Player.objects.count() == (0 if stage is Stage.DRAFT else 8)
    line = LogEntry.objects.get()
    assert (line.user, line.object_repr, line.action_flag) == (night.alice, str(night.evening), DELETION)


@pytest.mark.parametrize("scene", ["decided", "over", "finished"])
def test_not_once_there_is_a_result(night, scene):
    night = night(8, Stage.FINISHED if scene == "finished" else Stage.PLAYING)
    if scene == "decided":
        night.play(1)
    if scene == "over":
        night.finish()
    before = everything()
    with refused("stage", "There is a result already. The evening can no longer be removed.", StateError):
        evening_delete(night.by)
    assert everything() == before


def test_a_rehearsal_goes_with_its_evening_and_not_by_itself(night):
    night = night(8, Stage.CHECK_IN)
    copy = rehearsal_start(actor=night.alice, evening=night.evening.pk, speed=10)
    with refused("stage"):
        evening_delete(RequestedBy(copy.pk, night.alice))
    evening_delete(night.by)
    assert not Evening.objects.exists()


def test_an_open_season_says_that_it_went(cast, night):
    season, night = a_season(cast), night(8, Stage.CHECK_IN)
    evening_add(by(cast, season), evening=night.evening.pk)
    evening_delete(RequestedBy(night.evening.pk, cast.bob))
    line = SeasonLine.objects.latest("seq")
    assert (line.verb, line.actor, line.payload["deleted"]) == ("evening_counts_not", cast.bob, True)
    told = load_book(Season.objects.get()).lines[0]
    assert (told.words, told.more) == (
        f"{night.evening} no longer counts for the season.",
        "The evening was removed.",
    )


def test_an_imported_evening_goes_and_its_season_counts_without_it(cast):
    season = played(cast, PEOPLE, PEOPLE[::-1])
    first = Evening.objects.earliest("held_on")
    ratings_follow()
    evening_delete(RequestedBy(first.pk, cast.alice))
    ratings_follow()
    assert season.evenings.get().evening.name == "Evening 2"
    assert RatedEvening.objects.get().evening_id == season.evenings.get().evening_id
    assert Player.objects.filter(club=cast.club).count() == len(PEOPLE)


def test_a_closed_season_keeps_its_evenings(cast):
    season = played(cast, PEOPLE)
    season_close(by(cast, season))
    asked, before = RequestedBy(Evening.objects.get().pk, cast.alice), everything()
    with refused("evening", "The season “Thursday League · Winter” is closed. Reopen it first.", StateError):
        evening_delete(asked)
    assert everything() == before
    season_reopen(by(cast, season, "A wrong evening"))
    evening_delete(asked)
    assert not Evening.objects.exists()


def test_only_who_runs_it(cast, night):
    night = night(8, Stage.CHECK_IN)
    for who in (cast.sam, cast.vera, cast.charlie, root()):
        with refused("role", error=ForbiddenError):
            evening_delete(RequestedBy(night.evening.pk, who))
    assert Evening.objects.exists()


def test_in_the_administration(cast, night):
    season, night = a_season(cast), night(8, Stage.CHECK_IN)
    boss, looks = root(), staff("view_evening")
    evening_add(by(cast, season), evening=night.evening.pk)
    with refused("role", error=ForbiddenError):
        evening_delete(RequestedBy(night.evening.pk, looks, admin=True))
    evening_delete(RequestedBy(night.evening.pk, boss, admin=True))
    assert load_book(Season.objects.get()).lines[0].who == "Root (administration)"


def test_what_was_due_in_it_ends_quietly(night, caplog):
    night = night(8)
    clock_start(night.by, round=1, seconds=60)
    evening_delete(night.by)
    assert run_due_tasks(timezone.now() + timedelta(minutes=5)) == 0
    assert tasks.look(night.evening.pk) == 0
    assert not caplog.records


@pytest.mark.parametrize("stage", [Stage.CHECK_IN, Stage.PLAYING])
def test_it_takes_the_same_queries_for_any_number_of_players(night, stage):
    def queries(players):
        made = night(players, stage)
        with CaptureQueriesContext(connection) as found:
            evening_delete(made.by)
        return len(found)

    queries(8)  # what is remembered from then on
    assert queries(8) == queries(32)
