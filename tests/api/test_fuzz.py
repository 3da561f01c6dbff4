"""Whatever JSON is sent, and whatever an example is bent into: an answer or a refusal, never our error."""

import copy
import json

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from games.rules.cards import PACK
from games.rules.registry import RULESETS
from tests.api.asking import EXAMPLES, ask, errors
from tests.examples import examples

pytestmark = pytest.mark.slow

NUMBERS = st.integers(-3, 14) | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
CUTS = [card for card in map(str, PACK) if card[1] in "SH"]
CARDS = st.sampled_from(["AS", "TD", "2c", "9D", "JC", "1S", "", "10H", "AS "])
PLAIN = st.none() | st.booleans() | NUMBERS | CARDS | st.text(max_size=8)
ANYTHING = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=12,
)
POSTS = sorted(name for name, examples in EXAMPLES.items() if examples[0].body is not None)
OF_GAMES = [name for name in POSTS if name not in ("round", "prizes")]


def answered(address, body):
    response = ask(address, raw=json.dumps(body).encode())
    assert response.status_code in (200, 400, 404), (address, body, response.status_code)
    if response.status_code != 200:
        errors(response)


def places(value, path=()):
    """Every place in a body, deepest last."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, held in inner:
        yield from places(held, (*path, key))


def bent(body, path, value):
    """The body with another value in one place."""
    if not path:
        return value
    body = copy.deepcopy(body)
    at = body
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return body


@given(data=st.data(), name=st.sampled_from(POSTS))
@settings(max_examples=examples(2), suppress_health_check=[HealthCheck.too_slow])
def test_an_example_with_anything_in_some_places(data, name):
    example = data.draw(st.sampled_from(EXAMPLES[name]))
    body = example.body
    for value in data.draw(st.lists(ANYTHING, min_size=1, max_size=3)):
        body = bent(body, data.draw(st.sampled_from(list(places(body)))), value)
    answered(example.address, body)


@given(data=st.data(), name=st.sampled_from(OF_GAMES), key=st.sampled_from(sorted(RULESETS)))
@settings(max_examples=examples(1.5))
def test_any_game_asked_as_another(data, name, key):
    example = data.draw(st.sampled_from(EXAMPLES[name]))
    body = example.body | data.draw(
        st.fixed_dictionaries(
            {},
            optional={
                "players": st.integers(1, 11),
                "deal": st.integers(1, 40),
                "dealer": st.integers(0, 11),
                "options": st.dictionaries(
                    st.sampled_from(["hook", "reverse", "deals", "limit"]), PLAIN, max_size=2
                ),
                "call": st.dictionaries(
                    st.sampled_from(["cards", "suits", "nuloss", "misere"]), PLAIN, max_size=3
                ),
                "trump": st.sampled_from(["", "S", "H", "s"]),
            },
        )
    )
    answered(f"/api/v1/games/{key}/{name}/", body)


@given(
    query=st.dictionaries(st.sampled_from(["players", "dealer", "hook", "deals", "x"]), st.text(max_size=5))
)
def test_any_query(query):
    for key in ("blackout", "caller-clag", "kachuful"):
        for name in ("schedule", "orders"):
            response = ask(f"/api/v1/games/{key}/{name}/", data=query)
            assert response.status_code in (200, 400)


@st.composite
def positions(draw):
    """Tables as a bell might find them, and as it might not: anybody can have won, called, left, or cut."""
    names = iter(f"p{number}" for number in range(100))
    tables, here = [], []
    for _ in range(draw(st.integers(1, 4))):
        people = [next(names) for _ in range(draw(st.integers(0, 8)))]
        some = st.lists(st.sampled_from(people), max_size=3) if people else st.just([])
        counters = st.none() | st.integers(0, 3) | st.integers(1, 99)
        players = [
            {
                "name": name,
                "counters": draw(counters),
                "left": draw(st.booleans()),
                "keeps_seat": draw(st.booleans()),
            }
            for name in people
        ]
        won, void = draw(some) or people[:1], draw(st.booleans())
        tables.append(
            {"players": players, "winners": [] if void else won, "in_call": draw(some), "void": void}
        )
        here += people
    cards = st.dictionaries(st.sampled_from(here), st.sampled_from(CUTS), max_size=4)
    cut = st.fixed_dictionaries(
        {
            "purpose": st.sampled_from(["chip", "up", "down", "exchange"]),
            "table": st.integers(1, 5),
            "attempts": st.lists(cards, min_size=1, max_size=3),
        }
    )
    return {
        "tables": tables,
        "cuts": draw(st.lists(cut, max_size=3)) if here else [],
        "game": draw(st.sampled_from(["draw-poker", "brag", "clag", "three-stake-brag"])),
        "settings": {"all_called": draw(st.sampled_from(["stay", "fewest_goes"]))},
    }


@given(body=positions())
@settings(max_examples=examples(1.5), suppress_health_check=[HealthCheck.too_slow])
def test_any_position(body):
    """Whoever still plays has a place after the bell, and everybody a reason, decided or not."""
    response = ask("/api/v1/progressive/round/", body)
    event(str(response.status_code))
    if response.status_code != 200:
        errors(response)
        return
    found = response.json()
    people = [player for table in body["tables"] for player in table["players"]]
    assert [told["name"] for told in found["people"]] == [player["name"] for player in people]
    assert [told["place"] is None for told in found["people"]] == [player["left"] for player in people]
    assert found["decided"] == (not found["cuts_needed"] and not found["counts_needed"])
    if found["decided"]:
        chairs = [tuple(told["place"].values()) for told in found["people"] if told["place"]]
        assert len(set(chairs)) == len(chairs)
        assert all(all(chair) for chair in chairs)
