"""The tables' codes: made, scanned, taken back; and what the tables tell on the console."""

import logging
import re
from time import time

import pytest
from django.core.signing import TimestampSigner
from django.http import HttpResponse, QueryDict
from django.test import Client
from django.urls import reverse

from config.web.logs import Masking
from tests.linked_phones import link, linked, phone, scan
from tests.phones.services.test_entry_late import TYPED, moved_on
from tests.scoring.services.test_deal_record import body
from tests.web.html import faults, shows
from tests.web.visitors import HOSTILE
from tournaments.core.record import Stage
from tournaments.models import EntryRow, Evening, ScorerLink
from tournaments.phones.selectors import find_link_by_token, make_token
from tournaments.phones.services import LONGEST_LINE, MOST_LINES, correction_ask, entry_late, link_revoke
from tournaments.phones.views.table import A_DAY, COOKIE, SALT
from tournaments.scoring.forms.slips import LONGEST_VALUE, MOST_PARTS, describe_typed
from tournaments.scoring.services.deals import deal_record


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
    assert [str(find_link_by_token(token)) for token in addresses] == ["1", "2", "3"]
    assert "no-store" in answer["Cache-Control"]


def test_the_code_is_a_picture_of_the_address(party, monkeypatch):
    drawn = []

    def draw(address):
        drawn.append(address)
        return HttpResponse()

    monkeypatch.setattr("tournaments.phones.views.links.draw_qr", draw)
    alice(party).get(where(party, "link-qr", table=2))
    assert drawn == [f"http://testserver{reverse('scan', args=[make_token(link(party))])}"]


def test_the_picture_itself(party):
    """Its address is short, so that it is coarse enough for bad light: 33 squares by 33."""
    assert len(f"http://192.168.178.123:8000{address(party)}") <= 62
    answer = alice(party).get(where(party, "link-qr", table=2))
    assert answer["Content-Type"] == "image/svg+xml"
    assert "no-store" in answer["Cache-Control"]
    (size,) = re.findall(r'viewBox="0 0 (\d+) ', answer.content.decode())
    assert int(size) - 8 <= 33
    assert alice(party).get(where(party, "link-qr", table=9)).status_code == 404


def test_taken_back_and_renewed(party):
    desk, mine = alice(party), scan(party)
    old = link(party).pk
    answer = desk.post(where(party, "link-revoke"), {"table": 2, "renew": "on"}, follow=True)
    assert "Table 2 has a new code" in seen(answer)
    assert link(party).pk != old
    assert mine.get("/score/").status_code == 404
    answer = desk.post(where(party, "link-revoke"), {"table": 2}, follow=True)
    shows(seen(answer), "The code of table 2 no longer works.", "Make a code for the table")
    assert not ScorerLink.objects.filter(table=2, void=None).exists()
    shows(desk.post(where(party, "link-revoke"), {"table": 2}, follow=True), "Table 2 has no code.")


@pytest.mark.thorough
def test_before_and_after_play(night):
    for stage in (Stage.DRAFT, Stage.CHECK_IN):
        evening = night(12 if stage is not Stage.DRAFT else 0, stage)
        page = alice(evening).get(where(evening))
        assert "after the draw of seats" in seen(page), stage
        assert faults(page.content.decode()) == []
    over = night(12, Stage.FINISHED)
    linked_before = ScorerLink.objects.create(
        evening=over.evening, table=2, journal=over.evening.journal.first()
    )
    page = seen(alice(over).get(where(over)))
    assert "The evening is over" in page
    assert make_token(linked_before) not in page, "it would open nothing"


def test_a_phone_does_not_come_to_it(party):
    mine = scan(party)
    assert mine.get(where(party)).status_code == 302
    assert mine.post(where(party, "links-make"))["Location"].startswith("/login/")


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
    assert "Table 2 sent deal 1 of round 1 too late." in text
    assert TYPED[1] in text
    assert HOSTILE not in text
    assert "Table 3 asks to correct deal 1 of round 2." in text
    assert "“Ben put in 6”" in text
    assert "Table 3 could not record deal 2 of round 2." in text
    assert reverse("deal", args=[night.evening.pk, 2, 3, 1]) + "?correct#correct" in text


