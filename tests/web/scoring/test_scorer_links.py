"""The organiser's page of the tables' codes, and what the tables tell on the console."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.phones import link, linked, phone, scan
from tests.services.scoring.test_deal_record import body
from tests.services.scoring.test_entry_late import TYPED, moved_on
from tests.web.html import faults, shows
from tests.web.visitors import HOSTILE
from tournaments.core.facts import Stage
from tournaments.facts.running.links import link_by_token, token_of
from tournaments.models import EntryRow, Evening, ScorerLink
from tournaments.services.scoring.deals import deal_record
from tournaments.services.scoring.table_requests import correction_ask, entry_late


def where(night, name="links", **more):
    return reverse(name, kwargs={"pk": night.evening.pk, **more})


def alice(night):
    client = Client()
    client.force_login(night.alice)
    return client


def seen(answer):
    return " ".join(answer.content.decode().split())


def test_it_works(night):
    night = night(12)
    desk = alice(night)
    page = desk.get(where(night))
    assert faults(page.content.decode()) == []
    assert "Make codes for 3 tables" in seen(page)
    answer = desk.post(where(night, "links-make"), follow=True)
    assert answer.redirect_chain == [(where(night), 302)]
    page = answer.content.decode()
    assert faults(page) == []
    assert "Make codes" not in page
    addresses = re.findall(r"http://testserver/s/([^/]+)/", page)
    assert [str(link_by_token(token)) for token in addresses] == ["1", "2", "3"]
    assert "no-store" in answer["Cache-Control"]


def test_the_code_is_a_picture_of_the_address(night, monkeypatch):
    night = linked(night(12))
    drawn = []

    def draw(address):
        drawn.append(address)
        return HttpResponse()

    monkeypatch.setattr("tournaments.views.scoring.links.qr_of", draw)
    alice(night).get(where(night, "link-qr", table=2))
    assert drawn == [f"http://testserver{reverse('scan', args=[token_of(link(night))])}"]


def test_the_picture_itself(night):
    night = linked(night(12))
    answer = alice(night).get(where(night, "link-qr", table=2))
    assert answer["Content-Type"] == "image/svg+xml"
    assert "no-store" in answer["Cache-Control"]
    (size,) = re.findall(r'viewBox="0 0 (\d+) ', answer.content.decode())
    assert int(size) - 8 <= 33
    assert alice(night).get(where(night, "link-qr", table=9)).status_code == 404


def test_taken_back_and_renewed(night):
    night = linked(night(12))
    desk, mine = alice(night), scan(night)
    old = link(night).pk
    answer = desk.post(where(night, "link-revoke"), {"table": 2, "renew": "on"}, follow=True)
    assert "Table 2 has a new code" in seen(answer)
    assert link(night).pk != old
    assert mine.get("/score/").status_code == 404
    answer = desk.post(where(night, "link-revoke"), {"table": 2}, follow=True)
    assert "Table 2 has no code any more" in seen(answer)
    assert "Make a code for the table" in seen(answer)
    assert not ScorerLink.objects.filter(table=2, void=None).exists()
    shows(desk.post(where(night, "link-revoke"), {"table": 2}, follow=True), "Table 2 has no code.")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("host", "warned"),
    [
        ("localhost:8000", True),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("testserver", False),
        ("192.168.1.20:8000", False),
    ],
)
def test_an_address_that_no_phone_can_open(night, settings, host, warned):
    """Asked for on the machine itself, the cards would lead phones nowhere: the page says what to do."""
    settings.ALLOWED_HOSTS = ["*"]
    night = linked(night(12))
    page = alice(night).get(where(night), headers={"host": host})
    assert faults(page.content.decode()) == []
    text = seen(page)
    assert ("Phones cannot open this address" in text) is warned
    assert ("<code>make run LAN=1</code> (or <code>manage.py up --lan</code>)" in text) is warned
    assert f"http://{host}/s/" in text
    if warned:
        assert text.index("Phones cannot open this address") < text.index('class="link-cards"')


@pytest.mark.thorough
def test_before_and_after_play(night):
    for stage in (Stage.DRAFT, Stage.CHECK_IN):
        evening = night(12 if stage is not Stage.DRAFT else 0, stage)
        page = alice(evening).get(where(evening))
        assert "when seats are drawn" in seen(page), stage
        assert faults(page.content.decode()) == []
    over = night(12, Stage.FINISHED)
    linked_before = ScorerLink.objects.create(
        evening=over.evening, table=2, journal=over.evening.journal.first()
    )
    page = seen(alice(over).get(where(over)))
    assert "The evening is over" in page
    assert token_of(linked_before) not in page, "it would open nothing"


def test_a_phone_does_not_come_to_it(night):
    night = linked(night(12))
    mine = scan(night)
    assert mine.get(where(night)).status_code == 302
    assert mine.post(where(night, "links-make"))["Location"].startswith("/login/")


def test_what_the_tables_tell_is_on_the_console(night):
    night = moved_on(night)
    EntryRow.objects.filter(pk=night.table(2)[0]).update(name=HOSTILE)
    entry_late(phone(night), round=1, table=2, deal=1, typed=[*TYPED, HOSTILE])
    deal_record(phone(night, 3), **body(night, 3))
    correction_ask(phone(night, 3), round=2, table=3, deal=1, version=1, words="Ben put in 6")
    correction_ask(phone(night, 3), round=2, table=3, deal=2, version=0, typed=TYPED)
    page = alice(night).get(reverse("evening", args=[night.evening.pk]))
    assert faults(page.content.decode()) == []
    text = seen(page)
    assert "Late: table 2 sent deal 1 of round 1, which is closed." in text
    assert TYPED[1] in text
    assert HOSTILE not in text
    assert "Table 3 asks to correct deal 1 of round 2." in text
    assert "“Ben put in 6”" in text
    assert "Table 3 could not record deal 2 of round 2." in text
    assert reverse("deal", args=[night.evening.pk, 2, 3, 1]) + "#correct" in text


def test_done(night):
    night = moved_on(night)
    line = entry_late(phone(night), round=1, table=2, deal=1, typed=TYPED)
    desk = alice(night)
    shows(desk.post(where(night, "ask-done"), {"ask": line.seq}, follow=True), never="From the tables")
    again = desk.post(where(night, "ask-done"), {"ask": line.seq}, follow=True)
    assert "That has been seen to already." in seen(again)
    assert desk.post(where(night, "ask-done"), {"ask": "x"}).status_code == 404


@pytest.mark.thorough
def test_it_is_seen_while_settling_up_too(night):
    night = linked(night(12))
    night.play_round()
    night.settle()
    entry_late(phone(night), round=1, table=2, deal=2, typed=TYPED)
    page = alice(night).get(reverse("evening", args=[night.evening.pk]))
    assert "Late: table 2 sent deal 2 of round 1, which is closed." in seen(page)


def test_what_nobody_confirmed_is_marked(night):
    night = linked(night(12, confirm=True))
    deal_record(phone(night), **body(night))
    page = seen(alice(night).get(reverse("evening", args=[night.evening.pk])))
    assert page.count("not confirmed") == 1
    Evening.objects.update(chosen={**night.evening.chosen, "confirm": False})
    assert "not confirmed" not in seen(alice(night).get(reverse("evening", args=[night.evening.pk])))
