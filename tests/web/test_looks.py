"""A club's name, logo, colour and bell on the pages that need no account, and how the logo is served."""

import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from accounts.clubs.services import club_change
from accounts.models import BellSound, Club, ClubLogo
from tests.logos import KINDS, png
from tests.played_seasons import played
from tests.published import page_of, publish_all
from tests.web.admin_pages import root
from tests.web.wording import queries
from tournaments.core.record import Stage
from tournaments.models import Evening, League

BELL_JS = Path(__file__).parents[2] / "static/js/bell/bell.js"


@pytest.fixture
def own(cast):
    club_change(by=cast.alice, club=cast.club, colour="#7a1f3d", bell="gong", logo=png())
    cast.club.refresh_from_db()
    return cast.club


def logo_at(club):
    return reverse("club-logo", args=[club.pk, club.logo_mark])


@pytest.mark.parametrize("kind", KINDS)
def test_a_logo_is_served_as_what_it_is(cast, client, kind):
    club_change(by=cast.alice, club=cast.club, logo=KINDS[kind])
    answer = client.get(logo_at(Club.objects.get(pk=cast.club.pk)))
    assert answer.status_code == 200
    assert answer.content == KINDS[kind]
    told = {
        "Content-Type": f"image/{kind}",
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
        "X-Robots-Tag": "noindex, nofollow",
    }
    assert {name: answer.headers[name] for name in told} == told
    assert {"public", "immutable", "max-age=31536000"} <= set(answer.headers["Cache-Control"].split(", "))
    assert "Cookie" not in answer.headers.get("Vary", "")


def test_only_this_logo_has_this_address(own, cast, client):
    """Nobody finds the logos of other clubs by counting, and another logo has another address."""
    first = logo_at(own)
    for address in (
        reverse("club-logo", args=[cast.other_club.pk, own.logo_mark]),
        reverse("club-logo", args=[own.pk, "0" * 32]),
        f"/clubs/{own.pk}/logo//",
    ):
        answer = client.get(address)
        assert answer.status_code == 404
        assert "public" not in answer.headers.get("Cache-Control", "")
    club_change(by=cast.alice, club=own, logo=png(pixel=b"\0"))
    assert client.get(first).status_code == 404
    ClubLogo.objects.update(kind="html")
    own.refresh_from_db()
    assert client.get(logo_at(own)).status_code == 404


def test_the_colours_as_a_style_sheet(client):
    answer = client.get("/colours/ffcc1f.css")
    assert answer.headers["Content-Type"].startswith("text/css")
    light, dark = re.findall(r"--club: (#\w{6}); --on-club: (#\w{6});", answer.text)
    assert light[0] != "#ffcc1f"
    assert dark == ("#ffcc1f", "#000000")
    for none in ("red", "FFCC1F", "ffcc1", "ffcc1f0", "ffcc1;"):
        assert client.get(f"/colours/{none}.css").status_code == 404


def pages(night, cast):
    """Each page that everybody reads, by name."""
    season = played(cast, ("Ada", "Ben"))
    publish_all(Evening.objects.filter(pk=night.evening.pk))
    publish_all(League.objects.filter(pk=season.league.pk))
    code = night.evening.join_code
    return {
        "hall": reverse("hall", args=[code]),
        "player": reverse("player", args=[code, night.facts.entries[0].id]),
        "names": reverse("find-me", args=[code]),
        "evening": page_of(night.evening),
        "league": page_of(season.league),
        "season": page_of(season),
    }


@pytest.mark.parametrize("name", ["hall", "player", "names", "evening", "league", "season"])
def test_pages_show_the_clubs_name_logo_and_colour(own, night, cast, name):
    address = pages(night(8), cast)[name]
    page = Client().get(address).text
    assert own.name in page
    assert f'src="{logo_at(own)}"' in page
    assert 'href="/colours/7a1f3d.css"' in page
    asked = queries(Client().get, address)
    club_change(by=cast.alice, club=own, colour="", logo=b"")
    page = Client().get(address).text
    assert own.name in page
    assert "/logo/" not in page
    assert "/colours/" not in page
    assert queries(Client().get, address) == asked


def test_the_hall_hears_of_a_new_logo_by_itself(own, night, cast, client):
    night = night(8)
    address = reverse("hall", args=[night.evening.join_code])
    first = client.get(address, headers={"HX-Request": "true"})
    same = {"HX-Request": "true", "If-None-Match": first.headers["ETag"]}
    assert client.get(address, headers=same).status_code == 304
    club_change(by=cast.alice, club=own, logo=png(pixel=b"\0"))
    again = client.get(address, headers=same)
    own.refresh_from_db()
    assert logo_at(own) in again.text


def test_every_screen_that_rings_has_the_clubs_bell(own, night, cast, client):
    night = night(8)
    client.force_login(cast.alice)
    code = night.evening.join_code
    for address in (
        reverse("hall", args=[code]),
        reverse("player", args=[code, night.facts.entries[0].id]),
        reverse("evening", args=[night.evening.pk]),
    ):
        assert 'data-sounds="gong"' in client.get(address, follow=True).text


def test_each_bell_that_can_be_chosen_is_there():
    table = BELL_JS.read_text().partition("const BELLS = {")[2].partition("\n  };")[0]
    assert re.findall(r"^    (\w+): \{$", table, re.MULTILINE) == BellSound.values


def test_a_finished_evening_still_shows_it(own, night, client):
    night = night(8, Stage.FINISHED).reveal()
    page = client.get(reverse("hall", args=[night.evening.join_code])).text
    assert f'src="{logo_at(own)}"' in page


def test_the_administration_shows_the_logo_and_changes_the_rest(own, client):
    client.force_login(root())
    address = reverse("admin:accounts_club_change", args=[own.pk])
    assert f'src="{logo_at(own)}"' in client.get(address).text
    sent = {"name": own.name, "public": "name", "roles": "[]", "bell": "hand"}
    sent |= {"memberships-TOTAL_FORMS": "0", "memberships-INITIAL_FORMS": "0"}
    answer = client.post(address, sent | {"colour": "red"}, follow=True)
    assert "is not a colour" in answer.text
    assert client.post(address, sent | {"colour": "#000080"}).status_code == 302
    own.refresh_from_db()
    assert (own.colour, own.bell) == ("#000080", "hand")
    assert own.logo_mark
