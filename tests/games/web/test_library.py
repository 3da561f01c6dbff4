"""The public library: a page for each game, its tables, the sheet to print; no account, no database."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import describe
from games.catalogue.views import list_tools
from games.rules.deals import BidGame, End
from games.rules.registry import RULESETS
from tests.web.html import Page, faults
from tests.web.visitors import HOSTILE

BIDS = [key for key, game in RULESETS.items() if isinstance(game, BidGame)]


def cells(html, caption_or_heading=""):
    """The rows of the first table, each a list of words."""
    table = next(Page(html).root.all("table"))
    return [[cell.words for cell in row.all("td", "th")] for row in table.all("tr")]


def test_the_list_has_every_game_once_in_three_families(client, db):
    answer = client.get("/games/")
    assert answer.status_code == 200
    assert faults(answer.text) == []
    links = [link.attributes["href"] for link in Page(answer.text).root.all("a")]
    for key in RULESETS:
        assert links.count(f"/games/{key}/") == 1
    assert [heading.words.split(":")[0] for heading in Page(answer.text).root.all("h2")] == [
        "Blackout",
        "Brag",
        "Poker",
    ]


@pytest.mark.sample(6)
@pytest.mark.parametrize("key", RULESETS)
def test_every_page_of_every_game(client, db, key):
    """For each number of players, and with nobody signed in it asks the database nothing."""
    game = RULESETS[key]
    pages = [reverse("game", args=[key]), reverse("game-print", args=[key])]
    pages += [reverse("game-tool", args=[key, tool]) for tool in list_tools(game)]
    for url in pages:
        for players in range(game.fewest, game.most + 1):
            with CaptureQueriesContext(connection) as queries:
                answer = client.get(url, {"players": players})
            assert answer.status_code == 200, url
            assert faults(answer.text) == [], url
            assert "%(" not in answer.text
            assert len(queries) == 0


@pytest.mark.parametrize("key", RULESETS)
def test_a_page_tells_what_else_the_game_is_called_and_where_it_comes_from(client, db, key):
    text = Page(client.get(f"/games/{key}/").text).root.words
    if RULESETS[key].document:
        assert describe.SOURCES[RULESETS[key].document] in text
    else:
        assert "Where the source says nothing" not in text
    assert f"document {RULESETS[key].document}" not in text
    for name in RULESETS[key].also_called:
        assert name in text


def test_the_table_of_deals(client, db):
    rows = cells(client.get("/games/clag/", {"players": 3}).text.split('id="deals"')[1])
    assert rows[0] == ["Deal", "Cards", "Trump", "Bids", "Dealer"]
    assert len(rows) == 21
    assert rows[1] == ["1", "1", "turned up", "in turn", "1"]
    assert rows[8] == ["8", "7", "none", "in turn", "2"]
    assert rows[11] == [
        "11",
        "7",
        "turned up",
        "in turn; Bids before looking; Hands as piles",
        "2",
    ]


def test_every_number_of_players_is_a_tap_away_and_keeps_the_options(client, db):
    page = client.get("/games/blackout/", {"players": 5, "options.hook": "last"})
    links = {link.attributes["href"] for link in Page(page.text).root.all("a")}
    assert {f"?options.hook=last&players={n}" for n in (2, 3, 4, 6, 7)} <= links
    assert "/games/blackout/score/?players=5&options.hook=last" in links
    assert "/games/blackout/print/?players=5&options.hook=last" in links
    assert "The last bid may not" in page.text
    assert "The last bid may not" not in client.get("/games/blackout/").text


def test_options_change_the_deals(client, db):
    rows = cells(client.get("/games/blackout/?players=6&options.reverse=on").text.split('id="deals"')[1])
    assert [row[1] for row in rows[1:]] == ["8", "7", "6", "5", "4", "3", "2", "1"]


def test_players_may_depend_on_an_option(client, db):
    assert client.get("/games/three-stake-brag/showdown/?players=12").status_code == 422
    answer = client.get("/games/three-stake-brag/showdown/?players=12&options.three_to_twelve=on")
    assert answer.status_code == 200
    assert 'name="hands.11"' in answer.text


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("players=99", "Choose one of these"),
        ("players=1", "Choose one of these"),
        ("players=x", "Choose one of these"),
        ("players=" + "9" * 5000, "Choose one of these"),
        ("players=", "required"),
        ("options.hook=jokers", "Select a valid choice"),
        ("options.reverse=on&options.full_rotation=on", "Choose one of these."),
        ("options.hook=%00", "Select a valid choice"),
    ],
)
@pytest.mark.parametrize("page", ["", "print/", "score/", "trick/"])
def test_a_wrong_choice_is_said_at_its_field(client, db, query, says, page):
    answer = client.get(f"/games/blackout/{page}?{query}")
    assert answer.status_code == 422
    assert says in answer.text
    assert faults(answer.text) == []
    assert client.get(f"/games/caller-clag/{page}?options.deals={'9' * 5000}").status_code == 422


def test_what_is_not_asked_is_not_looked_at(client, db):
    answer = client.get("/games/blackout/", {"x": HOSTILE, "options.jokers": HOSTILE, "deal": "-1"})
    assert answer.status_code == 200
    assert HOSTILE not in answer.text


@pytest.mark.parametrize(
    "url",
    [
        *("/games/nothing/", "/games/nothing/print/", "/games/nothing/score/"),
        *("/games/brag/score/", "/games/blackout/showdown/", "/games/three-stake-brag/settle/"),
        *("/games/draw-poker/thirty-one/", "/games/blackout/nothing/"),
    ],
)
def test_what_there_is_not(client, db, url):
    assert client.get(url).status_code == 404


def test_attacks_stay_words(client, db):
    for url in ("/games/blackout/score/", "/games/brag/showdown/", "/games/jabberwocky/trick/"):
        asked = dict.fromkeys(("players", "deal", "bids.0", "hands.0", "trick", "options.hook"), HOSTILE)
        for query in (
            asked,
            {name: HOSTILE for name in asked if name not in ("players", "deal", "options.hook")},
        ):
            answer = client.get(url, query)
            assert HOSTILE not in answer.text
            assert faults(answer.text) == []


@pytest.mark.thorough
@pytest.mark.parametrize("key", BIDS)
def test_the_sheet_has_a_row_for_each_deal_and_columns_for_each_player(client, db, key):
    game = RULESETS[key]
    assert isinstance(game, BidGame)
    for players in (game.fewest, game.most):
        answer = client.get(f"/games/{key}/print/", {"players": players})
        rows = cells(answer.text.split('id="sheet"')[1])[2:]
        deals = game.schedule(players, game.choose({}))
        numbers = [row[0] for row in rows if row[0]]
        assert all(len(row) == 3 + 2 * players for row in rows)
        if game.end is End.TARGET:
            assert numbers == []
            assert len(rows) == 20
            continue
        assert numbers == [str(deal.number) for deal in deals]
        assert [row[1] for row in rows if row[0]] == [str(deal.cards or "as called") for deal in deals]
        spare = 8 if game.end is End.ALL_ROUNDS_WON else 0
        assert len(rows) == len(deals) + spare


def test_a_sheet_for_counters(client, db):
    rows = cells(client.get("/games/brag/print/?players=7").text.split('id="sheet"')[1])
    assert rows[0] == ["Deal", *"1234567"]
    assert len(rows) == 21


def test_what_a_sheet_is_for_stands_on_it(client, db):
    text = client.get("/games/blackout/print/?players=5&options.hook=last").text
    assert "Hook: which bid is forbidden: only the last bid" in text
    assert "Hook: which" not in client.get("/games/blackout/print/").text.split('class="paper"')[1]


@pytest.mark.thorough
def test_from_everywhere_there_is_a_way_to_the_games(client, cast):
    for url in ("/", "/login/", "/join/", "/games/clag/"):
        assert 'href="/games/"' in client.get(url).text
    client.force_login(cast.vera)
    assert 'href="/games/"' in client.get(f"/clubs/{cast.club.pk}/").text


def test_who_runs_a_club_is_offered_to_make_it_their_own(client, cast):
    url = "/games/blackout/?options.hook=last"
    offer = f'href="/clubs/{cast.club.pk}/house-rules/new/?game=blackout&amp;options.hook=last"'
    assert "house-rules" not in client.get(url).text
    for person, sees in ((cast.alice, True), (cast.bob, True), (cast.sam, False), (cast.vera, False)):
        client.force_login(person)
        assert (offer in client.get(url).text) == sees
    client.force_login(cast.alice)
    assert "house-rules" not in client.get("/games/draw-poker/").text, "there is nothing to choose"
