"""Who may go where: every address of the program with every visitor. An address without a row fails.

Alice owns the club, Bob organises, Sam scores, Vera looks, Charlie has another club; the objects in
each address are those of Alice's club. A write is sent without a body, or with the least that
``BODIES`` names: for whom it is allowed it is then refused by its form, or done.
"""

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.web.addresses import address, addresses, names
from tournaments.core.facts import Stage

VISITORS = ("nobody", "alice", "bob", "sam", "vera", "charlie")
LOGIN = "login"  # sent to sign in

# fmt: off
#                      nobody  alice bob  sam  vera charlie
EVERYBODY           = "200     200   200  200  200  200"
MEMBERS             = "login   200   200  200  200  404"
SCORERS             = "login   200   200  200  403  404"
RUNNERS             = "login   200   200  403  403  404"
DO                  = "login   302   302  403  403  404"  # done or refused, and led back
FORM                = "login   422   422  403  403  404"  # refused by its form
SCORE_FORM          = "login   422   422  422  403  404"
NOT_SO              = "405     405   405  405  405  405"
NONE                = "404     404   404  404  404  404"
NO_JSON             = "415     415   415  415  415  415"  # there for everybody, who must send JSON

ROWS = {
    # name                GET                               POST
    "home":              (EVERYBODY,                        NOT_SO),
    "login":             ("200 302 302 302 302 302",        "200 302 302 302 302 302"),
    "logout":            (NOT_SO,                           "302 302 302 302 302 302"),
    "start":             (NONE,                             NONE),
    "club-new":          ("login 200 200 200 200 200",      "login 422 422 422 422 422"),
    "club":              (MEMBERS,                          NOT_SO),
    "players":           (MEMBERS,                          FORM),
    "player-edit":       (RUNNERS,                          FORM),
    "evening-new":       (RUNNERS,                          FORM),
    "evening":           (MEMBERS,                          NOT_SO),
    "evening-settings":  (MEMBERS,                          FORM),
    "check-in-open":     (NOT_SO,                           DO),
    "check-in":          (RUNNERS,                          FORM),
    "check-in-list":     (NOT_SO,                           FORM),
    "draw":              (NOT_SO,                           DO),
    "swap":              (NOT_SO,                           FORM),
    "play-start":        (NOT_SO,                           DO),
    "deal":              (SCORERS,                          SCORE_FORM),
    "table-count":       (SCORERS,                          SCORE_FORM),
    "table-end":         (SCORERS,                          SCORE_FORM),
    "table-sheet":       (MEMBERS,                          NOT_SO),
    "bell-ring":         (NOT_SO,                           DO),
    "round-clock":       (NOT_SO,                           DO),
    "cut":               (SCORERS,                          SCORE_FORM),
    "cut-draw":          (NOT_SO,                           DO),
    "moves-apply":       (NOT_SO,                           DO),
    "bell-undo":         (RUNNERS,                          FORM),
    "moves-replay":      (RUNNERS,                          FORM),
    "links":             (RUNNERS,                          NOT_SO),
    "links-make":        (NOT_SO,                           DO),
    "link-revoke":       (NOT_SO,                           DO),
    "link-qr":           (RUNNERS,                          NOT_SO),
    "ask-done":          (NOT_SO,                           DO),
    # A table's phone comes by the code on its table: tests/web/test_scorer_*.py
    "scan":              ("302 302 302 302 302 302",        NOT_SO),
    "score":             (NONE,                             NOT_SO),
    "score-now":         (NONE,                             NOT_SO),
    "score-ask":         (NOT_SO,                           NONE),
    "score-sheet":       (NONE,                             NOT_SO),
    "score-count":       (NONE,                             NONE),
    "score-deal":        (NONE,                             NONE),
    "score-confirm":     (NOT_SO,                           NONE),
    "people":            (MEMBERS,                          NOT_SO),
    "person":            (MEMBERS,                          NOT_SO),
    "person-change":     (NOT_SO,                           FORM),
    "table-add":         (RUNNERS,                          FORM),
    "table-close":       (RUNNERS,                          FORM),
    "deals":             (MEMBERS,                          NOT_SO),
    "journal":           (MEMBERS,                          NOT_SO),
    "standings":         (MEMBERS,                          NOT_SO),
    "settle":            (NOT_SO,                           DO),
    "final-counts":      (NOT_SO,                           FORM),
    "prizes":            (MEMBERS,                          NOT_SO),
    "finish":            (NOT_SO,                           DO),
    "prize-reveal":      (NOT_SO,                           DO),
    "prizes-reveal":     (NOT_SO,                           DO),
    "game-list":         (EVERYBODY,                        NOT_SO),
    "game":              (EVERYBODY,                        NOT_SO),
    "game-tool":         (EVERYBODY,                        NOT_SO),
    "game-print":        (EVERYBODY,                        NOT_SO),
    "house-rules":       (MEMBERS,                          NOT_SO),
    "house-rules-new":   (RUNNERS,                          FORM),
    "house-rules-edit":  (RUNNERS,                          FORM),
    "house-rules-retire": (NOT_SO,                          DO),
    "join":              (EVERYBODY,                        NOT_SO),
    "find-me":           (EVERYBODY,                        NOT_SO),
    "player":            (EVERYBODY,                        NOT_SO),
    "hall":              (EVERYBODY,                        NOT_SO),
    "join-qr":           (EVERYBODY,                        NOT_SO),
    "live":              ("503 503 503 503 503 503",        NOT_SO),
    "manifest":          (EVERYBODY,                        NOT_SO),
    "api-games":         (EVERYBODY,                        NOT_SO),
    "api-game":          (EVERYBODY,                        NOT_SO),
    "api-schedule":      (EVERYBODY,                        NOT_SO),
    "api-orders":        (EVERYBODY,                        NOT_SO),
    "api-check-bid":     (NOT_SO,                           NO_JSON),
    "api-legal-bids":    (NOT_SO,                           NO_JSON),
    "api-score":         (NOT_SO,                           NO_JSON),
    "api-legal-plays":   (NOT_SO,                           NO_JSON),
    "api-trick":         (NOT_SO,                           NO_JSON),
    "api-replay":        (NOT_SO,                           NO_JSON),
    "api-showdown":      (NOT_SO,                           NO_JSON),
    "api-settle":        (NOT_SO,                           NO_JSON),
    "api-thirty-one":    (NOT_SO,                           NO_JSON),
    "api-progressive-round":  (NOT_SO,                      NO_JSON),
    "api-progressive-prizes": (NOT_SO,                      NO_JSON),
    "api-schema":        (EVERYBODY,                        NOT_SO),
    "api-nothing-here":  (NONE,                             NONE),
}
# fmt: on

