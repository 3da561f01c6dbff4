"""The name and the day of a finished evening are corrected, of an imported one the game too."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from accounts.errors import StateError, TakenError
from tests.cast import everything, refused
from tests.played_seasons import FIRST, PEOPLE, an_evening, by, played
from tests.services.cases import Case, Refusal, refusals
from tournaments.base.views import rehearse
from tournaments.core.record import Stage
from tournaments.evening.services.evenings import evening_change
from tournaments.evening.services.journal import RequestedBy
from tournaments.journal.presenters.page import describe_lines
from tournaments.models import Evening, RatedEvening, Result
from tournaments.planning.forms.prepare import describe_all_settings
from tournaments.planning.services import evening_correct
from tournaments.prizes.services import prizes_reveal_all
from tournaments.records.selectors.player_record import find_clubs_behind
from tournaments.records.services.ratings import ratings_follow
from tournaments.seasons.selectors.counting import load_season_evenings
from tournaments.seasons.services.results import season_close, season_reopen, season_rewrite

pytestmark = pytest.mark.postgresql
WHY = "typing error"
CASE = Case(
    evening_correct,
    scene=lambda make: make(8, Stage.FINISHED),
    body=lambda night: {"name": "Friday", "held_on": date(2026, 1, 30)},
    stages=(Stage.FINISHED,),
    asks_reason=True,
)
test_it_refuses = refusals(
    CASE,
    {
        "no name": ("name", "Enter a name", {"name": " "}),
        "another game, of an evening that was played here": Refusal(
            "game", "The seats are already drawn", {"game": "three-stake-brag"}, error=StateError
        ),
        "a game that there is not": Refusal("game", body={"game": "bridge"}),
    },
)


def correct(cast, evening, **what):
    return evening_correct(RequestedBy(evening.pk, cast.alice, WHY), **what)


def told(evening):
    (line,) = describe_lines(evening, [evening.journal.latest("seq")], describe_all_settings)
    return line


def test_it_works(cast, night):
    night = night(8, Stage.FINISHED)
    was = night.evening
    line = evening_correct(night.because(WHY), name=" Friday ", held_on=date(2026, 1, 30))
    evening = Evening.objects.get()
    assert (evening.name, evening.held_on) == ("Friday", date(2026, 1, 30))
    assert line.payload == {
        "name": [was.name, "Friday"],
        "held_on": [was.held_on.isoformat(), "2026-01-30"],
    }
    assert told(evening).words == "The evening was corrected."
    assert told(evening).more.startswith(f"Name: {was.name} → Friday; Date: ")
    assert Result.objects.count() == 1


def test_the_day_alone(cast):
    evening = an_evening(cast, 1)
    correct(cast, evening, held_on=FIRST + timedelta(days=3))
    assert Evening.objects.get().name == evening.name
    assert "Name" not in told(evening).more


def test_of_one_name_and_day_there_is_one(cast):
    first, second = an_evening(cast, 1), an_evening(cast, 2)
    with refused("name", "The club already has an evening of this name on that day.", TakenError):
        correct(cast, second, name=first.name.upper(), held_on=first.held_on)
    correct(cast, second, name=first.name)


def test_of_planned_ones_too(cast, night):
    other, night = an_evening(cast, 1), night(0, Stage.DRAFT)
    with refused("name", error=TakenError):
        evening_change(night.by, settings={}, name=other.name, held_on=other.held_on)


def test_an_open_season_and_the_ratings_follow(cast):
    season = played(cast, PEOPLE, PEOPLE[::-1])
    first, second = Evening.objects.order_by("pk")
    ratings_follow()
    correct(cast, first, held_on=second.held_on + timedelta(days=1))
    assert [one.id for one in load_season_evenings(season)] == [second.pk, first.pk]
    assert find_clubs_behind() == [cast.club.pk]
    ratings_follow()
    rated = RatedEvening.objects.order_by("held_on").values_list("evening", flat=True)
    assert list(rated) == [second.pk, first.pk]


def test_evenings_of_one_day_stand_by_their_new_names(cast):
    season = played(cast, PEOPLE, PEOPLE[::-1])
    first, second = Evening.objects.order_by("pk")
    correct(cast, second, held_on=first.held_on)
    assert [one.id for one in load_season_evenings(season)] == [first.pk, second.pk]
    correct(cast, second, name="Evening 0")
    assert [one.id for one in load_season_evenings(season)] == [second.pk, first.pk]


def test_a_closed_season_keeps_it_as_it_is(cast):
    season = played(cast, PEOPLE)
    evening = Evening.objects.get()
    season_close(by(cast, season))
    season.refresh_from_db()
    was = load_season_evenings(season)[0]
    correct(cast, evening, name="Friday", held_on=date(2026, 1, 2))
    assert load_season_evenings(season) == (was,)
    assert load_season_evenings(season, today=True)[0].name == "Friday"
    season_rewrite(by(cast, season, WHY))
    assert load_season_evenings(season)[0].name == "Friday"
    correct(cast, evening, name="Saturday")
    assert load_season_evenings(season)[0].name == "Friday"
    season_reopen(by(cast, season, WHY))
    season.refresh_from_db()
    assert load_season_evenings(season)[0].name == "Saturday"


def test_the_game_of_an_imported_evening_within_its_kind(cast):
    evening = an_evening(cast, 1)
    figures = list(Result.objects.get().settlements.values_list("place", "net"))
    correct(cast, evening, game="brag")
    evening.refresh_from_db()
    second = Result.objects.get(version=2)
    assert (evening.game, second.game) == ("brag", "brag")
    assert list(second.settlements.values_list("place", "net")) == figures
    assert told(evening).more == "Game: Draw Poker → Brag"
    before = everything()
    with refused("game", "Blackout is counted in another way. Remove the evening and import it again."):
        correct(cast, evening, game="blackout")
    assert everything() == before


def test_one_that_was_played_here_and_announced(night):
    night = night(8, Stage.FINISHED)
    prizes_reveal_all(night.by)
    changes = rehearse(night.by, lambda request: evening_correct(request, name="Friday"))
    assert not changes
    assert Evening.objects.get().held_on == timezone.localdate()
