"""A table is looked at, and then imported."""

import re
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from accounts.models import Player
from tests.cast import everything
from tests.played_seasons import a_season, by
from tests.transfer.services.test_importing import PEOPLE, RESULTS
from tests.web.html import faults, shows
from tests.web.visitors import HOSTILE
from tournaments.core.files.cells import MOST_BYTES
from tournaments.models import Evening, Result
from tournaments.records.services.people import player_forget
from tournaments.seasons.services.seasons import evening_add
from tournaments.transfer.presenters import import_preview


@pytest.fixture
def send(client, cast):
    """Sends the page's form, by Bob."""
    client.force_login(cast.bob)

    def go(text="", what="results", **more):
        body = {"what": what, "text": text, "request_key": str(uuid4()), **more}
        return client.post(reverse("import", args=[cast.club.pk]), body)

    return go


def upload(data, name="results.csv"):
    return SimpleUploadedFile(name, data if isinstance(data, bytes) else data.encode())


def test_it_shows_what_it_would_do_and_does_it(client, send, cast):
    before = everything()
    page = send(RESULTS)
    assert page.status_code == 200
    assert page.context["preview"].words == ["2 new players", "2 new evenings", "3 results"]
    assert "October" in page.text
    assert faults(page.text) == []
    assert everything() == before
    done = send(RESULTS, mark=page.context["plan"].mark)
    assert done.url == reverse("club", args=[cast.club.pk])
    assert Evening.objects.count() == 2
    assert "Done: 2 new players, 2 new evenings, 3 results." in client.get(done.url).text


def test_players_too(client, send, cast):
    page = send(PEOPLE, what="people")
    assert page.context["preview"].words == ["3 new players"]
    assert "The Fox" in page.text
    assert faults(page.text) == []
    done = send(PEOPLE, what="people", mark=page.context["plan"].mark)
    assert done.url == reverse("players", args=[cast.club.pk])
    assert Player.objects.filter(club=cast.club).count() == 3
    assert "The Fox" not in client.get(reverse("players-csv", args=[cast.other_club.pk])).text


def test_a_file_is_read_and_shown_as_text_from_then_on(send):
    page = send("", file=upload("\ufeff" + RESULTS.replace(",", ";").replace("\n", "\r\n")))
    assert page.context["preview"].words == ["2 new players", "2 new evenings", "3 results"]
    assert "2025-10-02;October;Draw Poker;Ann;1;80" in page.text
    text = page.context["form"]["text"].value()
    assert send(text, mark=page.context["plan"].mark).status_code == 302


def test_a_file_chosen_beside_the_shown_one_is_looked_at_first(send):
    page = send(RESULTS)
    other = send(RESULTS, mark=page.context["plan"].mark, file=upload(RESULTS))
    assert other.status_code == 200
    assert not Evening.objects.exists()


def test_each_bad_row_is_listed_and_the_good_ones_shown(send):
    bad = RESULTS + "2025-13-01,December,Draw Poker,Ann,1,3\n2025-12-04,December,Snap,Bob,1,3\n"
    before = everything()
    page = send(bad)
    assert page.status_code == 422
    assert [(one.line, one.field) for one in page.context["preview"].complaints] == [(5, "date"), (6, "game")]
    assert "There is no such day: 2025-13-01." in page.text
    assert "October" in page.text
    assert 'name="mark"' not in page.text
    assert faults(page.text) == []
    plan = page.context["plan"]
    assert send(bad, mark=plan.mark).status_code == 422
    assert everything() == before


def test_columns_that_nobody_knows_are_named(send):
    page = send("name,shoe size,\nAnn,39,x\n", what="people")
    assert "Ignored columns: shoe size" in " ".join(page.text.split())


def test_another_result_asks_why(send):
    send(RESULTS, mark=send(RESULTS).context["plan"].mark)
    other = RESULTS.replace("Bob,2,60", "Cid,2,60")
    page = send(other)
    assert page.context["preview"].words[1] == "evenings changed: 1"
    mark = page.context["plan"].mark
    refused = send(other, mark=mark)
    assert refused.status_code == 422
    assert "Enter a reason" in refused.text
    assert send(other, mark=mark, reason="it was Cid").status_code == 302
    assert Result.objects.filter(version=2).count() == 1


def test_another_result_shows_what_changes_in_the_season(send, cast):
    send(RESULTS, mark=send(RESULTS).context["plan"].mark)
    season = a_season(cast)
    for evening in Evening.objects.order_by("held_on"):
        evening_add(by(cast, season), evening=evening.pk)
    assert "Standings of" not in send(RESULTS).text
    before = everything()
    page = send(RESULTS.replace("Bob,2,60", "Cid,2,60"))
    assert everything() == before
    [changed] = page.context["seasons"]
    assert {
        person.name: [(one.title, one.before, one.after) for one in person.figures]
        for person in changed.changes.people
    } == {
        "Bob": [("Points", "22", "12")],
        "Cid": [("Place", "–", "3"), ("Points", "–", "10")],
    }
    shows(page, "Standings of Thursday League · Winter")
    assert faults(page.text) == []