def test_done(night):
    night = moved_on(night)
    line = entry_late(phone(night), round=1, table=2, deal=1, typed=TYPED)
    desk = alice(night)
    shows(desk.post(where(night, "ask-done"), {"ask": line.seq}, follow=True), never="From the tables")
    again = desk.post(where(night, "ask-done"), {"ask": line.seq}, follow=True)
    assert "This is already done." in seen(again)
    assert desk.post(where(night, "ask-done"), {"ask": "x"}).status_code == 404


@pytest.mark.thorough
def test_it_is_seen_while_settling_up_too(party):
    party.play_round()
    party.settle()
    entry_late(phone(party), round=1, table=2, deal=2, typed=TYPED)
    page = alice(party).get(reverse("evening", args=[party.evening.pk]))
    assert "Table 2 sent deal 2 of round 1 too late." in seen(page)


def test_what_nobody_confirmed_is_marked(night):
    night = linked(night(12, confirm=True))
    deal_record(phone(night), **body(night))
    page = seen(alice(night).get(reverse("evening", args=[night.evening.pk])))
    assert page.count("not confirmed") == 1
    Evening.objects.update(chosen={**night.evening.chosen, "confirm": False})
    assert "not confirmed" not in seen(alice(night).get(reverse("evening", args=[night.evening.pk])))


# The code on the table: its token becomes a cookie, and no address holds it any more.


@pytest.fixture
def party(night):
    return linked(night(12))


def address(night, table=2):
    return reverse("scan", args=[make_token(link(night, table))])


def test_the_code_becomes_a_cookie(party, settings):
    answer = Client().get(address(party))
    assert (answer.status_code, answer["Location"]) == (302, "/score/")
    cookie = answer.cookies[COOKIE]
    assert cookie["httponly"]
    assert (cookie["samesite"], cookie["path"], cookie["max-age"]) == ("Lax", "/score/", 86400)
    assert not cookie["secure"], "phones in the hall come by plain http"
    assert answer["Referrer-Policy"] == "same-origin"
    assert "no-store" in answer["Cache-Control"]
    assert make_token(link(party)) not in str(answer.headers)
    settings.SESSION_COOKIE_SECURE = True
    assert Client().get(address(party)).cookies[COOKIE]["secure"], "behind TLS it is for TLS alone"


@pytest.mark.thorough
def test_it_leads_to_the_tables_deal(party):
    phone = scan(party, 3)
    answer = phone.get("/score/", follow=True)
    assert answer.redirect_chain == [("/score/1/1/", 302)]
    page = answer.content.decode()
    assert "Table 3" in page
    for entry in party.table(3):
        assert f'value="{entry}"' in page
    assert make_token(link(party, 3)) not in page


@pytest.mark.thorough
@pytest.mark.parametrize("what", ["forged", "nonsense", "revoked"])
def test_what_does_not_stand_says_nothing_but_what_to_do(party, what):
    """One answer, whether there ever was such a link or not."""
    token = make_token(link(party))
    if what == "revoked":
        link_revoke(party.by, table=2)
    forged = token[:-1] + ("B" if token.endswith("A") else "A")
    url = {"forged": forged, "nonsense": "no-such-token"}.get(what, token)
    answer = Client().get(reverse("scan", args=[url]))
    assert answer.status_code == 404
    assert COOKIE not in answer.cookies
    shows(answer, "Scan the code on your table.", never=party.evening.name)
    other = Client().get(reverse("scan", args=["7.AAAAAAAAAAAAAAAAAAAAAA"]))
    assert without_tokens(other) == without_tokens(answer)


def without_tokens(answer):
    """The page without the token against forgery, which is another one each time."""
    return [line for line in answer.content.decode().splitlines() if "X-CSRFToken" not in line]


def test_a_hostile_token_is_no_error(db):
    client = Client(raise_request_exception=False)
    for token in (HOSTILE, "%00", "..", "💥", "1.", ".", "x" * 3000):
        assert client.get(f"/s/{token}/").status_code == 404, token