BODIES = {
    "cut-draw": {"purpose": "down", "table": "1", "deal": "0"},
    "link-revoke": {"table": "1"},
    "ask-done": {"ask": "1"},
}


@pytest.fixture
def visit(cast):
    """Visit an address as somebody; what the visit wrote is taken back, so that all find the same."""

    clients = {visitor: Client() for visitor in VISITORS}
    for visitor, client in clients.items():
        if visitor != "nobody":
            client.force_login(getattr(cast, visitor))

    def go(visitor, method, url, body=None):
        client = clients[visitor]
        with transaction.atomic():
            answer = client.post(url, body or {}) if method == "POST" else client.get(url)
            transaction.set_rollback(True)
        to_login = answer.headers.get("Location", "").startswith(reverse("login") + "?")
        return LOGIN if to_login else str(answer.status_code)

    return go


def test_every_address_has_a_row():
    assert set(names()) == set(ROWS)


@pytest.mark.parametrize("name", ROWS)
def test_the_matrix(name, cast, night, visit):
    night = night(8)
    for table in night.tables:
        night.play(table)  # so the bell has rung, and a cut is waited for
    url = address(name, cast, night)
    for method, row in zip(("GET", "POST"), ROWS[name], strict=True):
        found = {visitor: visit(visitor, method, url, BODIES.get(name)) for visitor in VISITORS}
        assert found == dict(zip(VISITORS, row.split(), strict=True)), method


def test_nobody_of_the_cast_comes_into_the_admin(cast, visit):
    """One rule for the admin's addresses: who is not staff is sent away from each of them."""
    told = {"object_id": "1", "id": "1", "content_type_id": "1", "app_label": "auth"}
    found = set()
    for name, pattern in addresses():
        if not name.startswith("admin:") or "<" in name:
            continue  # without a name: old forms of an address, and the net for all others
        keys = {"app_label"} if name == "admin:app_list" else pattern.pattern.converters
        url = reverse(name, kwargs={key: told[key] for key in keys})
        found.add(name)
        for visitor in VISITORS:
            for method in ("GET", "POST"):
                expected = "200" if name == "admin:login" else "302"
                assert visit(visitor, method, url) == expected, (name, visitor, method)
    assert len(found) > 50


def test_a_draft_is_no_place_for_everybody(cast, night, visit):
    draft = night(0, Stage.DRAFT)
    for name in ("find-me", "hall", "join-qr"):
        assert visit("alice", "GET", address(name, cast, draft)) == "404"
