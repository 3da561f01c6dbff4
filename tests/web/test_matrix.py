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
from tests.web.api_rows import API_ROWS, each
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

# What a GET is answered, and what a POST.
ROWS = {
    **each(EVERYBODY, NOT_SO, """
        home account_inactive account_reset_password_done account_reset_password_from_key_done
        account_email_verification_sent club-logo club-colour game-list game game-tool game-print join
        find-me player hall join-qr manifest api-games api-game api-schedule api-orders api-schema
        score-worker
    """),
    **each(NONE, NONE, "account_confirm_email start invitation score-count score-deal"),
    **each(MEMBERS, NOT_SO, """
        club members player-record ratings players-csv players-xlsx players-json evening-csv evening-xlsx
        evening-json season-csv season-xlsx season-json season season-book season-versions season-version
        evening phones-now table-sheet paper people person deals ledger journal standings pictures picture
        season-pictures season-picture prizes certificates prize-sets season-prizes season-certificates
        house-rules
    """),
    **each(MEMBERS, FORM, """
        players groups leagues league season-settings season-evenings evening-settings
    """),
    **each(RUNNERS, FORM, """
        player-edit invitations player-forget player-data player-merge group import-season import
        import-made season-new season-reopen evening-new check-in bell-undo moves-replay table-add
        table-close table-sizes tables-level ledger-stake line-back prize-give prize-edit prize-set-prize
        season-prize-give season-prize-edit evening-call-off house-rules-new house-rules-edit
    """),
    **each(NOT_SO, DO, """
        invitation-revoke claim-decide claim-end player-unmerge group-delete league-remove
        season-standings check-in-open draw play-start cut-draw cuts-draw moves-apply moves-keep
        links-make link-revoke ask-done prize-take-back prize-set-gone season-prize-take-back
        rehearsal-end prize-reveal prizes-reveal house-rules-retire
    """),
    **each(NOT_SO, FORM, """
        season-evening season-question season-person check-in-list swap person-change final-counts
        rehearsal-start
    """),
    **each(RUNNERS, DO, """
        season-close roles season-seats settle prize-list prize-set season-prize-list evening-publish
        league-publish
    """),
    **each(SCORERS, SCORE_FORM, "table-count table-end cut slips"),
    **each(DO, DO, "bell-ring round-clock evening-remove finish"),
    **each(NOT_SO, LOOK, """
        bell-undo-look moves-replay-look person-look table-add-look ledger-stake-look line-back-look
        evening-correct-look evening-reopen-look
    """),
    **each(NONE, NOT_SO, "score score-now score-plan score-sheet"),
    **each(NONE, NOT_SO, "public-evening public-evening-picture public-league public-season"),
    **each(NOT_SO, NO_JSON, """
        api-check-bid api-legal-bids api-score api-legal-plays api-trick api-replay api-showdown
        api-settle api-thirty-one api-progressive-round api-progressive-prizes
    """),
    "season-people":     (MEMBERS,                          DO),
    "links":             (RUNNERS,                          NOT_SO),
    "link-qr":           (RUNNERS,                          NOT_SO),
    "evening-plan":      (RUNNERS,                          NOT_SO),
    "score-ask":         (NOT_SO,                           NONE),
    "score-confirm":     (NOT_SO,                           NONE),
    "score-seats":       (NOT_SO,                           NONE),
    "evening-correct":   (DO,                               FORM),
    "evening-reopen":    (DO,                               FORM),
    "account_login":     ("200 302 302 302 302 302",        "422 302 302 302 302 302"),
    "account_logout":    ("302 200 200 200 200 200",        "302 302 302 302 302 302"),
    "account_signup":    ("200 302 302 302 302 302",        "422 302 302 302 302 302"),
    "account_reset_password": (EVERYBODY,                   "422 422 422 422 422 422"),
    "account_reset_password_from_key": (NONE,               NONE),  # of a link that nobody was sent
    "account":           ("login 200 200 200 200 200",      "login 422 422 422 422 422"),
    "account_email":     ("login 200 200 200 200 200",      "login 302 302 302 302 302"),
    "account_change_password": ("login 302 302 302 302 302", "login 302 302 302 302 302"),  # they have none
    "tokens":            ("login 200 200 200 200 200",      "login 422 422 422 422 422"),
    "token-revoke":      (NOT_SO,                           "login 302 404 404 404 404"),
    "language":          (EVERYBODY,                        "422 422 422 422 422 422"),
    "club-new":          ("login 200 200 200 200 200",      "login 422 422 422 422 422"),
    "club-settings":     ("login 200 403 403 403 404",        "login 422 403 403 403 404"),
    "member-change":     (NOT_SO,                           "login 302 403 403 403 404"),
    "member-remove":     (NOT_SO,                           "login 302 403 403 403 404"),
    "member-leave":      (NOT_SO,                           "login 302 302 302 302 404"),
    "invitation-scan":   (NONE,                             NOT_SO),  # tests/accounts/web/test_invitations.py
    "player-claim":      (MEMBERS,                          "login 302 302 302 302 404"),
    "my-name":           ("login 404 404 404 404 404",        "login 404 404 404 404 404"),  # test_claims.py
    "account-data":      ("login 200 200 200 200 200",      NOT_SO),
    "account-delete":    ("login 200 200 200 200 200",      "login 422 422 422 422 422"),
    "season-row":        (MEMBERS,                          "login 422 422 422 422 404"),
    "season-rewrite":    ("login 302 302 403 403 404",      FORM),
    "season-next":       ("login 302 302 403 403 404",      "login 302 302 403 403 404"),
    "deal":              (SCORERS,                          "login 409 409 409 403 404"),  # it is recorded
    # A table's phone comes by the code on its table: tests/web/test_scorer_*.py
    "scan":              ("302 302 302 302 302 302",        "302 302 302 302 302 302"),
    # Not published: tests/hall/web/test_published.py
    "phone-claims":      (RUNNERS,                          "login 302 302 403 403 404"),
    "phone-claim-now":   (EVERYBODY,                        NOT_SO),
    "phone-claim":       (NOT_SO,                           "302 302 302 302 302 302"),
    "phone-code":        (NOT_SO,                           "422 422 422 422 422 422"),
    "phone-forget":      (NOT_SO,                           "302 302 302 302 302 302"),
    "phone-code-show":   (NOT_SO,                           "login 200 200 403 403 404"),
    "claim-way":         ("302 302 302 302 302 302",        NOT_SO),
    "live":              ("503 503 503 503 503 503",        NOT_SO),
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
                sent_away = {expected, LOGIN} if visitor == "nobody" else {expected}
                assert visit(visitor, method, url) in sent_away, (name, visitor, method)
    assert len(found) > 50


def test_a_draft_is_no_place_for_everybody(cast, night, visit):
    draft = night(0, Stage.DRAFT)
    for name in ("find-me", "hall", "join-qr"):
        assert visit("alice", "GET", address(name, cast, draft)) == "404"
