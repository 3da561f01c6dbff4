"""The code on the table: its token becomes a cookie, and no address holds it any more."""

import logging
from time import time

import pytest
from django.core.signing import TimestampSigner
from django.test import Client
from django.urls import reverse

from config.logs import Masking
from tests.phones import link, linked, scan
from tests.web.html import shows
from tests.web.visitors import HOSTILE
from tournaments.core.facts import Stage
from tournaments.facts.running.links import token_of
from tournaments.models import Evening
from tournaments.services.scoring.links import link_revoke
from tournaments.views.scoring import phones


@pytest.fixture
def party(night):
    return linked(night(12))


def address(night, table=2):
    return reverse("scan", args=[token_of(link(night, table))])


def test_it_works(party):
    answer = Client().get(address(party))
    assert (answer.status_code, answer["Location"]) == (302, "/score/")
    cookie = answer.cookies[phones.COOKIE]
    assert cookie["httponly"]
    assert (cookie["samesite"], cookie["path"], cookie["max-age"]) == ("Lax", "/score/", 86400)
    assert not cookie["secure"], "phones in the hall come by plain http"
    assert answer["Referrer-Policy"] == "same-origin"
    assert "no-store" in answer["Cache-Control"]
    assert token_of(link(party)) not in str(answer.headers)


def test_behind_tls_the_cookie_is_for_tls_alone(party, settings):
    settings.SESSION_COOKIE_SECURE = True
    assert Client().get(address(party)).cookies[phones.COOKIE]["secure"]


def test_the_address_is_short(party):
    """So that its QR code is coarse enough for bad light: 33 squares by 33."""
    assert len(f"http://192.168.178.123:8000{address(party)}") <= 62


@pytest.mark.thorough
def test_it_leads_to_the_tables_deal(party):
    phone = scan(party, 3)
    answer = phone.get("/score/", follow=True)
    assert answer.redirect_chain == [("/score/1/1/", 302)]
    page = answer.content.decode()
    assert "Table 3" in page
    for entry in party.table(3):
        assert f'value="{entry}"' in page
    assert token_of(link(party, 3)) not in page


@pytest.mark.thorough
@pytest.mark.parametrize("what", ["forged", "nonsense", "revoked", "finished"])
def test_what_does_not_stand_says_nothing_but_what_to_do(party, what):
    """One answer, whether there ever was such a link or not."""
    token = token_of(link(party))
    if what == "revoked":
        link_revoke(party.by, table=2)
    if what == "finished":
        Evening.objects.update(stage=Stage.FINISHED)
    forged = token[:-1] + ("B" if token.endswith("A") else "A")
    url = {"forged": forged, "nonsense": "no-such-token"}.get(what, token)
    answer = Client().get(reverse("scan", args=[url]))
    assert answer.status_code == 404
    assert phones.COOKIE not in answer.cookies
    shows(answer, "Scan the code that lies on your table.", never=party.evening.name)
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
    signed = TimestampSigner(salt=phones.COOKIE + phones.SALT).sign(pk)
    for forged in (pk, f"{pk}:{pk}", signed, f"{signed}x", ""):
        phone = Client()
        phone.cookies[phones.COOKIE] = forged
        assert phone.get("/score/").status_code == 404, forged
    phone = scan(party)
    assert phone.get("/score/").status_code == 302
    now = time()
    monkeypatch.setattr("django.core.signing.time.time", lambda: now + phones.A_DAY + 1)
    assert phone.get("/score/").status_code == 404


def test_the_token_is_masked_in_the_log(party):
    """It is in the log that somebody scanned, and not by which code."""
    told = logging.LogRecord("uvicorn.access", 20, "", 0, "GET %s 302", (address(party),), None)
    line = Masking("%(message)s").format(told)
    assert line == "GET /s/***/ 302"
