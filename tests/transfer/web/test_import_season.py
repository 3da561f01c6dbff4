"""A season's file is looked at, and then imported."""

import json
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from accounts.models import Player
from tests.cast import everything
from tests.core.files.test_season_file import changed, document
from tests.played_seasons import PEOPLE, an_evening, by, played
from tests.spreadsheets import cells_of
from tests.transfer.web.test_exports import rows
from tests.web.html import faults
from tests.web.visitors import HOSTILE
from tournaments.core.files.documents import pack_text
from tournaments.models import Evening, Season
from tournaments.records.services.people import player_forget
from tournaments.seasons.services.results import season_close
from tournaments.seasons.services.seasons import evening_add
from tournaments.transfer.presenters.tables import build_season_document

FILE = json.dumps(document())


@pytest.fixture
def send(client, cast):
    """Sends the page's form, by Bob."""
    client.force_login(cast.bob)

    def go(text="", **more):
        body = {"text": text, "request_key": str(uuid4()), **more}
        return client.post(reverse("import-season", args=[cast.club.pk]), body)

    return go


def confirm(send, page, **more):
    """Says yes to what the page showed."""
    held, mark = page.context["form"]["held"].value(), page.context["planned"].mark
    return send(held=held, mark=mark, **more)


@pytest.mark.thorough
def test_it_shows_what_it_would_do_and_does_it(client, send):
    before = everything()
    page = send(FILE)
    assert page.status_code == 200
    assert page.context["preview"].words == ["3 new players", "1 new evening", "3 results"]
    assert [(row.name, points) for row, points in page.context["standing"]] == [
        ("Ada", "12"),
        ("Ben", "9"),
        ("Cora", "9"),
    ]
    assert faults(page.text) == []
    assert everything() == before
    done = confirm(send, page)
    season = Season.objects.get()
    assert done.url == reverse("season", args=[season.pk])
    assert "Winter of League is imported." in client.get(done.url).text


def test_the_page_sent_twice_does_it_once(send):
    key, page = str(uuid4()), send(FILE)
    answers = [confirm(send, page, request_key=key) for _time in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert answers[0].url == answers[1].url
    assert Evening.objects.count() == Season.objects.count() == 1
    assert "There is nothing new to import." in send(FILE).text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (FILE[:-9], "not complete JSON"),
        (json.dumps(changed("standing.1.total", "13")), "standings of Ada do not follow"),
        ("", "Choose a file"),
    ],
)
def test_what_is_wrong_is_told(send, text, says):
    before = everything()
    page = send(text, mark="x")
    assert page.status_code == 422
    assert says in page.text
    assert faults(page.text) == []
    assert everything() == before


def test_files_that_are_none(send):
    for data, says in ((b"\xff\xfe", "UTF-8"), (b"x" * 4_000_001, "larger than 4 MB")):
        page = send(file=SimpleUploadedFile("a.json", data))
        assert page.status_code == 422
        assert says in page.text


def test_a_page_holds_less_than_its_file():
    assert len(pack_text(FILE)) < len(FILE) / 2


@pytest.mark.parametrize("held", ["x", "AAAA", pack_text(FILE)[:-8], pack_text("x" * 4_000_001)])
def test_a_page_that_lost_its_file_says_so(send, held):
    page = send(held=held, mark="x")
    assert page.status_code == 422
    assert "Choose it again" in page.text


@pytest.mark.thorough
def test_a_file_chosen_beside_the_shown_one_is_looked_at_first(send):
    page = send(FILE)
    other = confirm(send, page, file=SimpleUploadedFile("a.json", FILE.replace("Winter", "Summer").encode()))
    assert other.status_code == 200
    assert other.context["file"].name == "Summer"
    assert not Season.objects.exists()


def test_what_the_club_contradicts_is_told(send, cast):
    confirm(send, send(FILE))
    page = send(json.dumps(changed("seed", "8")))
    assert page.status_code == 422
    assert "already has a season of this name" in page.text
    assert 'name="mark"' not in page.text


