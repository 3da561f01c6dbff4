import pytest

from tests.cast import refused
from tests.services.cases import Case
from tournaments.core.record import Stage
from tournaments.hall.presenters.published import load_announcement
from tournaments.models import Award, EntryRow
from tournaments.prizes.presenters.prize_lists import load_certificates
from tournaments.prizes.presenters.prizes import keeps_secrets, load_gifts
from tournaments.prizes.services import MOST, WITH_PEOPLE, prize_give


def people(night):
    """Everybody's entry, in the order of coming."""
    return [entry.id for entry in night.facts.entries]


CASE = Case(
    prize_give,
    scene=lambda make: make(12, Stage.FINISHED),
    body=lambda night: {"title": "Raffle", "winners": [people(night)[0]]},
    stages=WITH_PEOPLE,
    asks_reason=True,
)


def give(night, *winners, title="Raffle", reason="Ticket 42"):
    return prize_give(CASE.by(night, reason=reason), title=title, winners=list(winners))


@pytest.fixture
def finished(night):
    return night(12, Stage.FINISHED)


@pytest.mark.postgresql
def test_it_works(finished):
    first, second = people(finished)[:2]
    line = give(finished, first, second)
    assert line.payload == {"prize": "hand-1", "title": "Raffle", "winners": [first, second]}
    each = [(one.prize, one.why) for one in load_certificates(finished.evening, runs=False)]
    assert each == [("Raffle", "Ticket 42")] * 2
    give(finished, second, title="Best dressed", reason="Vote")
    (raffle, dressed) = load_gifts(finished.evening)
    names = dict(EntryRow.objects.values_list("pk", "name"))
    assert (raffle.title, raffle.names, raffle.why) == (
        "Raffle",
        (names[first], names[second]),
        "Given by hand: Ticket 42.",
    )
    assert (dressed.key, dressed.names) == ("hand-2", (names[second],))


def test_the_hall_knows_it_at_once_and_learns_nothing_else(finished):
    line = give(finished, people(finished)[0])
    result = load_announcement(finished.evening)
    assert (result.lines, result.hidden, keeps_secrets(finished.evening)) == ((), 4, True)
    assert result.newest is result.prizes[-1]
    assert (result.newest.title, result.newest.line, result.newest.why) == (
        "Raffle",
        line.seq,
        "Given by hand: Ticket 42.",
    )
    assert result.list_prizes(people(finished)[0])[-1] is result.newest


def test_a_guest_who_left_can_win(night):
    playing = night(12, Stage.PLAYING)
    give(playing, people(playing)[3])
    assert [prize.key for prize in load_gifts(playing.evening)] == ["hand-1"]


def test_refusals(finished, night, cast):
    other = night(8, Stage.PLAYING, club=cast.other_club)
    with refused("winners", "at least one"):
        give(finished)
    with refused("winners", "only once"):
        give(finished, people(finished)[0], people(finished)[0])
    with refused("winners", "of this evening"):
        give(finished, people(other)[0])
    with refused("title", "Enter a name"):
        give(finished, people(finished)[0], title="  ")
    assert not Award.objects.exclude(evening=None).exists()
    gift = {"evening": finished.evening, "title": "Raffle", "why": "prize_by_hand"}
    Award.objects.bulk_create(Award(rank=n, prize=f"hand-{n}", **gift) for n in range(1, MOST + 1))
    with refused("title", "At most 100"):
        give(finished, people(finished)[0])
