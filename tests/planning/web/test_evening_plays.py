"""What an evening plays is chosen: from all games and the club's own rules, with what fits the choice."""

from typing import Any

import pytest

from games.house.services import house_rules_change, house_rules_create, house_rules_retire
from games.rules.registry import RULESETS
from tests.web.html import Page
from tests.web.wording import said, words
from tournaments.core.formats.registry import PLANNED
from tournaments.core.record import Stage
from tournaments.core.settings import OF_TABLES, Settings
from tournaments.models import Evening, Journal

ALWAYS = {"name", "held_on", "game", "format", "minutes", "gap", "auto_moves", "confirm", "ranking", "usual"}
ALWAYS |= {*OF_TABLES}
OF_MOVEMENT = {"rounds", "bell", "unfinished", "all_called", "booby"}
OF_COUNTERS = {"stake", "counting", "deals", "banker"}
OF_KNOCKOUT = {"through", "through_of", "consolation"}
PEOPLE = {"roles", "prizes", "one_prize_each", "leavers_win", "prize_deals"}


@pytest.fixture
def url(cast):
    return f"/clubs/{cast.club.pk}/evenings/new/"


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


@pytest.fixture
def house(cast):
    return house_rules_create(
        by=cast.alice, club=cast.club, game="blackout", name="Ours", options={"hook": "last"}
    )


def filled(response, **more):
    """What a browser sends when nothing is changed but ``more``."""
    [form] = (form for form in Page(response.text).root.all("form") if "held_on" in names(form))
    typed: dict[str, Any] = {}
    for field in form.all("input", "select"):
        name, box = field.attributes["name"], field.attributes.get("type") in ("checkbox", "radio")
        value = field.attributes.get("value", "on" if box else "")
        if field.tag == "select":
            [value] = (o.attributes["value"] for o in field.all("option") if "selected" in o.attributes)
        if not box:
            typed[name] = value
        elif "checked" in field.attributes:
            typed.setdefault(name, []).append(value)
    return typed | more


def names(form):
    return {field.attributes.get("name") for field in form.all("input")}


def fields(response):
    return set(response.context["form"].fields)


NOT_PROGRESSIVE = "This game does not fit a progressive evening. Choose another game or format."
TOGETHER = (
    "Each table wins or loses this game together, so no standings can decide the seats. Choose "
    "another format."
)


def refused_in(game, format):
    """Why the game cannot be played in the format, if it cannot."""
    if format == "progressive":
        return "" if RULESETS[game].progressive else NOT_PROGRESSIVE
    return TOGETHER if game == "blackout-cooperative" and format in ("swiss", "knockout", "ladder") else ""


FORMAT_KEYS = [format.key for format in PLANNED]


@pytest.mark.parametrize("format", FORMAT_KEYS)
def test_every_game_and_the_houses_are_offered(client, url, house, format):
    page = client.get(url, {"choose": "", "format": format})
    for key in RULESETS:
        assert (f'name="pick" value="{key}"' in page.text) == (not refused_in(key, format))
    assert f'name="pick" value="house-{house.pk}"' in page.text
    assert f'name="way" value="{format}"' in page.text
    assert "Ours" in page.text
    refused = [game for game in RULESETS if refused_in(game, format)]
    assert sum(page.text.count(why) for why in (NOT_PROGRESSIVE, TOGETHER)) == len(refused)


def test_each_format_is_told_in_a_sentence(client, url):
    page = Page(client.get(url, {"choose": ""}).text)
    ways = [way for way in page.root.all("button") if way.attributes.get("name") == "way"]
    assert [way.attributes["value"] for way in ways] == [way for way in FORMAT_KEYS if way != "progressive"]
    assert {way.attributes["formaction"] for way in ways} == {f"{url}?choose"}
    assert "ecorded" not in str([element.words for element in page.root.all()])


@pytest.mark.parametrize("format", ["recorded", "league", "", "x" * 60])
def test_no_other_format_can_be_chosen(client, url, format):
    assert "chosen" in client.get(url, {"choose": "", "format": format}).text
    refused = client.post(url, filled(client.get(url), game="clag", format=format or "recorded"))
    assert refused.status_code == 422
    assert not Evening.objects.exists()