def test_what_is_otherwise_by_now_is_shown_anew(send, cast):
    before = send(FILE)
    Player.objects.create(club=cast.club, name="Ada")
    page = confirm(send, before)
    assert page.status_code == 409
    assert "changed since you opened the page" in page.text
    assert confirm(send, page).status_code == 302


def test_names_stay_names(send):
    page = send(FILE.replace("Ada", HOSTILE).replace("Winter", "<i>"))
    assert page.status_code == 200
    assert HOSTILE not in page.text
    assert faults(page.text) == []


@pytest.mark.thorough
def test_the_way_there(client, cast):
    here = reverse("import-season", args=[cast.club.pk])
    client.force_login(cast.bob)
    assert here in client.get(reverse("leagues", args=[cast.club.pk])).text
    assert faults(client.get(here).text) == []
    client.force_login(cast.vera)
    assert here not in client.get(reverse("leagues", args=[cast.club.pk])).text


class TestTakingAway:
    def test_as_a_table(self, client, cast):
        season = played(cast, ("Ada", "Ben"), ("Ben", "Ada"), ("Ada", "Ben"), best=2)
        client.force_login(cast.vera)
        ada, ben = rows(client.get(reverse("season-csv", args=[season.pk])))
        assert (ada["place"], ada["name"], ada["points"], ada["evenings"], ada["counted"]) == (
            "1",
            "Ada",
            "24",
            "3",
            "2",
        )
        assert (ada["2026-01-08 Evening 1"], ada["2026-01-15 Evening 2"]) == ("12", "10 dropped")
        assert "Ben" in ada["why"]
        assert ben["place"] == "2"
        sheet = client.get(reverse("season-xlsx", args=[season.pk]))
        assert sheet.headers["Content-Disposition"].endswith('"thursday-league-winter.xlsx"')
        head, first, _second = cells_of(sheet.content)
        assert dict(zip(head, first, strict=True)) == {
            **{name: ada[name] for name in ("name", "why", "2026-01-15 Evening 2")},
            **{name: float(ada[name]) for name in ("place", "points", "evenings", "counted")},
            "division": None,
            "2026-01-08 Evening 1": 12,
            "2026-01-22 Evening 3": 12,
        }

    def test_exact_points_are_shown_as_decimals(self, client, cast):
        season = played(cast, ("Ada", "Ben"), table=(12, 9))
        evening_add(by(cast, season), evening=an_evening(cast, 5, "Ada").pk, weight=33)
        client.force_login(cast.vera)
        assert rows(client.get(reverse("season-csv", args=[season.pk])))[0]["points"] == "15.96"

    @pytest.mark.thorough
    def test_a_closed_season_too(self, client, cast):
        season = played(cast, ("Ada", "Ben"))
        season_close(by(cast, season))
        client.force_login(cast.vera)
        page = client.get(reverse("season", args=[season.pk]))
        for name in ("season-csv", "season-xlsx", "season-json"):
            assert reverse(name, args=[season.pk]) in page.text
            assert client.get(reverse(name, args=[season.pk])).status_code == 200


def test_a_removed_player_of_an_old_file_is_shown(client, cast):
    season = played(cast, PEOPLE, PEOPLE[::-1])
    text = json.dumps(build_season_document(Season.objects.get(pk=season.pk), all_known=True))
    player_forget(by=cast.bob, player=cast.club.players.get(name=PEOPLE[0]), typed=PEOPLE[0])
    client.force_login(cast.bob)
    address = reverse("import-season", args=[cast.club.pk])
    page = client.post(address, {"text": text})
    assert page.status_code == 200
    for part in ("Probably the removed player", f'value="{PEOPLE[0]}"', "There is nothing new to import."):
        assert part in page.text
    page = client.post(address, {"text": text, "not_removed": [PEOPLE[0]]})
    assert page.status_code == 422
    assert "with another result" in page.text
