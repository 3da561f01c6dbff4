"""Many phones at once, by the links of their tables: the database settles who may, and who was first."""

from functools import partial
from threading import Barrier
from time import sleep
from uuid import uuid4

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.errors import ForbiddenError, RuleError, SameError, StaleError
from tests.linked_phones import link, linked, phone
from tests.phones.services.test_entry_late import TYPED, moved_on
from tests.scoring.services.test_deal_record import body
from tests.services.races.test_races import MANY, RACE, at_once, one_won, same_answer
from tests.waits import HUNG
from tournaments.bell.services.bell import moves_apply
from tournaments.models import Deal, DealVersion, EntryRow, Evening, Journal, PhoneClaim
from tournaments.phones.selectors import load_open_asks
from tournaments.phones.services import (
    MOST_ATTEMPTS,
    OPEN_AT_MOST,
    ask_answer,
    entry_late,
    link_revoke,
    phone_code_show,
    phone_code_use,
)
from tournaments.scoring.services.deals import deal_record

pytestmark = [pytest.mark.postgresql(every_case=True), *RACE]


def test_many_phones_send_one_deal(night):
    """Each its own: one is recorded, 39 see what stands."""
    night = linked(night(12))
    bodies = [body(night, in_call=[player]) for player in night.table(2)]
    calls = [partial(deal_record, phone(night, key=uuid4()), **bodies[n % 4]) for n in range(MANY)]
    line = one_won(at_once(calls))
    assert line.link == link(night)
    assert (Deal.objects.count(), DealVersion.objects.count()) == (1, 1)


def test_phones_and_members_at_every_table(night):
    night = linked(night(4 + 6 * 8 + 4))
    calls = []
    for table in night.tables:
        told = body(night, table)
        calls += [partial(deal_record, phone(night, table, key=uuid4()), **told)] * 2
        calls += [partial(deal_record, night.keyed(), **told)] * 2
    answers = at_once(calls)
    assert {type(answer) for answer in answers} <= {Journal, SameError, StaleError}
    assert {pool.position for pool in night.facts.pools} == set(night.tables)
    assert DealVersion.objects.count() == len(night.tables) == 10
    assert Journal.objects.filter(verb="bell_rung").count() == 1


def test_revoked_while_many_send(night):
    """Nothing is written by a link once it is revoked, also by who waited for the evening meanwhile."""
    night = linked(night(12, deals=40))
    told, revoking = body(night), night.keyed()
    by = [phone(night, key=uuid4()) for _n in range(MANY)]

    def record(n: int) -> Journal:
        last: RuleError | None = None
        for deal in range(1, MANY + 1):
            try:
                return deal_record(by[n], **{**told, "deal": deal})
            except StaleError as stale:
                last = stale
        raise last or AssertionError

    calls = [partial(record, n) for n in range(MANY)]
    answers = at_once([*calls[:10], lambda: link_revoke(revoking, table=2), *calls[10:]])
    revoked = Journal.objects.get(verb="link_revoked")
    written = Journal.objects.filter(verb="deal_recorded")
    assert not written.filter(seq__gt=revoked.seq).exists()
    assert sum(isinstance(answer, Journal) for answer in answers) == written.count() + 1
    assert all(isinstance(answer, (Journal, ForbiddenError)) for answer in answers)


def test_who_waits_for_the_lock_reads_the_link_as_it_is_then(night):
    """The very moment: the organiser's transaction has revoked the link and not ended yet."""
    night = linked(night(12))
    by, told, revoking = phone(night, key=uuid4()), body(night), night.by
    locked, waits = Barrier(2), Barrier(2)

    def revoke() -> None:
        with transaction.atomic():
            link_revoke(revoking, table=2)
            locked.wait(HUNG)
            waits.wait(HUNG)
            sleep(0.5)  # the phone's query stands at the lock by now

    def record() -> Journal:
        locked.wait(HUNG)
        waits.wait(HUNG)
        return deal_record(by, **told)

    _revoked, answer = at_once([revoke, record])
    assert isinstance(answer, ForbiddenError)
    assert Deal.objects.count() == 0


def test_late_entries(night):
    """The same one many times is told once; of many different ones as many as a table may ask."""
    night = moved_on(night)
    by, where = phone(night, key=uuid4()), {"round": 1, "table": 2, "deal": 1}
    same_answer(at_once([lambda: entry_late(by, **where, typed=TYPED)] * MANY))
    assert len(load_open_asks(night.evening.pk)) == 1
    many = [partial(entry_late, phone(night, key=uuid4()), **where, typed=[f"{n}"]) for n in range(MANY)]
    answers = at_once(many)
    assert sum(isinstance(answer, Journal) for answer in answers) == OPEN_AT_MOST - 1
    assert len(load_open_asks(night.evening.pk)) == OPEN_AT_MOST
    seq = load_open_asks(night.evening.pk)[0].seq
    one_won(at_once([lambda: ask_answer(night.keyed(), ask=seq)] * MANY))


def test_everybody_moves_while_the_phones_send(night):
    """A deal is in its round or nowhere, and nothing is lost or doubled."""
    night = linked(night(12))
    for table in night.tables:
        night.play(table)
    night.decide()
    told = {table: body(night, table, round=2) for table in night.tables}
    calls = [
        partial(deal_record, phone(night, table, key=uuid4()), **told[table])
        for table in night.tables
        for _n in range(12)
    ]
    at_once([*calls, lambda: moves_apply(night.keyed(), round=1)])
    pools = night.facts.pools
    assert len({(pool.round, pool.position, pool.deal) for pool in pools}) == len(pools)
    assert Evening.objects.get().seq == Journal.objects.count()


def test_a_players_code(night):
    """Of many who send the right code at once, one is remembered; of many guesses at once, few are tried."""
    night, now = night(8), timezone.now()
    entry = EntryRow.objects.select_related("evening__club").get(pk=night.entry("p02"))
    code = phone_code_show(by=night.alice, entry=entry, now=now)
    answers = at_once([partial(phone_code_use, entry=entry, code=code, now=now)] * MANY)
    assert sum(isinstance(answer, PhoneClaim) for answer in answers) == 1
    phone_code_show(by=night.alice, entry=entry, now=now)
    answers = at_once([partial(phone_code_use, entry=entry, code="", now=now)] * MANY)
    assert all(isinstance(answer, RuleError) for answer in answers)
    assert PhoneClaim.objects.get(granted=None).attempts == MOST_ATTEMPTS
