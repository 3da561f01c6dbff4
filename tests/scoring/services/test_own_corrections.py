"""A table's phone corrects its own last result: in every kind and format, until play goes on."""

from contextlib import contextmanager
from dataclasses import replace
from uuid import uuid4

import pytest

from accounts.errors import SameError, StaleError, StateError
from games.rules.registry import RULESETS
from tests.bids import taken, told
from tests.cast import refused
from tests.linked_phones import link, linked, phone
from tests.web import journal
from tournaments.attendance.services import player_drop
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.core.formats.registry import PLANNED
from tournaments.core.kinds.registry import KINDS, get_kind
from tournaments.core.record import Purpose, StakeKind
from tournaments.core.settings import BellBy, Counting
from tournaments.evening.selectors.deals import load_bid_table
from tournaments.models import CutRow, DealVersion, Journal, OpenDeal
from tournaments.scoring.services.bids import bids_record, score_correct, score_record
from tournaments.scoring.services.counts import Tally, TallyKind, deal_withdraw
from tournaments.scoring.services.deals import deal_correct, deal_record

WHY = "corrected at the table"
GAMES = {kind: next(key for key, game in RULESETS.items() if get_kind(game).key == kind) for kind in KINDS}


def evenings():
    for format in PLANNED:
        for kind, key in GAMES.items():
            try:
                format.refuse(RULESETS[key])
            except Exception:  # noqa: S112 - not played in this format
                continue
            yield pytest.param(format.key, key, id=f"{format.key}-{kind}")


def pool(night, table, winner, deal=1, **more):
    """The winner takes one counter of everybody else, who all called."""
    players = night.table(table)
    net = dict.fromkeys(players, -1) | {winner: len(players) - 1}
    tally = Tally() if night.evening.settings.counting is Counting.AT_THE_END else Tally(TallyKind.NET, net)
    where = {"round": night.round, "table": table, "deal": deal}
    return {**where, "winners": [winner], "in_call": players, "tally": tally, **more}


def tricks(night, table, place, deal=1):
    """All bid the lowest that is allowed, and one of them wins all tricks."""
    at = load_bid_table(night.evening, night.round, table, deal)
    bids = told(at)
    cards = (at.plan.cards if at.plan and not at.plan.by_call else 0) or 3
    won = [0] * len(bids.by_entry)
    won[place] = cards
    where = {"round": night.round, "table": table, "deal": deal}
    return {**where, "result": taken(at, bids, won), "bids": bids}


class Table:
    """A table with its phone, in whichever kind: it records a deal, and corrects it to another winner."""

    def __init__(self, night, number=1):
        self.night, self.number, self.stakes = night, number, night.evening.play.kind.stakes

    @property
    def phone(self):
        return phone(self.night, self.number, reason=WHY)

    def body(self, who, deal=1):
        if self.stakes:
            return pool(self.night, self.number, self.night.table(self.number)[who], deal)
        return tricks(self.night, self.number, who, deal)

    def record(self, who=0, deal=1, by=None):
        (deal_record if self.stakes else score_record)(by or self.phone, **self.body(who, deal))

    def correct(self, who=1, deal=1, version=1, by=None):
        service = deal_correct if self.stakes else score_correct
        return service(by or self.phone, **self.body(who, deal), base_version=version)

    @property
    def follows(self):
        """The number of the table's next deal in the round; 0 if there is none."""
        if not self.stakes:
            return self.night.at(self.number).next_number
        return 2 if self.night.evening.settings.deals > 1 else 0

    def winners(self, deal=1):
        where = (self.night.round, self.number, deal)
        return next(p for p in self.night.facts.pools if (p.round, p.position, p.deal) == where)


