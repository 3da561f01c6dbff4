"""Who sits at a table, as its phone asks; the phones that the console knows; and another table's code."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.linked_phones import as_json, form, link, linked, phone, scan
from tests.scoring.services.test_deal_record import body
from tests.web.html import faults, shows
from tournaments.bell.services.bell import moves_apply
from tournaments.core.formats.registry import FORMATS
from tournaments.models import Journal
from tournaments.phones.selectors import make_people_key, make_token
from tournaments.phones.services import link_revoke
from tournaments.phones.views.table import AT_SCAN, COOKIE
from tournaments.scoring.services.deals import deal_record
from tournaments.seating.services import seats_swap

ASKED, TOLD = "Who sits here?", "The organiser sees that other people sit here."
OTHERS = "Other people sit at table 2 than the program says."


@pytest.fixture
def party(night):
    return linked(night(12))


def answer(night, sits, table=2, **more):
    people = make_people_key(night.table(table))
    return form(night, table, round=night.round, people=people, sits=sits, **more)


def console(night):
    client = Client()
    client.force_login(night.alice)
    page = client.get(reverse("phones-now", args=[night.evening.pk])).content.decode()
    return " ".join(re.sub("<[^>]+>", " ", page).split())


@pytest.mark.parametrize("format", FORMATS)
def test_it_is_asked_in_every_format_and_is_no_gate(format, night):
    """Each seat stands before its name. Recording works without an answer, and ends the question."""
    night = linked(night(8, format=format, **({} if format != "fixed" else {"deals": 2})))
    mine = scan(night, 1)
    page = mine.get("/score/", follow=True)
    assert faults(page.content.decode()) == []
    chairs = [
        (str(seat.chair), night.facts.names[seat.entry]) for seat in night.facts.seats if seat.position == 1
    ]
    shows(page, ASKED, *(f"{chair} {name}" for chair, name in chairs))
    deal_record(phone(night, 1), **body(night, 1))
    shows(mine.get("/score/", follow=True), never=ASKED)


def test_yes_ends_it_until_other_people_sit_here(party):
    mine, lines = scan(party), Journal.objects.count()
    told = as_json(mine, "/score/seats/", answer(party, "yes"))
    assert told.json()["status"] == "recorded"
    shows(mine.get("/score/1/1/"), never=ASKED)
    assert Journal.objects.count() == lines, "no journal line"
    seats_swap(party.because("a whim"), first=party.table(2)[0], second=party.table(3)[0])
    shows(mine.get("/score/1/1/"), ASKED)


def test_no_is_on_the_console_until_they_sit_right(party):
    mine = scan(party)
    shows(console(party), "Phones at tables: 2 · none at: 1, 3", never=OTHERS)
    shows(
        mine.post("/score/seats/", answer(party, "no"), follow=True),
        TOLD,
        "We sit here",
        never="Somebody else",
    )
    shows(console(party), OTHERS)
    other = scan(party)
    shows(other.get("/score/1/1/"), TOLD, "Another phone records for this table, too.")
    other.post("/score/seats/", answer(party, "yes"))
    shows(console(party), "Phones at tables: 2 (2 phones) · none at: 1, 3", never=OTHERS)
    shows(mine.get("/score/1/1/"), never=ASKED)


def test_an_answer_is_of_its_round_and_its_people(party):
    mine = scan(party)
    mine.post("/score/seats/", answer(party, "no"))
    for table in (2, 3):
        deal_record(party.by, **body(party, table))
    party.play(1)
    party.decide()
    moves_apply(party.by, round=1)
    shows(console(party), never="Other people sit")
    shows(mine.get("/score/", follow=True), ASKED, "Somebody else")


@pytest.mark.parametrize("sent", [{"sits": "perhaps"}, {"round": "x"}, {"people": ""}])
def test_what_is_no_answer(sent, party):
    mine = scan(party)
    assert mine.post("/score/seats/", {**answer(party, "yes"), **sent}).status_code == 404
    assert mine.post("/score/seats/", answer(party, "yes", 3)).status_code == 403, "of another table"


def test_another_tables_code_asks_first(party):
    mine = scan(party)
    address = reverse("scan", args=[make_token(link(party, 3))])
    page = mine.get(address)
    assert faults(page.content.decode()) == []
    shows(page, "Switch the table?", "This phone records for table 2", "Switch to table 3", "Stay at table 2")
    shows(mine.get("/score/", follow=True), "Table 2")
    assert mine.get(reverse("scan", args=[make_token(link(party, 2))])).status_code == 302, "its own table's"
    assert mine.post(address).status_code == 302
    shows(mine.get("/score/", follow=True), "Table 3")
    shows(console(party), "Phones at tables: 3 · none at: 1, 2")


def test_a_code_that_is_over_does_not_ask(party):
    mine = scan(party)
    link_revoke(party.by, table=2)
    assert mine.get(reverse("scan", args=[make_token(link(party, 3))])).status_code == 302


def test_the_cookies_go_to_the_phones_addresses_alone(party):
    cookies = scan(party).cookies
    assert {name: cookies[name]["path"] for name in (COOKIE, AT_SCAN)} == {COOKIE: "/score/", AT_SCAN: "/s/"}
