"""Somebody goes in the middle of a deal: the counters in its pool stay in it (rulebook, sharper: late, drop-out)."""

import pytest

from accounts.errors import RuleError
from tournaments.core import ledger
from tournaments.core.facts import Ending, StakeKind
from tournaments.core.settings import Unfinished
from tournaments.models import DealLine, StakeRow
from tournaments.services.bell import bell_ring
from tournaments.services.deals import Tally, TallyKind, deal_correct, deal_record, table_end
from tournaments.services.people import player_drop


def gone_with_two_in_the_pool(night):
    """Table 2: its third player put 2 in, and takes 48 home."""
    players = night.table(2)
    player_drop(night.by, entry=players[2], counters=48)
    return players


def record(night, players, tally, **kwargs):
    deal_record(
        night.by, round=1, table=2, deal=1, winners=[players[0]], in_call=[players[1]], tally=tally, **kwargs
    )


def balances(night):
    return ledger.balances(night.facts, night.evening.settings)


def holds(night):
    facts, settings = night.facts, night.evening.settings
    known = [held for held in balances(night).values() if held is not None]
    return sum(known) == ledger.on_tables(facts, settings)


@pytest.mark.parametrize("kind", [TallyKind.STAKES, TallyKind.COUNTS, TallyKind.NET])
def test_the_pool_has_what_was_left_in_it(night, kind):
    night = night(12)
    first, second, gone, fourth = players = gone_with_two_in_the_pool(night)
    amounts = {
        TallyKind.STAKES: {first: 5, second: 5, fourth: 1},
        TallyKind.COUNTS: {first: 58, second: 45, fourth: 49},
        TallyKind.NET: {first: 8, second: -5, fourth: -1},
    }[kind]
    record(night, players, Tally(kind, amounts))
    held = balances(night)
    assert (held[first], held[second], held[fourth], held[gone]) == (58, 45, 49, 0)
    assert holds(night)
    assert DealLine.objects.get(entry=gone).counters == -2


def test_without_them_the_counters_do_not_add_up(night):
    night = night(12)
    first, second, _gone, fourth = players = gone_with_two_in_the_pool(night)
    with pytest.raises(RuleError, match="2 too few"):
        record(night, players, Tally(TallyKind.NET, {first: 6, second: -5, fourth: -1}))


def test_who_goes_between_deals_takes_everything(night):
    night = night(12)
    night.play(2)
    with pytest.raises(RuleError) as refused:
        player_drop(night.by, entry=night.table(2)[2], counters=10)
    assert refused.value.field == "counters"


def test_nobody_takes_more_than_they_have(night):
    night = night(12)
    with pytest.raises(RuleError) as refused:
        player_drop(night.by, entry=night.table(2)[2], counters=51)
    assert refused.value.field == "counters"


def test_a_correction_keeps_what_was_left(night):
    night = night(12)
    first, second, gone, fourth = players = gone_with_two_in_the_pool(night)
    record(night, players, Tally(TallyKind.STAKES, {first: 5, second: 5, fourth: 1}))
    deal_correct(
        night.because("the other one won"),
        round=1,
        table=2,
        deal=1,
        base_version=1,
        winners=[second],
        in_call=[first],
        tally=Tally(TallyKind.STAKES, {first: 5, second: 5, fourth: 1}),
    )
    held = balances(night)
    assert (held[first], held[second], held[fourth], held[gone]) == (45, 58, 49, 0)
    assert holds(night)


def test_a_void_deal_gives_it_back(night):
    night = night(12, unfinished=Unfinished.CUT)
    gone = gone_with_two_in_the_pool(night)[2]
    bell_ring(night.by, round=1)
    table_end(night.by, round=1, table=2, ending=Ending.VOID)
    assert StakeRow.objects.get(entry=gone, kind=StakeKind.DEPARTURE, void=None).counters == 50
    assert holds(night)
    assert not ledger.blockers(night.facts, night.evening.settings)