@pytest.mark.every_case
@pytest.mark.parametrize(("format", "game"), list(evenings()))
def test_a_table_corrects_its_slip_until_play_goes_on(night, format, game):
    night = linked(night(8, format=format, game=game, games=2, deals=2, bell=BellBy.HAND))
    table = Table(night)
    table.record()
    recorded = table.winners().lines
    line = table.correct()
    assert (line.link, line.actor, line.reason) == (link(night, 1), None, WHY)
    assert table.winners().lines != recorded
    assert [version.journal.reason for version in DealVersion.objects.order_by("version")] == [WHY, WHY]
    with refused("version", "changed since", StaleError):
        table.correct(who=0)
    with refused("", "You changed nothing"):
        table.correct(version=2)
    following = table.follows
    if following and not table.stakes:
        bids_record(table.phone, round=night.round, table=1, deal=following, bids=told(night.at(1)))
    table.correct(who=0, version=2)
    assert table.winners().lines == recorded
    if following := table.follows:
        if not table.stakes:
            OpenDeal.objects.filter(void=None).update(void=Journal.objects.latest("pk"))
        table.record(deal=following)
        with refused("deal", "next deal already has a result", StaleError):
            table.correct(version=3)
        table.correct(version=3, by=night.because("a slip"))


@pytest.mark.parametrize("game", ["draw-poker", "clag"])
def test_once_the_moves_are_made_only_the_organiser_corrects(night, game):
    night = linked(night(8, game=game))
    for number in night.tables:
        Table(night, number).record()
    night.decide()
    table = Table(night)
    body = table.body(1)
    moves_apply(night.by, round=1)
    service = deal_correct if table.stakes else score_correct
    with refused("round", "is over", StateError):
        service(table.phone, **body, base_version=1)
    service(night.because("a slip"), **body, base_version=1)


def test_what_an_organiser_recorded_or_corrected_is_the_organisers(night):
    night = linked(night(8))
    table = Table(night)
    table.record(by=night.by)
    with refused("deal", "An organiser recorded this", StaleError):
        table.correct()
    other = Table(night, 2)
    other.record()
    other.correct(by=night.because("a slip"))
    with refused("deal", "An organiser recorded this", StaleError):
        other.correct(who=0, version=2)


def test_another_tables_phone_corrects_nothing(night):
    night = linked(night(8))
    table = Table(night)
    table.record()
    with refused("link", "its own table"):
        table.correct(by=phone(night, 2, reason=WHY))


def test_a_bell_that_the_head_tables_result_rang_stays_rung(night):
    night = linked(night(8))
    table = Table(night)
    table.record()
    rung = night.preview()
    assert rung.rung
    table.correct()
    assert night.preview().rung
    assert Journal.objects.filter(verb="bell_rung").count() == 1


COUNTINGS = pytest.mark.parametrize("counting", list(Counting))


def emptied(night, broke, deal=1, table=2):
    """The first of the table wins; the ``broke`` lose all that they have."""
    first, *others = night.table(table)
    body = pool(night, table, first, deal)
    if night.evening.settings.counting is Counting.AT_THE_END:
        return {**body, "tally": Tally(TallyKind.COUNTS, dict.fromkeys(broke, 0))}
    lost = {entry: night.evening.settings.stake if entry in broke else 1 for entry in others}
    net = {entry: -counters for entry, counters in lost.items()} | {first: sum(lost.values())}
    return {**body, "in_call": list(broke) or others, "tally": Tally(TallyKind.NET, net)}


def fresh(night):
    return [stake.entry for stake in night.facts.stakes if stake.kind is StakeKind.FRESH]


@COUNTINGS
def test_the_fresh_stake_that_the_slip_alone_brought_goes_back(client, cast, night, counting):
    night = linked(night(8, deals=2, stake=10, bell=BellBy.HAND, counting=counting))
    _first, second, third, _fourth = night.table(2)
    deal_record(phone(night), **emptied(night, [second, third]))
    assert fresh(night) == [second, third]
    line = deal_correct(phone(night, reason=WHY), **emptied(night, [third]), base_version=1)
    assert fresh(night) == [third]
    assert line.payload["stakes_voided"] == [second]
    client.force_login(cast.alice)
    assert "Fresh stake removed: p" in journal.told(client, night)
    if counting is Counting.EACH_DEAL:
        assert night.agrees()
        assert night.held()[second] == 9
    deal_correct(phone(night, reason=WHY), **emptied(night, []), base_version=2)
    assert fresh(night) == []
    deal_correct(phone(night, reason=WHY), **emptied(night, [second]), base_version=3)
    assert fresh(night) == [second]
    deal_withdraw(night.because("a slip"), round=1, table=2, deal=1)
    assert fresh(night) == []


