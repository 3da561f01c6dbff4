"""Merges, corrections and reopening say beforehand which closed seasons would be otherwise."""

import pytest

from tests.played_seasons import by, played, player
from tests.seasons.services.test_season_rewrite import CHAMPION, merge
from tests.seasons.web.test_corrected import counting
from tests.undo.services.test_rehearse import corrected
from tests.web.html import shows
from tournaments.base.views import rehearse
from tournaments.core.record import Stage
from tournaments.seasons.services.leagues import season_follow
from tournaments.seasons.services.results import season_close

pytestmark = pytest.mark.postgresql

STAYS = "Thursday League · Winter stays as it was closed."
QUERIES = 24
ANN = "First today: Ann, instead of Bob."


@pytest.fixture
def season(cast, client):
    client.force_login(cast.bob)
    season = played(
        cast, ("Ann", "Bob", "Cid"), ("Bob", "Anna", "Cid"), ("Anna", "Bob", "Cid"), prizes=(CHAMPION,)
    )
    season_close(by(cast, season))
    season.refresh_from_db()
    return season


def page_of(cast, name):
    return f"/clubs/{cast.club.pk}/players/{player(cast, name)}/merge/"


def test_a_merge_tells_it(client, cast, season):
    preview = client.get(page_of(cast, "Ann"), {"gone": player(cast, "Anna")})
    shows(preview, STAYS, ANN, "“Champion” today: Ann, instead of Bob.", status=200)
    shows(client.get(page_of(cast, "Ann"), {"gone": player(cast, "Cid")}), never="stays as it was closed")


def test_undoing_a_merge_tells_it(client, cast):
    client.force_login(cast.bob)
    season = played(cast, ("Ann", "Bob", "Cid"), ("Bob", "Anna", "Cid"), ("Anna", "Bob", "Cid"))
    merge(cast)
    season_close(by(cast, season))
    shows(client.get(page_of(cast, "Ann")), STAYS, "First today: Bob, instead of Ann.", status=200)


def test_a_correction_tells_it(cast, night):
    finished = night(8, Stage.FINISHED).reveal()
    season_close(by(cast, counting(cast, finished.evening)))
    changes = rehearse(finished.because("a slip"), corrected(finished))
    [closed] = changes.closed_seasons
    assert closed.name == "Thursday League · Spring"
    assert closed.sentences
    corrected(finished)(finished.because("a slip"))
    assert rehearse(finished.because("again"), corrected(finished)).closed_seasons == ()


def test_reopening_tells_it_and_what_rests_on_the_season(client, cast, season):
    merge(cast)
    page = client.get(f"/seasons/{season.pk}/reopen/")
    shows(page, "The standings are then different:", ANN, never="was set up from these standings")
    season_follow(by=cast.alice, season=season, name="Summer")
    page = client.get(f"/seasons/{season.pk}/reopen/")
    shows(page, "“Summer” was set up from these standings, and does not change:", "Divisions: 0.")


@pytest.mark.parametrize("people", [4, 24])
def test_queries_do_not_grow_with_people(client, cast, people, django_assert_num_queries):
    client.force_login(cast.bob)
    crowd = tuple(f"p{n}" for n in range(people))
    season = played(cast, (*crowd, "Xaver"), ("Yara", *crowd))
    season_close(by(cast, season))
    address, gone = page_of(cast, "Xaver"), player(cast, "Yara")
    with django_assert_num_queries(QUERIES):
        client.get(address, {"gone": gone})
