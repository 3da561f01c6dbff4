import pytest

from accounts.errors import StaleError
from accounts.permissions import Right
from tests.cast import refused
from tests.linked_phones import linked, phone
from tests.scoring.services.test_deal_record import body as deal_body
from tests.services.cases import Case, refusals
from tournaments.core.record import Stage
from tournaments.phones.selectors import load_open_asks
from tournaments.phones.services import correction_ask
from tournaments.scoring.services.deals import deal_correct, deal_record


def recorded(make):
    night = linked(make(12))
    deal_record(phone(night), **deal_body(night))
    return night


def body(night, **changes):
    return {"round": 1, "table": 2, "deal": 1, "version": 1, "words": "Ben put in 6, not 5", **changes}


CASE = Case(
    correction_ask,
    scene=recorded,
    body=body,
    stages=(Stage.PLAYING, Stage.SETTLING),
    right=Right.SCORE,
)


def test_it_works(night):
    night = recorded(night)
    before = night.facts
    correction_ask(phone(night), **body(night, typed=["Won: p02"], words="  Ben put\tin 6 "))
    assert night.facts == before
    (ask,) = load_open_asks(night.evening.pk)
    assert (ask.late, ask.version, ask.words, ask.typed) == (False, 1, "Ben put in 6", ("Won: p02",))


def test_of_what_was_refused_nothing_stands(night):
    night = recorded(night)
    correction_ask(phone(night), **body(night, deal=2, version=0, words="", typed=["Won: p02"]))
    assert load_open_asks(night.evening.pk)[0].version == 0
    with refused("deal", "No such deal"):
        correction_ask(phone(night), **body(night, round=7, version=0))


@pytest.mark.thorough
def test_of_what_stands_no_more(night):
    night = recorded(night)
    deal_correct(night.because("a slip"), **deal_body(night, in_call=[]), base_version=1)
    with refused("version", "Check it and try again", StaleError):
        correction_ask(phone(night), **body(night))
    with refused("deal", "No such deal"):
        correction_ask(phone(night), **body(night, deal=2))
    correction_ask(phone(night), **body(night, version=2))


test_refusals = refusals(
    CASE,
    {
        f"{part}: {value!r}": (part, "", {part: value})
        for part, value in [
            ("words", " \t "),
            ("words", "x" * 201),
            ("words", "turned \u202e about"),
            ("typed", ["\x00"]),
        ]
    },
)
