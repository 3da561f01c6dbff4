from accounts.errors import StaleError
from tests.cast import refused
from tests.linked_phones import phone
from tests.phones.services.test_entry_late import TYPED, moved_on
from tests.services.cases import Case
from tournaments.core.record import Stage
from tournaments.models import Journal
from tournaments.phones.selectors import load_open_asks
from tournaments.phones.services import ask_answer, entry_late


def asked(make):
    night = moved_on(make)
    entry_late(phone(night), round=1, table=2, deal=1, typed=TYPED)
    return night


CASE = Case(
    ask_answer,
    scene=asked,
    body=lambda night: {"ask": Journal.objects.get(evening=night.evening, verb="entry_late").seq},
    stages=(Stage.PLAYING, Stage.SETTLING, Stage.FINISHED),
)


def test_it_works(night):
    """What nobody asked, and what was asked in another evening, is not answered."""
    theirs, night = asked(night), asked(night)
    entry_late(phone(night, 3), round=1, table=3, deal=1, typed=TYPED)
    first, second = load_open_asks(night.evening.pk)
    for seq in (0, 1, first.seq - 1, 10**30):
        with refused("ask", "no such request"):
            ask_answer(night.by, ask=seq)
    ask_answer(night.by, ask=first.seq)
    assert load_open_asks(night.evening.pk) == (second,)
    with refused("ask", "already done", StaleError):
        ask_answer(night.by, ask=first.seq)
    assert len(load_open_asks(theirs.evening.pk)) == 1


def test_a_decision_about_the_deal_answers_it(night):
    """The others of the table stay open, and so does what is asked about the corrected result."""
    night = moved_on(night)
    for deal in (0, 1):
        entry_late(phone(night), round=1, table=2, deal=deal, typed=TYPED)
    first, second = load_open_asks(night.evening.pk)
    a, b, *others = (line.entry for pool in night.facts.pools if pool.position == 2 for line in pool.lines)
    night.correct(2, [b], {a: -1, b: 1 + len(others), **dict.fromkeys(others, -1)}, in_call=[a], round=1)
    assert load_open_asks(night.evening.pk) == (first,)
    with refused("ask", "already done", StaleError):
        ask_answer(night.by, ask=second.seq)
    entry_late(phone(night), round=1, table=2, deal=1, typed=TYPED)
    assert len(load_open_asks(night.evening.pk)) == 2
