"""Rows that are written at once are those that Django's objects would have written, on whichever database."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from tests.cast import NightMaker
from tournaments.base.selectors import write_fields, write_row, write_rows
from tournaments.core.record import StakeKind
from tournaments.models import Journal, MoveRow, RoundRow, StakeRow

pytestmark = pytest.mark.postgresql

WAY = ("entry_id", "from_position", "to_position", "why", "figures")


def written(model, since: int) -> list[dict[str, object]]:
    return [
        {name: value for name, value in row.items() if name != "id"}
        for row in model.objects.filter(pk__gt=since).order_by("pk").values()
    ]


def test_they_are_as_objects_would_be_in_the_same_order(night: NightMaker, django_assert_num_queries):
    evening = night(12)
    round = RoundRow.objects.get(evening=evening.evening)
    ways = [
        (entry, None if at % 2 else at, 1, "up_cut", {"others": [at, entry], "cards": "KD / 4S ’"})
        for at, entry in enumerate(reversed(evening.facts.starters))
    ]
    alike = {"round": round, "journal": round.journal}
    MoveRow.objects.bulk_create(MoveRow(**dict(zip(WAY, way, strict=True)), **alike) for way in ways)
    objects = written(MoveRow, 0)
    with django_assert_num_queries(1):
        write_rows(MoveRow, WAY, ways, **alike)
    assert written(MoveRow, 0) == objects * 2


def test_what_all_have_and_what_nobody_says(night: NightMaker):
    evening = night(8)
    round = RoundRow.objects.get(evening=evening.evening)
    entry, last = evening.facts.starters[0], StakeRow.objects.latest("pk").pk
    write_rows(
        StakeRow,
        ("entry_id",),
        [(entry,)],
        round=round,
        kind=StakeKind.FRESH,
        counters=9,
        journal=round.journal,
    )
    (stake,) = written(StakeRow, last)
    assert (stake["entry_id"], stake["kind"], stake["counters"]) == (entry, "fresh", 9)
    assert (stake["in_pool"], stake["void_id"]) == (0, None)


def test_nothing_is_asked_to_write_nothing(night: NightMaker, django_assert_num_queries):
    with django_assert_num_queries(0):
        write_rows(MoveRow, WAY, (), why="late")


def test_one_row_is_as_django_writes_it(night):
    night = night(8)
    line = {"evening": night.evening, "verb": "bell_asked", "payload": {"round": 1}, "request_key": uuid4()}
    by_django = Journal.objects.create(seq=900, **line | {"request_key": uuid4()})
    row = Journal(seq=901, **line, at=by_django.at)
    write_row(row)
    assert row.pk == by_django.pk + 1
    read = Journal.objects.get(pk=row.pk)
    own = ("_state", "id", "seq", "request_key")
    alike = {name: value for name, value in vars(read).items() if name not in own}
    assert alike == {name: getattr(by_django, name) for name in alike}
    assert (read.seq, read.request_key) == (901, line["request_key"])


def test_the_database_refuses_a_row_as_before(night):
    night = night(8)
    with pytest.raises(IntegrityError), transaction.atomic():
        write_row(Journal(evening=night.evening, seq=1, verb="bell_asked"))


def test_only_the_named_fields_are_updated(night):
    night = night(8)
    line = Journal.objects.get(evening=night.evening, seq=1)
    line.verb, line.payload = "nothing", {"noted": [1, None]}
    write_fields(line, "payload")
    read = Journal.objects.get(pk=line.pk)
    assert read.payload == {"noted": [1, None]}
    assert read.verb != "nothing"
