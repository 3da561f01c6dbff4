"""Cards that were cut at a table are written down."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.cast import everything
from tests.web.visitors import HOSTILE
from tournaments.attendance.services import entry_change
from tournaments.models import CutRow


@pytest.fixture(autouse=True)
def sam(client, cast):
    client.force_login(cast.sam)


def where(night, purpose="down", table=1, round=1):
    return f"{reverse('cut', args=[night.evening.pk, round])}?purpose={purpose}&table={table}&deal=0"


@pytest.fixture
def tied(night):
    """Three at the head table have equally few."""
    night = night(8)
    for table in night.tables:
        night.play(table)
    return night


def cards(night, *texts, attempt=1):
    """What the form sends: "K" for each who must cut, in order; "" for nothing chosen."""
    among = night.preview().cuts[0][1].among
    return {"attempt": attempt} | {f"card-{e}": text for e, text in zip(among, texts, strict=True)}


def test_it_works(client, tied):
    assert "The player with the highest card goes down" in client.get(where(tied)).content.decode()
    among = tied.preview().cuts[0][1].among
    answer = client.post(where(tied), cards(tied, "A", "K", "Q"), follow=True)
    assert answer.redirect_chain[0][0] == reverse("evening", args=[tied.evening.pk])
    assert f"Highest card: {tied.facts.names[among[1]]} K (move down)." in answer.content.decode()
    assert not tied.preview().cuts
    assert set(CutRow.objects.values_list("card", flat=True)) == {"AW", "KW", "QW"}


def test_the_page_has_the_tabs_of_the_evening(client, tied):
    page = " ".join(client.get(where(tied)).content.decode().split())
    assert f'href="{reverse("evening", args=[tied.evening.pk])}" aria-current="true"' in page


def test_equally_high_cut_again(client, tied):
    among = tied.preview().cuts[0][1].among
    first = cards(tied, "K", "K", "Q")
    shown = client.post(where(tied), first, follow=True).content.decode()
    assert "The highest cards are equal. Cut again." in shown
    assert "Cut again" in shown
    one, two = (tied.facts.names[entry] for entry in among[:2])
    assert f"Equally high: {one} and {two}, kings." in shown
    assert shown.count("<select") == 2
    # The cards that were sent already are not taken for the second attempt.
    again = client.post(where(tied), first, follow=True).content.decode()
    assert "already recorded" in again
    assert CutRow.objects.count() == 3
    client.post(where(tied), cards(tied, "2", "3", attempt=2))
    assert not tied.preview().cuts


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        (("K", "Q", ""), "Choose the card."),
        (("K", "Q", "KD"), "This is not a card."),
        (("K", "Q", "X"), "This is not a card."),
    ],
)
def test_refusals_stand_at_the_card(texts, why, client, tied):
    before = everything()
    answer = client.post(where(tied), cards(tied, *texts))
    assert answer.status_code == 422
    shown = answer.content.decode()
    assert why in shown
    assert '<option value="K" selected>' in shown
    assert everything() == before


@pytest.mark.thorough
def test_a_cut_that_is_made_needs_no_form(client, tied):
    client.post(where(tied), cards(tied, "A", "K", "Q"))
    shown = client.get(where(tied), follow=True).content.decode()
    assert "This cut is already recorded, or it is no longer needed." in shown


@pytest.mark.parametrize("query", ["", "?purpose=down", "?purpose=x&table=1", "?purpose=down&table=-1"])
def test_nonsense_is_not_found(query, client, tied):
    assert client.get(reverse("cut", args=[tied.evening.pk, 1]) + query).status_code == 404


def test_names_are_escaped(client, tied):
    entry_change(tied.by, entry=tied.table(1)[1], name=HOSTILE, role="")
    assert HOSTILE not in client.get(where(tied)).content.decode()


def test_its_queries_do_not_grow(client, night):
    asked = []
    for players in (8, 80):
        evening = night(players)
        for table in evening.tables:
            evening.play(table)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(where(evening)).status_code == 200
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 16