@pytest.mark.parametrize("game", RULESETS)
@pytest.mark.parametrize("format", FORMAT_KEYS)
def test_each_is_planned_by_its_link_and_its_form_as_it_stands(client, url, game, format):
    if why := refused_in(game, format):
        refused = client.get(url, {"game": game, "format": format}, follow=True)
        assert why in refused.text
        assert "Choose game and format" in refused.text
        return
    response = client.post(url, filled(client.get(url, {"game": game, "format": format})))
    assert response.status_code == 302
    evening = Evening.objects.get()
    assert (evening.game, evening.format, evening.rules_name) == (game, format, "")
    assert evening.play.options == RULESETS[game].choose({})
    page = client.get(response.url)
    assert page.status_code == 200
    assert client.get(f"{response.url}settings/").status_code == 200


@pytest.mark.parametrize(
    ("game", "format", "asked"),
    [
        ("draw-poker", "progressive", OF_MOVEMENT | OF_COUNTERS | PEOPLE),
        ("blackout-nullo", "progressive", OF_MOVEMENT | PEOPLE | {"exact_protects"}),
        ("draw-poker", "fixed", OF_COUNTERS | PEOPLE | {"games"}),
        ("oh-well", "fixed", PEOPLE | {"games"}),
        ("blackout-cooperative", "fixed", {"games", "prizes", "leavers_win", "prize_deals"}),
        ("draw-poker", "rotation", OF_COUNTERS | PEOPLE | {"games"}),
        ("draw-poker", "swiss", OF_COUNTERS - {"counting"} | PEOPLE | {"games"}),
        ("draw-poker", "knockout", OF_COUNTERS - {"counting"} | PEOPLE | OF_KNOCKOUT),
        ("oh-well", "knockout", PEOPLE | OF_KNOCKOUT),
    ],
)
def test_only_what_fits_is_asked_for(client, url, game, format, asked):
    assert fields(client.get(url, {"game": game, "format": format})) == ALWAYS | asked


def test_words_fit_the_game(client, url):
    bids = words(client.get(url, {"game": "clag", "format": "progressive"}))
    assert "If every bid at the head table was exact" in bids
    assert "The player with the fewest points goes down" in bids
    assert "Most points, one prize for each role" in bids
    assert said(bids, "counters?", "stakes?") == []
    fixed = words(client.get(url, {"game": "brag", "format": "fixed"}))
    assert "Deals in a game" in fixed
    assert said(fixed, "yellow", "bell", "head table") == []
    knockout = words(client.get(url, {"game": "brag", "format": "knockout"}))
    assert "Winner of the knockout" in knockout
    assert said(knockout, "one prize for each role") == []


def picked(client, url, sent, way, pick):
    """Press "Change game or format", a format, and a game: each page sends on what it shows hidden."""
    first = client.post(f"{url}?choose", sent)
    assert first.status_code == 200
    second = client.post(f"{url}?choose", hidden(first) | {"way": way})
    return client.post(url, hidden(second) | {"way": way, "pick": pick})


def hidden(page):
    """What the list of games holds of what was typed."""
    found: dict[str, Any] = {}
    for field in Page(page.text).root.all("input"):
        if field.attributes.get("type") == "hidden":
            found.setdefault(field.attributes["name"], []).append(field.attributes["value"])
    return found


def test_another_game_keeps_what_was_typed(client, url):
    page = client.get(url, {"game": "draw-poker", "format": "progressive"})
    typed = {"name": "Our <i>night</i>", "held_on": "2031-02-03", "minutes": "17", "roles": "red, blue"}
    sent = filled(page, **typed) | {"stake": "x", "one_prize_each": []}
    sent["prizes"] = [key for key in sent["prizes"] if key != "booby"]
    shown = filled(picked(client, url, sent, "progressive", "blackout"))
    assert shown["game"] == "blackout"
    assert {name: shown[name] for name in typed} == typed
    assert "stake" not in shown
    assert "booby" not in shown["prizes"]
    assert "one_prize_each" not in shown
    assert not Evening.objects.exists()
    usual = filled(client.get(url, {"game": "blackout", "format": "progressive"}))
    untouched = (
        shown.keys() - typed.keys() - {"prizes", "one_prize_each", "request_key", "csrfmiddlewaretoken"}
    )
    assert {name: shown[name] for name in untouched} == {name: usual[name] for name in untouched}
    back = filled(picked(client, url, shown, "progressive", "draw-poker"))
    assert {name: back[name] for name in typed} == typed
    client.post(url, shown)
    assert Evening.objects.get().name == "Our <i>night</i>"


