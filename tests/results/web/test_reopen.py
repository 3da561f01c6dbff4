"""A finished evening is reopened by its page."""

import pytest
from django.urls import reverse

from tests.played_seasons import a_season, by
from tests.web.html import shows
from tournaments.core.record import Stage
from tournaments.models import Journal, Result
from tournaments.seasons.services.results import season_close
from tournaments.seasons.services.seasons import evening_add


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def where(night, name="evening-reopen"):
    return reverse(name, args=[night.evening.pk])


def test_it_is_reopened_and_finished_again(client, night):
    night = night(8, Stage.FINISHED).reveal()
    shows(client.get(where(night, "evening")), "Reopen the evening")
    page = client.get(where(night))
    shows(page, "Finishing it again records version 2 of the result. Version 1 is kept.")
    shows(page, "All prizes were announced.")
    without = client.post(where(night))
    shows(without, "Enter a reason. It is kept in the journal.", status=422)
    answer = client.post(where(night), {"reason": "A count was wrong"}, follow=True)
    shows(answer, "The evening is reopened.")
    shows(answer, "The evening was reopened: “A count was wrong”.")
    assert Journal.objects.get(verb="evening_reopened").reason == "A count was wrong"
    again = client.post(where(night, "finish"), follow=True)
    shows(again, "Version 2, recorded", "Version 1, recorded", "Reason: A count was wrong")
    shows(client.get(where(night, "journal")), "The evening was reopened. It settles up again.")
    assert Result.objects.count() == 2


def test_it_says_which_seasons_it_touches(client, cast, night):
    night = night(8, Stage.FINISHED).reveal()
    season = a_season(cast)
    evening_add(by(cast, season), evening=night.evening.pk)
    shows(client.get(where(night)), "Until then it does not count for: Thursday League · Winter.")
    shows(client.post(where(night, "evening-reopen-look")), "Standings of Thursday League · Winter")
    season_close(by(cast, season))
    shows(client.get(where(night)), "Closed, and stays as it was closed: Thursday League · Winter.")
    look = client.post(where(night, "evening-reopen-look"))
    shows(look, "Thursday League · Winter stays as it was closed.")


def test_an_evening_that_is_not_finished_leads_back(client, night):
    night = night(8, Stage.SETTLING)
    assert client.get(where(night)).status_code == 302
    assert "The last bell has rung." in client.post(where(night), {"reason": "x"}).content.decode()


def test_its_bell_is_undone_with_a_preview(client, cast, night):
    night = night(8, Stage.FINISHED).reveal()
    evening_add(by(cast, a_season(cast)), evening=night.evening.pk)
    client.post(where(night), {"reason": "One more round"})
    shows(client.post(where(night, "bell-undo-look")), "Nothing else changes.")
