"""An evening that was played elsewhere: each of its pages shows what is known, or leads to who does."""

import re

import pytest
from django.urls import reverse

from tests.recordings import LINES, POINTS, recorded
from tests.web.addresses import PARTS, address, addresses, names
from tests.web.api_rows import API_ROWS
from tests.web.html import faults
from tests.web.wording import queries
from tournaments.core.results.elsewhere import ResultLine
from tournaments.models import EntryRow
from tournaments.transfer.services.imported_results import result_record

OF_EVENINGS = [
    name
    for name in names()
    if name not in API_ROWS and dict(addresses())[name].startswith(("evenings/", "j/"))
]


@pytest.fixture(params=["counters", "points", "together", "again"])
def night(request, cast):
    """Recorded evenings: of each kind of game, and one whose result was told anew."""
    match request.param:
        case "points":
            return recorded(cast, *POINTS, game="clag")
        case "together":
            return recorded(cast, ResultLine("Ann", hands=8), ResultLine("Bob"), game="blackout-cooperative")
        case _:
            night = recorded(cast)
    if request.param == "again":
        result_record(night.because("read the sheet again"), lines=(*LINES[:2], ResultLine("Eve", place=4)))
    night.evening.refresh_from_db()
    return night


@pytest.mark.sample(4)
@pytest.mark.slow
@pytest.mark.parametrize("visitor", ["alice", "vera", "nobody"])
def test_every_page_answers(client, cast, night, visitor):
    if visitor != "nobody":
        client.force_login(getattr(cast, visitor))
    assert len(OF_EVENINGS) > 50
    for name in OF_EVENINGS:
        if name in ("live", *PARTS):
            continue
        url = address(name, cast, night)
        answer = client.get(url)
        assert answer.status_code in (200, 302, 403, 404, 405), url
        if answer.headers.get("Content-Type", "").startswith("text/html") and answer.content:
            assert faults(answer.content.decode()) == [], url


@pytest.mark.sample(2)
@pytest.mark.slow
def test_every_button_is_refused(client, cast, night):
    """But for *Remove*, which goes at any time (test_evening_remove)."""
    client.force_login(cast.alice)
    before = night.evening.seq
    for name in OF_EVENINGS:
        if name == "evening-remove":
            continue
        url = address(name, cast, night)
        answer = client.post(url, {"reason": "because", "round": "1"})
        assert answer.status_code in (200, 302, 404, 405, 409, 422), url
    night.evening.refresh_from_db()
    assert night.evening.seq == before


def test_its_page_shows_the_result(client, cast, night):
    client.force_login(cast.vera)
    page = client.get(reverse("evening", args=[night.evening.pk]))
    result = page.context["result"]
    people = EntryRow.objects.filter(evening=night.evening, void=None)
    assert {person.name for person in result.people} == set(people.values_list("name", flat=True))
    assert [person.place for person in result.people] == sorted(person.place for person in result.people)
    assert "was played without Headtable" in page.text
    assert ("What the correction changed" in page.text) is (result.version > 1)
    assert "Import corrected results" not in page.text
    client.force_login(cast.bob)
    assert "Import corrected results" in client.get(reverse("evening", args=[night.evening.pk])).text


def test_strangers_read_the_places_and_no_prize_that_nobody_gave(client, cast, night):
    code, people = night.evening.join_code, EntryRow.objects.filter(evening=night.evening, void=None)
    hall = client.get(reverse("hall", args=[code])).text
    assert all(person.name in hall for person in people)
    mine = client.get(reverse("player", args=[code, people[0].pk])).text
    assert "Place 1" in mine
    assert not [page for page in (hall, mine) if "Prizes</h2>" in page or "No prize tonight" in page]


def test_only_figures_that_were_told_are_shown(client, cast):
    client.force_login(cast.vera)
    night = recorded(cast, ResultLine("Ann", place=1, deals=9, share=4567), ResultLine("Bob", place=2))
    result = client.get(reverse("evening", args=[night.evening.pk])).context["result"]
    assert result.titles == ("Deals played", "Share of the tables")
    assert [person.figures for person in result.people] == [("9", "45 %"), ("–", "–")]


def test_its_queries_do_not_grow(client, cast):
    client.force_login(cast.vera)
    few, many = (
        recorded(cast),
        recorded(cast, *(ResultLine(f"p{n}", place=n) for n in range(1, 40)), name="Many"),
    )
    asked = [queries(client.get, reverse("evening", args=[night.evening.pk])) for night in (few, many)]
    assert asked[0] == asked[1] <= 12


@pytest.mark.parametrize("night", ["again"], indirect=True)
def test_what_a_correction_changed_is_laid_out(client, cast, night):
    """It has its style here too, and no figure runs into the next one."""
    client.force_login(cast.vera)
    html = client.get(reverse("evening", args=[night.evening.pk])).content.decode()
    assert "css/base/changes" in html
    assert not re.search(r'</span><span class="figure">', html)
    assert html.count('<span class="figure">') > 1
