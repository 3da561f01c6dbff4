import pytest

from accounts.permissions import Right
from tests.cast import refused
from tests.linked_phones import linked, phone
from tests.services.cases import Case, refusals
from tournaments.bell.services.bell import moves_apply
from tournaments.core.record import Stage
from tournaments.models import Journal
from tournaments.phones.selectors import load_open_asks
from tournaments.phones.services import OPEN_AT_MOST, ask_answer, entry_late
from tournaments.undo.services.undo import bell_undo

TYPED = ["Won: p01", "Put in: p01 5, p02 5"]


def moved_on(make):
    night = linked(make(12))
    night.next_round()
    return night


CASE = Case(
    entry_late,
    scene=moved_on,
    body=lambda night: {"round": 1, "table": 2, "deal": 1, "typed": TYPED},
    stages=(Stage.PLAYING, Stage.SETTLING),
    right=Right.SCORE,
)


def test_it_works(night):
    """Nothing is written but the line; the organiser sees it until it is done."""
    night = moved_on(night)
    before = night.facts
    line = entry_late(phone(night), round=1, table=2, deal=1, typed=TYPED)
    assert night.facts == before
    assert line.payload == {"round": 1, "table": 2, "deal": 1, "typed": TYPED}
    (ask,) = load_open_asks(night.evening.pk)
    assert (ask.late, ask.round, ask.table, ask.deal, ask.typed) == (True, 1, 2, 1, tuple(TYPED))
    assert (ask.seq, ask.at) == (line.seq, line.at)
    ask_answer(night.by, ask=line.seq)
    assert load_open_asks(night.evening.pk) == ()


NO_DEALS = [(3, 1), (0, 1), (10**30, 1), (1, -1), (1, 10**30)]
NO_WORDS = [["x"] * 11, ["x" * 2001], ["turned \u202e about"], ["nul\x00"]]

test_refusals = refusals(
    CASE,
    {
        "a deal that can be recorded": ("round", "is being played", {"round": 2}),
        **{
            f"deal {deal} of round {round}": ("deal", "No such deal", {"round": round, "deal": deal})
            for round, deal in NO_DEALS
        },
        **{f"the words {typed!r}": ("typed", "", {"typed": typed}) for typed in NO_WORDS},
    },
)


def test_of_a_round_that_was_undone(night):
    night = moved_on(night)
    bell_undo(night.because("too early"), round=1)
    entry_late(phone(night), round=2, table=2, deal=1, typed=TYPED)
    assert load_open_asks(night.evening.pk)[0].round == 2


def test_a_table_asks_so_often_and_no_more(night):
    night = moved_on(night)
    for n in range(OPEN_AT_MOST):
        entry_late(phone(night), round=1, table=2, deal=1, typed=[f"{n}"])
    with refused("table", "must answer them first"):
        entry_late(phone(night), round=1, table=2, deal=1, typed=["once more"])
    entry_late(phone(night, 3), round=1, table=3, deal=1, typed=TYPED)
    ask_answer(night.by, ask=load_open_asks(night.evening.pk)[0].seq)
    entry_late(phone(night), round=1, table=2, deal=1, typed=["once more"])
    assert len(load_open_asks(night.evening.pk)) == OPEN_AT_MOST + 1


def test_while_settling_up(night):
    night = linked(night(12))
    night.play_round()
    night.settle()
    entry_late(phone(night), round=1, table=2, deal=2, typed=TYPED)
    assert Journal.objects.filter(verb="entry_late").count() == 1


@pytest.mark.thorough
def test_the_moves_that_were_shown_are_shown_anew(night):
    """It counts up the journal, so an organiser who has not seen it is not led past it."""
    night = linked(night(12))
    night.next_round()
    night.play_round()
    seen = Journal.objects.latest("seq").seq
    entry_late(phone(night), round=1, table=2, deal=1, typed=TYPED)
    with refused("seen"):
        moves_apply(night.by, round=2, seen=seen)
