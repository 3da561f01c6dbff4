"""Each reason that a phone can show to the person whom it is about."""

import re

import pytest

from tournaments.base.words import address_reader
from tournaments.core.reasons import SENTENCES
from tournaments.core.reasons.moves import BRIEF, MOVES, SEATS
from tournaments.core.reasons.places import LATE, YOU

THIRD = re.compile(
    r"^(Is|Was|Takes|Took|Stays|Keeps|Moves|Goes|Changes|Plays|Sits|Sat|Called|Made|Did|Won|Has|Had|Joins|"
    r"Dropped|Arrived|Gets|Counters|Total)\b|\bkept their\b"
)
ABOUT_TABLES = re.compile(r"^The winner at table|^%\(whom\)s keeps")


@pytest.mark.parametrize("code", sorted({**MOVES, **SEATS}))
def test_it_is_said_to_the_person_and_not_of_them(code):
    """Sentences of a whole table, a cut or somebody else stay as they are."""
    for sentence in (*SENTENCES[code], *([BRIEF[code]] if code in BRIEF else [])):
        if not ABOUT_TABLES.search(sentence):
            assert not THIRD.search(address_reader(sentence)), address_reader(sentence)


def test_every_line_is_of_a_sentence_that_there_is():
    """A sentence that was changed would be said in the third person again."""
    known = {LATE, *BRIEF.values(), *(one for each in SENTENCES.values() for one in each)}
    assert set(YOU) <= known


def test_the_figures_stay():
    for of_them, to_them in YOU.items():
        assert set(re.findall(r"%\(\w+\)s", of_them)) == set(re.findall(r"%\(\w+\)s", to_them)), of_them