@pytest.mark.thorough
def test_a_cookie_that_is_forged_or_old_opens_nothing(party, monkeypatch):
    pk = str(link(party).pk)
    signed = TimestampSigner(salt=COOKIE + SALT).sign(pk)
    for forged in (pk, f"{pk}:{pk}", signed, f"{signed}x", ""):
        phone = Client()
        phone.cookies[COOKIE] = forged
        assert phone.get("/score/").status_code == 404, forged
    phone = scan(party)
    assert phone.get("/score/").status_code == 302
    now = time()
    monkeypatch.setattr("django.core.signing.time.time", lambda: now + A_DAY + 1)
    assert phone.get("/score/").status_code == 404


def test_the_token_is_masked_in_the_log(party):
    """It is in the log that somebody scanned, and not by which code."""
    told = logging.LogRecord("uvicorn.access", 20, "", 0, "GET %s 302", (address(party),), None)
    assert Masking("%(message)s").format(told) == "GET /s/***/ 302"


# What was typed of a deal, in words: whatever a form holds, and whoever made it up.


NAMES = {1: "Ann", 2: "Ben", 3: "Cy", 4: "Jo B."}


def in_words(query, names=NAMES):
    return describe_typed(QueryDict(query), names)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("", []),
        ("winners=1&in_call=2&in_call=3", ["Won: Ann", "Called: Ben, Cy"]),
        ("winners=1&nobody=on", ["Won: Ann", "Nobody called."]),
        ("tally=stakes&counters-1=5&counters-2=&counters-3=0", ["Put in: Ann 5, Cy 0"]),
        ("tally=counts&counters-1=55", ["After this deal: Ann 55"]),
        ("counters-1=55", ["After this deal: Ann 55"]),
        ("broke=4", ["Out of counters: Jo B."]),
        (
            "tally=three&first=2&second=4&third=6&won_first=1&won_third=2&counters-1=8",
            ["Put in: Ann 8", "Stakes: 2, 4, 6", "Won the first stake: Ann", "Won the third stake: Ben"],
        ),
        ("cards-1=KH+QD&cards-2=", ["Cards: Ann KH QD"]),
        ("bids-1=2&bids-2=0&trump=H", ["Bid: Ann 2, Ben 0", "Trump: ♥"]),
        ("bids-1=2&tricks-1=2&revokes-1=0&revokes-2=1", ["Bid: Ann 2", "Tricks: Ann 2", "Revokes: Ben 1"]),
        ("trick-1=2&trick-2=1", ["Tricks: 1 Ben, 2 Ann"]),
        ("call.cards=5&call.no_trump=on", ["Call: 5, No trump"]),
    ],
)
def test_what_was_typed_in_words(query, said):
    assert in_words(query) == said


@pytest.mark.parametrize(
    "query",
    [
        "winners=9",
        "winners=x",
        "counters-9=5",
        "counters-=5",
        "counters=5",
        "bids--1=2",
        "trump=X",
        "step=bids",
    ],
)
def test_what_says_nothing(query):
    assert in_words(query) == []


def test_whatever_is_made_up_is_bounded_and_can_be_shown():
    names = dict.fromkeys(range(1, 400), "W" * 60)
    sent = QueryDict(mutable=True)
    for part in ("counters", "cards", "bids", "tricks", "revokes"):
        for n in names:
            sent[f"{part}-{n}"] = f"{HOSTILE}\x00\u202e{'9' * 10_000}"
    sent.setlist("winners", [str(n) for n in names])
    sent.setlist("in_call", ["9" * 10_000, "\u0661", *map(str, names)])
    for stake in ("first", "second", "third", "call.cards"):
        sent[stake] = "x" * 10_000
    lines = describe_typed(sent, names)
    assert 0 < len(lines) <= MOST_LINES
    assert all(len(line) <= LONGEST_LINE and line.isprintable() for line in lines)
    assert max(line.count("W" * 60) for line in lines) <= MOST_PARTS
    assert "9" * (LONGEST_VALUE + 1) not in "".join(lines)
