"""Earlier rounds are read once by a process, and again where they may have changed.

The state machines of evenings compare after each step what is kept with what is read anew.
"""

from datetime import timedelta

import pytest
from django.db import transaction

from tests.cast import Night
from tournaments.evening.selectors import evening
from tournaments.evening.selectors import moves as selectors_moves
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import Journal

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]
ROWS = ("_select_table_rows", "_select_seats", "_select_lines", "_select_counts", "_select_stakes")


@pytest.fixture(autouse=True)
def forgotten():
    selectors_moves._cache.clear()
    yield
    selectors_moves._cache.clear()


@pytest.fixture
def read(monkeypatch) -> list[int]:
    """How many rows of rounds were read, query by query."""
    counts: list[int] = []
    for name in ROWS:
        plain = getattr(evening, name)

        def counted(*about, plain=plain):
            rows = plain(*about)
            counts.append(len(rows))
            return rows

        monkeypatch.setattr(evening, name, counted)
    return counts


def rows_read(night: Night, read: list[int]) -> int:
    load_facts(night.evening.pk)
    read.clear()
    load_facts(night.evening.pk)
    return sum(read)


def test_a_long_evening_is_read_as_fast_as_a_short_one(night, read):
    night, counts = night(12), []
    for _round in range(4):
        night.next_round()
        counts.append(rows_read(night, read))
    assert len(set(counts)) == 1
    read.clear()
    selectors_moves._cache.clear()
    load_facts(night.evening.pk)
    assert sum(read) > 3 * counts[-1]


@pytest.mark.parametrize("again", [False, True])
def test_a_correction_of_an_earlier_round_is_seen(night, again):
    night = night(12)
    night.next_round()
    first, *others = (line.entry for line in load_facts(night.evening.pk).pools[0].lines)
    if again:
        night.play(2)
        load_facts(night.evening.pk)
    position = load_facts(night.evening.pk).pools[0].position
    night.correct(
        position, others[:1], dict.fromkeys((first, *others), -1) | {others[0]: len(others)}, round=1
    )
    facts = load_facts(night.evening.pk)
    assert facts.pools[0].version == 2
    assert facts.pools[0].winners == {others[0]}


def test_nothing_is_kept_of_a_command_that_is_undone(night):
    night = night(12)
    night.next_round()
    with transaction.atomic():
        night.play(2)
        load_facts(night.evening.pk)
        transaction.set_rollback(True)
    assert not selectors_moves._cache
    assert len(load_facts(night.evening.pk).pools) == 3


def test_a_line_that_comes_again_after_a_backup_is_another_one(night):
    night = night(12)
    night.next_round()
    load_facts(night.evening.pk)
    (known,) = selectors_moves._cache.values()
    where = (night.evening.pk, night.evening.join_code)
    assert selectors_moves.get_earlier_rounds(*where) == known
    assert known.time
    line = Journal.objects.filter(evening=night.evening, seq=known.seq)
    line.update(at=known.time + timedelta(seconds=1))
    assert selectors_moves.get_earlier_rounds(*where) == selectors_moves.NOTHING
    line.update(at=known.time)
    assert selectors_moves.get_earlier_rounds(*where) == known


def test_so_many_evenings_are_kept(night):
    nights = [night(8) for _evening in range(selectors_moves.AT_MOST + 2)]
    for one in nights:
        one.next_round()
        load_facts(one.evening.pk)
    assert [pk for pk, _code in selectors_moves._cache] == [one.evening.pk for one in nights[2:]]