def test_another_format_keeps_the_options(client, url):
    page = client.get(url, {"game": "blackout", "format": "progressive"})
    sent = filled(page, **{"options.reverse": "reverse", "options.hook": "last"})
    shown = filled(picked(client, url, sent, "fixed", "blackout"))
    assert (shown["format"], shown["options.reverse"], shown["options.hook"]) == (
        "fixed",
        ["reverse"],
        "last",
    )


def test_back_from_the_list_keeps_what_was_typed(client, url):
    page = client.get(url, {"game": "clag", "format": "fixed"})
    listed = client.post(f"{url}?choose", filled(page, name="Ours", games="x"))
    shown = filled(client.post(url, hidden(listed) | {"pick": ""}))
    assert (shown["game"], shown["format"], shown["name"], shown["games"]) == ("clag", "fixed", "Ours", "x")


def test_options_that_exclude_each_other_are_one_choice(client, url):
    page = client.get(url, {"game": "blackout", "format": "progressive"})
    radios = [one for one in Page(page.text).root.all("input") if one.attributes.get("type") == "radio"]
    told = [one.attributes["value"] for one in radios if one.attributes["name"] == "options.reverse"]
    assert told == ["", "reverse", "full_rotation"]
    assert "options.full_rotation" not in fields(page)
    client.post(url, filled(page, **{"options.reverse": "full_rotation", "options.hook": "last"}))
    evening = Evening.objects.get()
    chosen = [evening.options[option] for option in ("hook", "reverse", "full_rotation")]
    assert chosen == ["last", False, True]
    assert "Up from one card, and down to one again: Yes" in client.get(f"/evenings/{evening.pk}/").text


@pytest.mark.thorough
def test_settings_of_whole_games(client, url):
    page = client.get(url, {"game": "jabberwocky", "format": "fixed"})
    client.post(url, filled(page, games="3", roles=""))
    settings = Evening.objects.get().settings
    assert (settings.games, settings.roles, settings.prizes) == (3, (), ("counters", "booby"))


def test_whether_an_exact_bid_protects(client, url):
    page = client.get(url, {"game": "clag", "format": "progressive"})
    assert filled(page)["exact_protects"] == ["on"]
    client.post(url, {key: value for key, value in filled(page).items() if key != "exact_protects"})
    assert not Evening.objects.get().settings.exact_protects


def test_house_rules_are_played_under_their_name(client, url, cast, house):
    page = client.get(url, {"game": f"house-{house.pk}", "format": "fixed"})
    assert not [name for name in fields(page) if name.startswith("options.")]
    assert "only the last bid, if it brings the sum to the number of tricks" in page.text
    client.post(url, filled(page))
    evening = Evening.objects.get()
    assert (evening.game, evening.rules_name, evening.options["hook"]) == ("blackout", "Ours", "last")
    house_rules_change(by=cast.alice, rules=house, name="Others", options={"simultaneous": True})
    house_rules_retire(by=cast.alice, rules=house)
    settings = f"/evenings/{evening.pk}/settings/"
    response = client.post(settings, filled(client.get(settings), games="2"))
    assert response.status_code == 302
    evening.refresh_from_db()
    assert (evening.rules_name, evening.options["hook"], evening.settings.games) == ("Ours", "last", 2)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"game": "oh-well"}, "game"),
        ({"game": "whist"}, "game"),
        ({"game": "house-999999"}, "game"),
        ({"game": "house-"}, "game"),
        ({"format": "league"}, "format"),
        ({"options.hook": "sometimes"}, "options.hook"),
        ({"options.reverse": "on", "options.full_rotation": "on"}, "options.reverse"),
    ],
)
def test_what_cannot_be_played_is_refused_at_its_field(client, url, wrong, field):
    page = client.get(url, {"game": "blackout", "format": "progressive"})
    response = client.post(url, filled(page) | wrong)
    assert response.status_code == 422
    assert field in response.context["form"].errors
    assert not Evening.objects.exists()