def test_the_organisers_correction_takes_no_stake_back(night):
    night = linked(night(8, deals=2, stake=10, bell=BellBy.HAND))
    _first, second, *_others = night.table(2)
    deal_record(phone(night), **emptied(night, [second]))
    deal_correct(night.because("a slip"), **emptied(night, []), base_version=1)
    assert fresh(night) == [second]


def test_the_stake_of_who_left_with_it_stays(night):
    night = linked(night(10, deals=2, stake=10, bell=BellBy.HAND))
    _first, second, *_others = night.table(2)
    deal_record(phone(night), **emptied(night, [second]))
    corrected = emptied(night, [])
    player_drop(night.by, entry=second)
    deal_correct(phone(night, reason=WHY), **corrected, base_version=1)
    assert fresh(night) == [second]
    assert night.agrees()


def test_a_deal_in_play_after_the_bell_is_played_with_the_fresh_stake(night):
    """The deal before the bell was a slip: who is broke after it took a stake, although the bell has rung."""
    night = linked(night(8, deals=2, stake=10, bell=BellBy.HAND))
    _first, second, *_others = night.table(2)
    deal_record(phone(night), **emptied(night, []))
    emptied_again = emptied(night, [second])
    bell_ring(night.by, round=1)
    deal_correct(phone(night, reason=WHY), **emptied_again, base_version=1)
    assert fresh(night) == [second]


def shared(night, winners, table=2):
    """The first two of the table divide the pool, or the first wins it."""
    body = pool(night, table, night.table(table)[0])
    net = dict.fromkeys(night.table(table), -1) | dict.fromkeys(winners, 0)
    net[winners[0]] = -sum(net[entry] for entry in net if entry != winners[0])
    return {**body, "winners": list(winners), "tally": Tally(TallyKind.NET, net)}


def test_the_cut_that_the_slip_alone_brought_is_void(night):
    night = linked(night(12))
    first, second, third, _fourth = night.table(2)
    deal_record(phone(night), **shared(night, [first, second]))
    for number in (1, 3):
        Table(night, number).record()
    cut = [need for _round, need in night.preview().cuts if need.table == 2]
    assert [(need.purpose, set(need.among)) for need in cut] == [(Purpose.UP, {first, second})]
    night.decide()
    cuts = CutRow.objects.filter(void=None, position=2)
    others = CutRow.objects.filter(void=None).exclude(position=2).count()
    made = cuts.count()  # more than two if their cards were equal: they cut again
    assert made >= 2
    fewer = {**shared(night, [first, second]), "in_call": [first, second, third]}
    deal_correct(phone(night, reason=WHY), **fewer, base_version=1)
    assert cuts.count() == made, "the same two divided the pool: their cut stands"
    deal_correct(phone(night, reason=WHY), **shared(night, [first]), base_version=2)
    assert cuts.count() == 0
    assert CutRow.objects.filter(void=None).count() == others
    assert night.preview().ready


@pytest.mark.parametrize(("format", "table", "purpose"), [
    ("progressive", 1, Purpose.CHIP), ("ladder", 1, Purpose.PLACE), ("ladder", 2, Purpose.PLACE),
])  # fmt: skip
def test_each_kind_of_cut_that_the_slip_alone_brought(night, format, table, purpose):
    night = linked(night(12, format=format, games=2))
    for number in night.tables:
        deal_record(phone(night, number), **shared(night, night.table(number)[:2], number))
    night.decide()
    cuts = CutRow.objects.filter(void=None, position=table, purpose=purpose)
    others = CutRow.objects.filter(void=None).exclude(position=table)
    assert cuts.exists()
    before = set(others)
    net = {entry: n for n, entry in enumerate(night.table(table)[1:], start=-3)}
    body = shared(night, night.table(table)[:1], table)
    tally = Tally(TallyKind.NET, {**net, night.table(table)[0]: -sum(net.values())})
    now = {**body, "tally": tally, "in_call": []}
    line = deal_correct(phone(night, table, reason=WHY), **now, base_version=1)
    assert not cuts.exists()
    assert before == set(others)
    assert set(CutRow.objects.filter(void=line).values_list("position", flat=True)) == {table}
    assert night.preview().ready


