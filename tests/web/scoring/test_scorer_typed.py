"""What was typed of a deal, in words: whatever a form holds, and whoever made it up."""

import pytest
from django.http import QueryDict

from tests.web.visitors import HOSTILE
from tournaments.forms.scoring.typed import LONGEST_VALUE, MOST_PARTS, typed_words
from tournaments.services.scoring.phones import LONGEST_LINE, MOST_LINES

NAMES = {1: "Ann", 2: "Ben", 3: "Cy", 4: "Jo B."}


def words(query, names=NAMES):
    return typed_words(QueryDict(query), names)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("", []),
        ("winners=1&in_call=2&in_call=3", ["Won: Ann", "Called: Ben, Cy"]),
        ("winners=1&nobody=on", ["Won: Ann", "Nobody called."]),
        ("tally=stakes&counters-1=5&counters-2=&counters-3=0", ["Put in: Ann 5, Cy 0"]),
        ("tally=counts&counters-1=55", ["Has now: Ann 55"]),
        ("counters-1=55", ["Has now: Ann 55"]),
        ("broke=4", ["No counters left: Jo B."]),
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
def test_it_works(query, said):
    assert words(query) == said


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
    assert words(query) == []


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
    lines = typed_words(sent, names)
    assert 0 < len(lines) <= MOST_LINES
    assert all(len(line) <= LONGEST_LINE and line.isprintable() for line in lines)
    assert max(line.count("W" * 60) for line in lines) <= MOST_PARTS
    assert "9" * (LONGEST_VALUE + 1) not in "".join(lines)
