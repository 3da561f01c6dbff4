"""The lists of the administration, in few queries, and its first page."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group as Powers
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Claim, Club, Group, Invitation, Membership, Merge, Player, Token, User
from games.models import HouseRules
from tests.played_seasons import PEOPLE, by, played, player
from tests.web.admin_pages import root, staff, where
from tests.web.html import shows
from tournaments.core.record import Stage
from tournaments.models import Award, Evening, League, PrizeSet, Season
from tournaments.seasons.services.seasons import player_place

pytestmark = [pytest.mark.slow, pytest.mark.postgresql]

ALL = [Evening, Award, League, Season, PrizeSet, HouseRules, Merge, Claim, Token, Invitation, LogEntry]
"""The lists that are looked at."""
WRITTEN = [Club, Membership, Player, Group, User, Powers]
"""Those whose rows are changed too: test_admin_services."""


@pytest.fixture(autouse=True)
def superuser(client, cast):
    client.force_login(root())


def test_only_lists_that_are_used_are_here():
    """Facts of evenings and rows of seasons are on the pages of their evening and season."""
    assert where(Evening)  # with the addresses all lists are registered
    assert admin.site._registry.keys() == {*ALL, *WRITTEN}


def test_stages_are_in_words(client, night, cast):
    night(8, Stage.SEATED)
    played(cast, PEOPLE)
    page = client.get(where(Evening))
    shows(page, '<td class="field-stage">The seats are drawn</td>', "Called off", never=">seated<")
    shows(client.get(where(Season)), '<td class="field-stage">open</td>')


@pytest.mark.parametrize("model", ALL, ids=lambda model: model.__name__)
def test_lists_take_few_queries(model, client, night):
    counts = []
    for players in (8, 20):
        night(players, Stage.FINISHED)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(where(model)).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 10


@pytest.mark.parametrize("model", ALL, ids=lambda model: model.__name__)
def test_nobody_changes_them_here(model, client, night):
    """And they can be searched."""
    night(4, Stage.FINISHED)
    assert client.get(where(model), {"q": "p01 Thursday"}).status_code == 200
    assert client.get(where(model, "add")).status_code == 403
    row = model.objects.first()
    if row is not None:
        assert client.get(where(model, "change", row.pk)).status_code == 200
        assert client.post(where(model, "change", row.pk), {}).status_code == 403
        assert client.post(where(model, "delete", row.pk), {"post": "yes"}).status_code == 403


def test_a_typed_filter_takes_a_number_or_a_name(client, cast, night):
    one, other = night(4), night(8, club=cast.other_club)
    for typed, found in ((cast.club.pk, [one]), ("charl", [other]), ("9" * 40, []), ("a\x00b", [])):
        shown = client.get(where(Evening), {"club": typed}).context["cl"].result_list
        assert {evening.pk for evening in shown} == {at.evening.pk for at in found}


def test_the_first_page_counts_what_there_is(client, cast, night):
    """Each count leads to the list of what it counts."""
    evening = night(8, Stage.PLAYING).evening
    night(8, Stage.FINISHED)
    Evening.objects.filter(pk=evening.pk).update(held_on=timezone.localdate())
    Evening.objects.exclude(pk=evening.pk).update(held_on=timezone.localdate() - timedelta(days=9))
    played(cast, PEOPLE)
    Player.objects.filter(name="p01").update(active=False)
    client.get(reverse("club", args=[cast.club.pk]))
    text = client.get(reverse("admin:index")).text
    tiles = re.findall(r'<li>\s*<a href="([^"]+)"><b>(\d+)</b>\s*([^<]+)</a>', text)
    counted = {title: (unescape(to), int(count)) for to, count, title in tiles}
    assert counted.pop("What waits") == (reverse("admin:tournaments_evening_waiting"), 1)
    assert len(counted) == 9
    for title, (to, count) in counted.items():
        assert client.get(to).context["cl"].result_count == count > 0, title
    assert counted["Evenings today"][1] == counted["Evenings under way"][1] == 1
    assert where(Award) in text


def test_the_first_page_shows_what_one_may_look_at(client, cast):
    client.force_login(staff("view_club", name="Cleo"))
    text = client.get(reverse("admin:index")).text
    assert re.findall(r"<b>\d+</b>\s*([^<]+)</a>", text) == ["All clubs"]


def test_it_validates_ownership(client, cast, night):
    """Members of clubs are sent away; staff see what they may, and nothing else."""
    evening = night(4).evening
    pages = where(Evening), where(Season), where(Evening, "change", evening.pk)
    client.force_login(cast.alice)
    assert [client.get(page).status_code for page in pages] == [302, 302, 302]
    client.force_login(staff())
    assert [client.get(page).status_code for page in pages] == [403, 403, 403]
    client.force_login(staff("view_evening", name="Seb"))
    assert [client.get(page).status_code for page in pages] == [200, 403, 200]


def test_whoever_played_is_not_deleted(client, cast):
    """Not alone and not among others; somebody who was never seated can be."""
    season = played(cast, ("Ada", "Ben"))
    ada, new = player(cast, "Ada"), Player.objects.create(club=cast.club, name="Typo")
    listed = Player.objects.create(club=cast.club, name="Listed")
    player_place(by(cast, season), player=listed.pk)
    for kept in (ada, listed.pk):
        assert client.post(where(Player, "delete", kept), {"post": "yes"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [ada], "post": "yes"}
    client.post(where(Player), chosen)
    assert client.post(where(Player, "delete", new.pk), {"post": "yes"}).status_code == 302
    assert {*Player.objects.values_list("name", flat=True)} == {"Ada", "Ben", "Listed"}
