"""A correction of a finished evening shows what it changes in the seasons for which the evening counts."""

from fractions import Fraction

import pytest

from tests.api.commands import sent
from tests.api.members import bearer
from tests.cast import everything
from tests.played_seasons import an_evening, by
from tests.undo.services.test_rehearse import corrected
from tests.web.deal_form import of, told, where
from tests.web.html import shows
from tests.web.wording import queries
from tournaments.base.views import rehearse
from tournaments.core.leagues.rules import Rules
from tournaments.core.record import Stage
from tournaments.models import Season
from tournaments.seasons.presenters.table import load_season_table
from tournaments.seasons.services.leagues import league_ensure, season_create
from tournaments.seasons.services.results import season_close
from tournaments.seasons.services.seasons import evening_add

pytestmark = pytest.mark.postgresql


@pytest.fixture
def finished(night):
    return night(8, Stage.FINISHED).reveal()


def counting(cast, evening, name="Spring"):
    """An open season in which the evening counts."""
    league = league_ensure(by=cast.alice, club=cast.club, name="Thursday League")
    season = season_create(by=cast.alice, league=league, name=name, rules=Rules())
    evening_add(by(cast, season), evening=evening.pk)
    return season


def table(season):
    rows = load_season_table(Season.objects.get(pk=season.pk)).divisions[0].rows
    return {row.name: (str(row.place), row.total) for row in rows}


def test_what_is_shown_is_what_happens(cast, finished):
    season, before = counting(cast, finished.evening), everything()
    standing = table(season)
    [change] = rehearse(finished.because("a slip"), corrected(finished)).seasons
    assert everything() == before
    corrected(finished)(finished.because("a slip"))
    after = table(season)
    assert change.name == "Thursday League · Spring"
    assert {
        person.name: {one.title: (one.before, one.after) for one in person.figures}
        for person in change.changes.people
    } == {
        name: {
            what: (standing[name][at], after[name][at])
            for at, what in enumerate(("Place", "Points"))
            if standing[name][at] != after[name][at]
        }
        for name in after
        if after[name] != standing[name]
    }
    assert change.changes.people


def test_only_open_seasons_of_a_finished_evening(cast, night, finished):
    season_close(by(cast, counting(cast, finished.evening)))
    assert rehearse(finished.because("a slip"), corrected(finished)).seasons == ()
    playing = night(8)
    playing.play_round()
    counting(cast, playing.evening, "Summer")
    assert rehearse(playing.because("a slip"), corrected(playing)).seasons == ()


def test_the_page_and_the_api_tell_it(client, cast, finished):
    counting(cast, finished.evening)
    client.force_login(cast.bob)
    pool = next(pool for pool in finished.facts.pools if (pool.round, pool.position) == (1, 2))
    people = [line.entry for line in pool.lines]
    form = {
        **told([people[1]], **of(people, [1] * len(people))),
        "base_version": pool.version,
        "reason": "no",
    }
    page = client.post(where(finished), form)
    shows(page, "Standings of Thursday League · Spring", "Place", status=200)
    at = f"/api/v1/evenings/{finished.evening.pk}/deal-correct/look/"
    body = sent(corrected(finished).keywords) | {"reason": "no"}
    [season] = bearer(cast.bob).post(at, body).json()["seasons"]
    [changed] = page.context["look"].changes.seasons
    assert (season["season"], season["name"]) == (changed.season, "Thursday League · Spring")
    figures = {
        (one["name"], change["what"]): (Fraction(change["before"]), Fraction(change["after"]))
        for one in season["people"]
        for change in one["figures"]
    }
    assert figures == {
        (one.name, change.title): (change.was, change.now)
        for one in changed.changes.people
        for change in one.figures
    }


def test_queries_do_not_grow(cast, night):
    """A season takes as many, whatever its size."""
    counts = []
    for evenings in (1, 6):
        finished = night(8, Stage.FINISHED).reveal()
        season = counting(cast, finished.evening, f"Of {evenings}")
        crowd = tuple(f"q{n}" for n in range(5 * evenings))
        for number in range(evenings):
            evening_add(by(cast, season), evening=an_evening(cast, number + evenings, *crowd).pk)
        counts.append(queries(rehearse, finished.because("a slip"), corrected(finished)))
        assert rehearse(finished.because("a slip"), corrected(finished)).seasons
    assert counts[0] == counts[1]
