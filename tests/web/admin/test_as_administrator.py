"""A superuser reads the pages of every club, marked so, and each look is in the admin's log."""

import re
import sqlite3
from html import unescape
from urllib.parse import urljoin

import pytest
from django.contrib.admin.models import LogEntry
from django.db import OperationalError
from django.urls import reverse

from accounts.models import User
from tests.played_seasons import PEOPLE, played
from tests.web.addresses import address
from tests.web.admin_pages import chosen, where
from tests.web.html import shows
from tests.web.test_matrix import ROWS
from tournaments.core.record import Stage
from tournaments.models import Journal

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


@pytest.mark.sample(2)
@pytest.mark.parametrize("stage", [Stage.DRAFT, Stage.PLAYING, Stage.FINISHED])
def test_nothing_is_offered_that_is_refused(boss, cast, night, stage):
    """Every address: a page that opens is logged, and nothing on it leads to 403 or 404; others are not."""
    at, offered, seen = night(8, stage), dict[tuple[str, str], str](), 0
    for name in ROWS:
        page = address(name, cast, at)
        answer = boss.get(page)
        lines = LogEntry.objects.filter(change_message__startswith=f"Looked at {page.partition('?')[0]} ")
        assert answer.status_code == 200 or not lines.exists(), (name, answer.status_code)
        seen += lines.delete()[0]
        if answer.status_code == 200 and not name.startswith(("api", "account", "score")):
            offered |= dict.fromkeys(leads_to(page, answer), name)
    assert seen > 20
    assert not LogEntry.objects.exists()
    offered.pop(("post", reverse("account_logout")))
    assert len(offered) > 50
    answers = {(way, to): getattr(boss, way)(to).status_code for way, to in offered}
    assert {(*to, offered[to]) for to, status in answers.items() if status in (403, 404)} == set()


def leads_to(page, answer):
    """Where the buttons and the links of a page lead, on this site."""
    if answer.streaming or "html" not in answer["Content-Type"]:
        return
    for form in re.findall(r'<form[^>]*method="post"[^>]*>', answer.text):
        action = re.search(r'action="([^"]*)"', form)
        yield "post", urljoin(page, unescape(action[1])) if action else page
    for link in re.findall(r'href="([^"#]+)', answer.text):
        if re.match("/(?!static/)", to := urljoin(page, unescape(link))):
            yield "get", to


def test_one_list_says_who_looked_where(boss, cast, night):
    """With the club and the page; what was changed in the administration is not on it."""
    looked = pages(cast, night)
    for page in looked:
        boss.get(page)
    boss.post(where(User), chosen("deactivate", cast.sam))
    lines = LogEntry.objects.order_by("pk")
    assert {line.object_repr for line in lines if line.change_message.startswith("Looked")} == {
        cast.club.name
    }
    assert lines.count() == len(looked) + 1
    for asked in ({}, {"q": "thursday"}, {"q": "boss@"}, {"q": "/standings/"}):
        shown = boss.get(where(LogEntry), asked)
        assert shown.context["cl"].result_count == (1 if "q" in asked and "/" in asked["q"] else len(looked))
        shows(shown, cast.club.name, "boss@example.org", f'href="{looked[4]}"')
    assert boss.get(where(LogEntry), {"q": "charlie"}).context["cl"].result_count == 0


def test_what_cannot_be_logged_is_not_shown(boss, cast, monkeypatch):
    def full(*_told: object) -> None:
        raise OperationalError from sqlite3_error()

    monkeypatch.setattr("accounts.shared.views.write_log", full)
    assert boss.get(reverse("club", args=[cast.club.pk])).status_code == 503


def sqlite3_error() -> Exception:
    """What SQLite reports where the disk is full."""
    error = sqlite3.OperationalError("disk full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    return error


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


def test_no_other_stranger_is_let_in(client, cast, night):
    User.objects.filter(pk=cast.charlie.pk).update(is_staff=True)
    client.force_login(User.objects.get(pk=cast.charlie.pk))
    for page in pages(cast, night):
        assert client.get(page).status_code == 404


def test_the_api_stays_for_members(boss, cast, night):
    evening = night(8, Stage.FINISHED).evening
    assert boss.get(f"/api/v1/evenings/{evening.pk}/").status_code == 404


def test_the_page_on_the_site_is_one_step_away(boss, cast, night):
    evening, season = night(8, Stage.FINISHED).evening, played(cast, PEOPLE)
    for name, row, page in (
        ("tournaments_evening", evening, reverse("evening", args=[evening.pk])),
        ("tournaments_season", season, reverse("season", args=[season.pk])),
        ("tournaments_league", season.league, reverse("league", args=[season.league_id])),
        ("accounts_club", cast.club, reverse("club", args=[cast.club.pk])),
    ):
        shows(boss.get(reverse(f"admin:{name}_change", args=[row.pk])), f'href="{page}"', "View on site")
