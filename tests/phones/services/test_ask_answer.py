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