def test_bids_in_play_for_a_deal_that_no_longer_follows_are_void(night):
    """Together a table plays a lost deal again: whether it did is what the correction changes."""
    night = linked(night(4, game="blackout-cooperative", format="fixed"))
    at = night.at(1)
    said = told(at)
    lost = taken(at, said, tuple(reversed([*said.by_entry.values()])))
    score_record(phone(night, 1), round=1, table=1, deal=1, result=lost, bids=said)
    before = night.at(1).plan
    bids_record(phone(night, 1), round=1, table=1, deal=2, bids=told(night.at(1)))
    won = taken(at, said)
    score_correct(
        phone(night, 1, reason=WHY), round=1, table=1, deal=1, result=won, bids=said, base_version=1
    )
    assert night.at(1).plan != before
    assert not OpenDeal.objects.filter(void=None).exists()


@pytest.mark.parametrize("kind", GAMES)
def test_the_same_entry_from_a_second_phone_confirms_it(client, cast, night, kind):
    night = linked(night(8, game=GAMES[kind], format="fixed", deals=2, confirm=True))
    table = Table(night)
    table.record()
    same, other, key = table.body(0), table.body(1), uuid4()
    service = deal_record if table.stakes else score_record
    with refused("deal", "already recorded", StaleError):
        service(phone(night, 1), **other)
    line = service(phone(night, 1, key=key), **same)
    assert (line.verb, DealVersion.objects.get().confirmed) == ("deal_confirmed", line)
    assert service(phone(night, 1, key=key), **same) == line
    with refused("deal", "already confirmed", StaleError):
        service(phone(night, 1), **same)
    with refused("deal", "already recorded", StaleError):
        service(night.by, **same)
    client.force_login(cast.alice)
    assert "confirmed by a second phone" in journal.told(client, night)


@contextmanager
def conflict():
    """What happens inside is refused, as it is not what stands."""
    with pytest.raises(StaleError, match="already recorded") as caught:
        yield
    assert not isinstance(caught.value, SameError)


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("confirm", [True, False])
def test_without_confirmation_or_after_an_organiser_the_same_entry_changes_nothing(night, kind, confirm):
    night = linked(night(8, game=GAMES[kind], format="fixed", deals=2, confirm=confirm))
    table = Table(night)
    same, other = table.body(0), table.body(1)
    table.record(by=night.by if confirm else None)
    lines, service = Journal.objects.count(), deal_record if table.stakes else score_record
    with refused("deal", "already recorded", SameError):
        service(table.phone, **same)
    with conflict():
        service(table.phone, **other)
    with conflict():
        service(night.by, **same)  # no phone
    assert Journal.objects.count() == lines
    assert not DealVersion.objects.filter(confirmed__isnull=False).exists()


def test_the_same_pool_with_other_counts_at_the_bell_is_a_conflict(night):
    night = linked(night(8, counting=Counting.AT_THE_END))
    has = dict.fromkeys(night.table(1), 50)
    first, second, *_others = has
    counted = Tally(TallyKind.COUNTS, {**has, first: 51, second: 49})
    body = pool(night, 1, first, tally=counted)
    deal_record(phone(night, 1), **body)
    with refused("deal", "already recorded", SameError):
        deal_record(phone(night, 1), **body)
    with conflict():
        deal_record(phone(night, 1), **{**body, "tally": Tally(TallyKind.COUNTS, {**has, first: 52})})


@pytest.mark.parametrize("scored", [True, False])
def test_the_same_bids_from_a_second_phone_change_nothing(night, scored):
    night = linked(night(4, game="seven-truf", format="fixed"))
    at, where = night.at(1), {"round": 1, "table": 1, "deal": 1}
    bids = told(at, trump="H")
    bids_record(phone(night, 1), **where, bids=bids)
    if scored:
        score_record(phone(night, 1), round=1, table=1, deal=1, result=taken(at, bids))
    lines = Journal.objects.count()
    for same in (bids, replace(bids, trump="")):
        with refused("deal" if scored else "base", "already recorded", SameError):
            bids_record(phone(night, 1), **where, bids=same)
    numbers = {**bids.by_entry}
    numbers[next(iter(numbers))] += 1
    for other in (replace(bids, trump="S"), replace(bids, by_entry=numbers)):
        with conflict():
            bids_record(phone(night, 1), **where, bids=other)
    assert Journal.objects.count() == lines
