"""A superuser reads the pages of every club, marked so, and each look is in the admin's log."""

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from accounts.models import User
from tests.seasons import PEOPLE, played
from tests.web.html import shows
from tournaments.core.record import Stage
from tournaments.models import DealVersion, Journal

pytestmark = pytest.mark.postgresql
MARK = "as administrator"


@pytest.fixture
def boss(client, cast):  # the cast comes first: everybody there has a name
    boss = User.objects.create_superuser("boss@example.org", "correct horse")
    client.force_login(boss)
    return client


def pages(cast, night):
    """Pages of a club that is not the boss's own."""
    evening, season = night(8, Stage.FINISHED).evening, played(cast, PEOPLE)
    return [
        reverse("club", args=[cast.club.pk]),
        reverse("players", args=[cast.club.pk]),
        reverse("ratings", args=[cast.club.pk]),
        *(reverse(name, args=[evening.pk]) for name in ("evening", "standings", "prizes", "journal")),
        reverse("league", args=[season.league_id]),
        *(reverse(name, args=[season.pk]) for name in ("season", "season-prizes", "season-book")),
    ]


def test_each_page_is_read_and_each_look_is_logged(boss, cast, night):
    for page in pages(cast, night):
        shows(boss.get(page), MARK)
        assert LogEntry.objects.latest("pk").change_message == f"Looked at {page} as administrator."
    before = LogEntry.objects.count()
    boss.get(page, headers={"HX-Request": "true"})
    assert LogEntry.objects.count() == before


def test_nothing_is_changed_by_looking(boss, cast, night):
    night = night(8, Stage.PLAYING)
    lines = Journal.objects.count()
    for name in ("prize-give", "prize-list", "evening-settings"):
        assert boss.get(reverse(name, args=[night.evening.pk])).status_code in (200, 403)
        assert boss.post(reverse(name, args=[night.evening.pk])).status_code == 404
    assert boss.post(reverse("players", args=[cast.club.pk])).status_code == 404
    assert Journal.objects.count() == lines


def test_in_the_own_club_nobody_is_an_administrator(client, cast, night):
    evening = night(8, Stage.FINISHED).evening
    User.objects.filter(pk=cast.vera.pk).update(is_superuser=True)
    client.force_login(User.objects.get(pk=cast.vera.pk))
    shows(client.get(reverse("evening", args=[evening.pk])), never=MARK)
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("staff", [False, True])
def test_no_other_stranger_is_let_in(client, cast, night, staff):
    User.objects.filter(pk=cast.charlie.pk).update(is_staff=staff)
    client.force_login(User.objects.get(pk=cast.charlie.pk))
    for page in pages(cast, night):
        assert client.get(page).status_code == 404


def test_the_api_stays_for_members(boss, cast, night):
    evening = night(8, Stage.FINISHED).evening
    assert boss.get(f"/api/v1/evenings/{evening.pk}/").status_code == 404


def test_the_page_on_the_site_is_one_step_away(boss, cast, night):
    evening, season = night(8, Stage.FINISHED).evening, played(cast, PEOPLE)
    result = evening.results.get()
    for name, row, page in (
        ("tournaments_evening", evening, reverse("evening", args=[evening.pk])),
        ("tournaments_result", result, reverse("evening", args=[evening.pk])),
        (
            "tournaments_dealversion",
            DealVersion.objects.filter(deal__round__evening=evening).earliest("pk"),
            reverse("evening", args=[evening.pk]),
        ),
        ("tournaments_season", season, reverse("season", args=[season.pk])),
        ("tournaments_seasonline", season.book.earliest("pk"), reverse("season", args=[season.pk])),
        ("tournaments_league", season.league, reverse("league", args=[season.league_id])),
        ("accounts_club", cast.club, reverse("club", args=[cast.club.pk])),
    ):
        shows(boss.get(reverse(f"admin:{name}_change", args=[row.pk])), f'href="{page}"', "View on site")
