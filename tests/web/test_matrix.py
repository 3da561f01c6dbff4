"""Who may go where: every address of the program with every visitor. An address without a row fails.

Alice owns the club, Bob organises, Sam scores, Vera looks, Charlie has another club; the objects in
each address are those of Alice's club. A write is sent without a body, or with the least that
``BODIES`` names: for whom it is allowed it is then refused by its form, or done.
"""

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.sessions import ticket
from tests.web.addresses import address, addresses, keys, names
from tests.web.api_rows import API_ROWS
from tournaments.core.record import Stage

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
LOOK                = "login   200   200  403  403  404"  # says what would change, or why it is refused
SCORE_FORM          = "login   422   422  422  403  404"
NOT_SO              = "405     405   405  405  405  405"
NONE                = "404     404   404  404  404  404"
NO_JSON             = "415     415   415  415  415  415"  # there for everybody, who must send JSON

ROWS = {
    # name                GET                               POST
    "home":              (EVERYBODY,                        NOT_SO),
    "account_login":     ("200 302 302 302 302 302",        "422 302 302 302 302 302"),
    "account_logout":    ("302 200 200 200 200 200",        "302 302 302 302 302 302"),
    "account_signup":    ("200 302 302 302 302 302",        "422 302 302 302 302 302"),
    "account_inactive":  (EVERYBODY,                        NOT_SO),
    "account_reset_password": (EVERYBODY,                   "422 422 422 422 422 422"),
    "account_reset_password_done": (EVERYBODY,              NOT_SO),
    "account_reset_password_from_key": (NONE,               NONE),  # of a link that nobody was sent
    "account_reset_password_from_key_done": (EVERYBODY,     NOT_SO),
    "account":           ("login 200 200 200 200 200",      "login 422 422 422 422 422"),
    "account_email":     ("login 200 200 200 200 200",      "login 302 302 302 302 302"),
    "account_email_verification_sent": (EVERYBODY,          NOT_SO),
    "account_confirm_email": (NONE,                         NONE),
    "account_change_password": ("login 302 302 302 302 302", "login 302 302 302 302 302"),  # they have none
    "tokens":            ("login 200 200 200 200 200",      "login 422 422 422 422 422"),
    "token-revoke":      (NOT_SO,                           "login 302 404 404 404 404"),
    "start":             (NONE,                             NONE),
    "language":          (EVERYBODY,                        "422 422 422 422 422 422"),
    "club-new":          ("login 200 200 200 200 200",      "login 422 422 422 422 422"),
    "club":              (MEMBERS,                          NOT_SO),
    "players":           (MEMBERS,                          FORM),
    "player-edit":       (RUNNERS,                          FORM),
    "club-settings":     ("login 200 403 403 403 404",        "login 422 403 403 403 404"),
    "club-logo":         (EVERYBODY,                        NOT_SO),
    "club-colour":       (EVERYBODY,                        NOT_SO),
    "members":           (MEMBERS,                          NOT_SO),
    "member-change":     (NOT_SO,                           "login 302 403 403 403 404"),
    "member-remove":     (NOT_SO,                           "login 302 403 403 403 404"),
    "member-leave":      (NOT_SO,                           "login 302 302 302 302 404"),
    "invitations":       (RUNNERS,                          FORM),
    "invitation-revoke": (NOT_SO,                           DO),
    "invitation-scan":   (NONE,                             NOT_SO),  # tests/accounts/web/test_invitations.py
    "invitation":        (NONE,                             NONE),
    "player-claim":      (MEMBERS,                          "login 302 302 302 302 404"),
    "claim-decide":      (NOT_SO,                           DO),
    "claim-end":         (NOT_SO,                           DO),
    "my-name":           ("login 404 404 404 404 404",        "login 404 404 404 404 404"),  # test_claims.py
    "player-record":     (MEMBERS,                          NOT_SO),
    "account-data":      ("login 200 200 200 200 200",      NOT_SO),
    "account-delete":    ("login 200 200 200 200 200",      "login 422 422 422 422 422"),
    "player-forget":     (RUNNERS,                          FORM),
    "player-data":       (RUNNERS,                          FORM),
    "player-merge":      (RUNNERS,                          FORM),
    "player-unmerge":    (NOT_SO,                           DO),
    "ratings":           (MEMBERS,                          NOT_SO),
    "groups":            (MEMBERS,                          FORM),
    "group":             (RUNNERS,                          FORM),
    "group-delete":      (NOT_SO,                           DO),
    "players-csv":       (MEMBERS,                          NOT_SO),
    "players-xlsx":      (MEMBERS,                          NOT_SO),
    "players-json":      (MEMBERS,                          NOT_SO),
    "evening-csv":       (MEMBERS,                          NOT_SO),
    "evening-xlsx":      (MEMBERS,                          NOT_SO),
    "evening-json":      (MEMBERS,                          NOT_SO),
    "season-csv":        (MEMBERS,                          NOT_SO),
    "season-xlsx":       (MEMBERS,                          NOT_SO),
    "season-json":       (MEMBERS,                          NOT_SO),
    "import-season":     (RUNNERS,                          FORM),
    "import":            (RUNNERS,                          FORM),
    "import-made":       (RUNNERS,                          FORM),
    "leagues":           (MEMBERS,                          FORM),
    "league":            (MEMBERS,                          FORM),
    "league-remove":     (NOT_SO,                           DO),
    "season-new":        (RUNNERS,                          FORM),
    "season":            (MEMBERS,                          NOT_SO),
    "season-settings":   (MEMBERS,                          FORM),
    "season-evenings":   (MEMBERS,                          FORM),
    "season-evening":    (NOT_SO,                           FORM),
    "season-people":     (MEMBERS,                          DO),
    "season-row":        (MEMBERS,                          "login 422 422 422 422 404"),
    "season-question":   (NOT_SO,                           FORM),
    "season-standings":  (NOT_SO,                           DO),
    "season-person":     (NOT_SO,                           FORM),
    "season-book":       (MEMBERS,                          NOT_SO),
    "season-versions":   (MEMBERS,                          NOT_SO),
    "season-version":    (MEMBERS,                          NOT_SO),
    "season-close":      (RUNNERS,                          DO),
    "season-reopen":     (RUNNERS,                          FORM),
    "season-rewrite":    ("login 302 302 403 403 404",      FORM),
    "season-next":       ("login 302 302 403 403 404",      "login 302 302 403 403 404"),
    "evening-new":       (RUNNERS,                          FORM),
    "evening":           (MEMBERS,                          NOT_SO),
    "evening-settings":  (MEMBERS,                          FORM),
    "check-in-open":     (NOT_SO,                           DO),
    "check-in":          (RUNNERS,                          FORM),
    "roles":             (RUNNERS,                          DO),
    "check-in-list":     (NOT_SO,                           FORM),
    "season-seats":      (RUNNERS,                          DO),
    "draw":              (NOT_SO,                           DO),
    "swap":              (NOT_SO,                           FORM),
    "play-start":        (NOT_SO,                           DO),
    "deal":              (SCORERS,                          "login 409 409 409 403 404"),  # it is recorded
    "table-count":       (SCORERS,                          SCORE_FORM),
    "table-end":         (SCORERS,                          SCORE_FORM),
    "table-sheet":       (MEMBERS,                          NOT_SO),
    "bell-ring":         (DO,                               DO),
    "round-clock":       (DO,                               DO),
    "cut":               (SCORERS,                          SCORE_FORM),
    "cut-draw":          (NOT_SO,                           DO),
    "cuts-draw":         (NOT_SO,                           DO),
    "moves-apply":       (NOT_SO,                           DO),
    "bell-undo":         (RUNNERS,                          FORM),
    "bell-undo-look":    (NOT_SO,                           LOOK),
    "moves-keep":        (NOT_SO,                           DO),
    "moves-replay":      (RUNNERS,                          FORM),
    "moves-replay-look": (NOT_SO,                           LOOK),
    "paper":             (MEMBERS,                          NOT_SO),
    "slips":             (SCORERS,                          SCORE_FORM),
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
    "person-look":       (NOT_SO,                           LOOK),
    "table-add":         (RUNNERS,                          FORM),
    "table-add-look":    (NOT_SO,                           LOOK),
    "table-close":       (RUNNERS,                          FORM),
    "table-sizes":       (RUNNERS,                          FORM),
    "tables-level":      (RUNNERS,                          FORM),
    "deals":             (MEMBERS,                          NOT_SO),
    "ledger":            (MEMBERS,                          NOT_SO),
    "ledger-stake":      (RUNNERS,                          FORM),
    "ledger-stake-look": (NOT_SO,                           LOOK),
    "journal":           (MEMBERS,                          NOT_SO),
    "line-back":         (RUNNERS,                          FORM),
    "line-back-look":    (NOT_SO,                           LOOK),
    "standings":         (MEMBERS,                          NOT_SO),
    "pictures":          (MEMBERS,                          NOT_SO),
    "picture":           (MEMBERS,                          NOT_SO),
    "season-pictures":   (MEMBERS,                          NOT_SO),
    "season-picture":    (MEMBERS,                          NOT_SO),
    "settle":            (RUNNERS,                          DO),
    "final-counts":      (NOT_SO,                           FORM),
    "prizes":            (MEMBERS,                          NOT_SO),
    "prize-give":        (RUNNERS,                          FORM),
    "prize-take-back":   (NOT_SO,                           DO),
    "prize-list":        (RUNNERS,                          DO),
    "prize-edit":        (RUNNERS,                          FORM),
    "certificates":      (MEMBERS,                          NOT_SO),
    "prize-sets":        (MEMBERS,                          NOT_SO),
    "prize-set":         (RUNNERS,                          DO),
    "prize-set-prize":   (RUNNERS,                          FORM),
    "prize-set-gone":    (NOT_SO,                           DO),
    "season-prizes":     (MEMBERS,                          NOT_SO),
    "season-prize-give": (RUNNERS,                          FORM),
    "season-prize-take-back": (NOT_SO,                      DO),
    "season-prize-list": (RUNNERS,                          DO),
    "season-prize-edit": (RUNNERS,                          FORM),
    "season-certificates": (MEMBERS,                        NOT_SO),
    "evening-plan":      (RUNNERS,                          NOT_SO),
    "evening-remove":    (DO,                               DO),
    "evening-correct":   (DO,                               FORM),
    "evening-correct-look": (NOT_SO,                        LOOK),
    "rehearsal-start":   (NOT_SO,                           FORM),
    "rehearsal-end":     (NOT_SO,                           DO),
    "finish":            (DO,                               DO),
    "evening-reopen":    (DO,                               FORM),
    "evening-reopen-look": (NOT_SO,                         LOOK),
    "evening-call-off":  (RUNNERS,                          FORM),
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
    "evening-publish":   (RUNNERS,                          DO),
    "league-publish":    (RUNNERS,                          DO),
    # Not published: tests/hall/web/test_published.py
    "public-evening":    (NONE,                             NOT_SO),
    "public-league":     (NONE,                             NOT_SO),
    "public-season":     (NONE,                             NOT_SO),
    "join":              (EVERYBODY,                        NOT_SO),
    "find-me":           (EVERYBODY,                        NOT_SO),
    "player":            (EVERYBODY,                        NOT_SO),
    "claim-way":         ("302 302 302 302 302 302",        NOT_SO),
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
    "api-nothing-here":  ("308 308 308 308 308 308",        "308 308 308 308 308 308"),  # /api leads on
    **API_ROWS,
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
            client.cookies[settings.SESSION_COOKIE_NAME] = ticket(getattr(cast, visitor))

    def go(visitor, method, url, body=None):
        client = clients[visitor]
        with transaction.atomic():
            answer = client.post(url, body or {}) if method == "POST" else client.get(url)
            transaction.set_rollback(True)
        to_login = answer.headers.get("Location", "").startswith(reverse("account_login") + "?")
        return LOGIN if to_login else str(answer.status_code)

    return go


def test_every_address_has_a_row():
    assert set(names()) == set(ROWS)


def test_addresses_have_the_number_of_their_own(cast, night):
    """A club, a season or an evening may have the same number by chance: so this is not the first evening."""
    for _earlier in range(2):
        night(4)
    night = night(4)
    numbers = {"clubs": cast.club.pk, "evenings": night.evening.pk}
    for name, route in addresses():
        kind = route.removeprefix("api/v1/").partition("/")[0]
        if kind in numbers and "<num:pk>" in route:
            assert f"/{kind}/{numbers[kind]}/" in address(name, cast, night), name


@pytest.mark.every_case
@pytest.mark.parametrize("name", ROWS)
def test_the_matrix(name, cast, night, visit):
    night = night(8)
    for table in night.tables:
        night.play_table(table)  # so the bell has rung, and a cut is waited for
    url = address(name, cast, night)
    for method, row in zip(("GET", "POST"), ROWS[name], strict=True):
        found = {visitor: visit(visitor, method, url, BODIES.get(name)) for visitor in VISITORS}
        assert found == dict(zip(VISITORS, row.split(), strict=True)), method


@pytest.mark.thorough
def test_nobody_of_the_cast_comes_into_the_admin(cast, visit):
    """One rule for the admin's addresses: who is not staff is sent away from each of them."""
    told = {"object_id": "1", "id": "1", "content_type_id": "1", "app_label": "auth"}
    found = set()
    for name, _route in addresses():
        if not name.startswith("admin:") or "<" in name:
            continue  # without a name: old forms of an address, and the net for all others
        named = {"app_label"} if name == "admin:app_list" else keys(name)
        url = reverse(name, kwargs={key: told[key] for key in named})
        found.add(name)
        for visitor in VISITORS:
            for method in ("GET", "POST"):
                expected = "302"
                if name == "admin:login":  # ours: who is signed in already may not come in
                    expected = LOGIN if visitor == "nobody" else "403"
                assert visit(visitor, method, url) == expected, (name, visitor, method)
    assert len(found) > 50


def test_a_draft_is_no_place_for_everybody(cast, night, visit):
    draft = night(0, Stage.DRAFT)
    for name in ("find-me", "hall", "join-qr"):
        assert visit("alice", "GET", address(name, cast, draft)) == "404"