def test_a_wrong_number_of_games(client, url):
    page = client.get(url, {"game": "clag", "format": "fixed"})
    for games in ("0", "21", "", "many"):
        response = client.post(url, filled(page, games=games))
        assert response.status_code == 422
        assert list(response.context["form"].errors) == ["games"]


def test_another_clubs_rules_are_not_found(client, url, cast):
    theirs = house_rules_create(
        by=cast.charlie, club=cast.other_club, game="clag", name="Theirs", options={"non_exact": True}
    )
    page = client.get(url, {"game": f"house-{theirs.pk}", "format": "fixed"}, follow=True)
    assert "These house rules are no longer used." in page.text
    assert "Theirs" not in page.text


def test_what_was_played_last_is_offered_first(client, url, cast, house):
    assert client.get(url).context["form"].play.game.key == "draw-poker"
    client.post(url, filled(client.get(url, {"game": f"house-{house.pk}", "format": "fixed"})))
    again = client.get(url)
    assert "Ours" in again.text
    twice = client.post(url, filled(again))
    assert twice.status_code == 422
    assert "already has an evening of this name on that day" in twice.text
    assert client.post(url, filled(again, name="Second")).status_code == 302
    assert {(e.game, e.format, e.rules_name) for e in Evening.objects.all()} == {
        ("blackout", "fixed", "Ours")
    }
    house_rules_retire(by=cast.alice, rules=house)
    assert client.get(url).context["form"].play.game.key == "draw-poker"


def test_until_the_draw_something_else_can_be_chosen(client, night):
    hall = night(8, Stage.CHECK_IN)
    url = f"/evenings/{hall.evening.pk}/settings/"
    assert 'value="clag"' in client.get(url, {"choose": "", "format": "fixed"}).text
    page = picked(client, url, filled(client.get(url), name="Changed"), "fixed", "clag")
    assert filled(page)["name"] == "Changed"
    client.post(url, filled(page, games="2", **{"options.non_exact": "on"}))
    hall.evening.refresh_from_db()
    assert (hall.evening.game, hall.evening.format) == ("clag", "fixed")
    assert hall.evening.options == {"non_exact": True}
    assert hall.evening.settings.games == 2


@pytest.mark.thorough
def test_what_is_not_touched_is_no_change(client, night):
    hall = night(8, Stage.CHECK_IN)
    url = f"/evenings/{hall.evening.pk}/settings/"
    client.post(url, filled(client.get(url), name="Renamed"))
    line = Journal.objects.get(evening=hall.evening, verb="evening_changed")
    assert "played" not in line.payload
    hall.evening.refresh_from_db()
    assert hall.evening.settings == Settings()


@pytest.mark.thorough
def test_once_seats_are_drawn_the_game_stays(client, night):
    hall = night(8, Stage.SEATED, game="blackout", options={"hook": "last"})
    url = f"/evenings/{hall.evening.pk}/settings/"
    page = client.get(url)
    assert "Change game or format" not in page.text
    assert "only the last bid, if it brings the sum to the number of tricks" in page.text
    assert fields(page) & {"game", "format"} == set()
    client.post(url, filled(page, game="clag", format="fixed", **{"options.hook": "none"}))
    hall.evening.refresh_from_db()
    assert (hall.evening.game, hall.evening.format) == ("blackout", "progressive")
    assert hall.evening.options["hook"] == "last"


def test_lists_of_evenings_say_what_is_played(client, cast, night):
    night(0, Stage.DRAFT, game="clag", format="fixed")
    night(0, Stage.DRAFT, game="blackout", options={"hook": "last"}, rules_name="Ours")
    for page in (client.get("/"), client.get(f"/clubs/{cast.club.pk}/")):
        assert "Clag, Fixed tables" in page.text
        assert ">Ours<" in page.text