def test_what_is_otherwise_by_now_is_shown_anew(send, cast):
    mark = send(RESULTS).context["plan"].mark
    Player.objects.create(club=cast.club, name="Ann")
    page = send(RESULTS, mark=mark)
    assert page.status_code == 409
    assert "changed since you opened the page" in page.text
    assert page.context["preview"].words[0] == "1 new player"
    assert send(RESULTS, mark=page.context["plan"].mark).status_code == 302


@pytest.mark.parametrize(
    ("data", "says"),
    [(b"", "empty"), (b"x" * (MOST_BYTES + 1), "larger than 1 MB"), (b"\xff", "UTF-8")],
)
def test_files_that_are_no_table(send, data, says):
    page = send("", what="people", file=upload(data))
    assert page.status_code == 422
    assert says in page.text


def test_a_form_without_a_table_or_with_one_of_something_else(send):
    for text, what, says in (
        ("", "results", "Choose a file or paste its text"),
        (RESULTS, "", "required"),
        (RESULTS, "prizes", "not possible here"),
    ):
        page = send(text, what=what)
        assert page.status_code == 422
        assert says in page.text


def test_names_stay_names(send):
    hostile = HOSTILE.replace('"', '""')
    page = send(f'name,groups,role\n"{hostile}",<b>,<i>\n=cmd(),,\n', what="people")
    assert page.context["preview"].words == ["2 new players"]
    assert HOSTILE not in page.text
    assert faults(page.text) == []


def test_a_long_table_is_shown_in_part(send, monkeypatch):
    monkeypatch.setattr(import_preview, "MOST_SHOWN", 2)
    page = send("name\n" + "".join(f"p{n}\n" for n in range(9)), what="people")
    assert len(page.context["preview"].shown_people) == 2
    assert "And 7 more." in page.text
    page = send(RESULTS)
    assert len(page.context["preview"].shown_evenings) == 1
    assert "And 1 more." in page.text
    page = send("name,role\n" + "".join(f"p{n},{'x' * 40}\n" for n in range(9)), what="people")
    assert len(page.context["preview"].complaints) == 2
    assert "And 7 more." in page.text


@pytest.mark.thorough
def test_the_way_there_and_back(client, cast):
    client.force_login(cast.vera)
    assert "/import/" not in client.get(reverse("club", args=[cast.club.pk])).text
    client.force_login(cast.bob)
    here = reverse("import", args=[cast.club.pk])
    assert here in client.get(reverse("club", args=[cast.club.pk])).text
    assert here in client.get(reverse("players", args=[cast.club.pk])).text
    page = client.get(here, {"what": "people"})
    assert page.context["form"].initial == {"what": "people"}
    assert faults(page.text) == []


def test_a_pasted_list_of_players(send, cast):
    text = "1. Ann\n2) Ben <ben@x.example>\n50 Cent\n"
    page = send(text, what="people")
    for part in (
        "1. Ann",
        "2) Ben &lt;ben@x.example&gt;",
        "Look at what was left out of these lines.",
        "3 new players",
    ):
        assert part in page.text
    send(text, what="people", mark=page.context["plan"].mark)
    assert {player.name for player in cast.club.players.all()} == {"Ann", "Ben", "50 Cent"}


def test_names_of_a_downloaded_list_stay(send, cast):
    text = "name,role,public,public_name,groups\n1. FC Hill,,,,\n"
    page = send(text, what="people")
    assert "left out" not in page.text
    send(text, what="people", mark=page.context["plan"].mark)
    assert cast.club.players.get().name == "1. FC Hill"


def test_a_line_of_a_removed_player_stays_removed_unless_ticked(send, cast):
    text = "date,evening,game,name,place\n2025-10-02,October,Clag,Zoë,1\n2025-10-02,October,Clag,Ann,2\n"
    send(text, mark=send(text).context["plan"].mark)
    player_forget(by=cast.bob, player=cast.club.players.get(name="Zoë"), typed="Zoë")
    page = send(text)
    for part in ("Probably the removed player", "October", 'value="Zoë"', "There is nothing new to import."):
        assert part in page.text
    other = text.replace("Ann", "Cid")
    page = send(other)
    assert "1 new player" in page.text
    send(other, mark=page.context["plan"].mark, reason="It was Cid")
    assert {player.name for player in cast.club.players.all()} == {"A former player", "Ann", "Cid"}
    page = send(other, not_removed=["Zoë"])
    assert re.search(r'value="Zoë"\s+checked', page.text)
    send(other, not_removed=["Zoë"], mark=page.context["plan"].mark, reason="Another Zoë")
    assert {player.name for player in cast.club.players.all()} == {"A former player", "Ann", "Cid", "Zoë"}
