import pytest

from accounts.permissions import Right
from tests.cast import AT_THE_END, refused
from tests.services.cases import Case, refusals
from tournaments.attendance.services import player_drop
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.core.record import Stage
from tournaments.core.settings import BellBy
from tournaments.evening.selectors.tables import load_scorer_table
from tournaments.models import CountRow, DealLine, Journal
from tournaments.scoring.services.counts import Tally, TallyKind
from tournaments.scoring.services.deals import deal_record, table_count


def body(night, table=2, **changes):
    """The first of the table wins one counter of each other; the second called."""
    players = night.table(table)
    net = dict.fromkeys(players, -1) | {players[0]: len(players) - 1}
    given = {
        "round": night.round,
        "table": table,
        "deal": 1,
        "winners": players[:1],
        "in_call": players[1:2],
        "tally": Tally(TallyKind.NET, net),
    }
    return {**given, **changes}


CASE = Case(deal_record, scene=lambda make: make(12), body=body, stages=(Stage.PLAYING,), right=Right.SCORE)


def test_it_works(night):
    night = night(12)
    deal_record(night.by, **body(night))
    first, second, third, fourth = night.table(2)
    (pool,) = night.facts.pools
    assert (pool.round, pool.position, pool.deal, pool.version) == (1, 2, 1, 1)
    assert (pool.winners, pool.in_call) == ({first}, {first, second})
    held = night.held()
    assert [held[entry] for entry in (first, second, third, fourth)] == [53, 49, 49, 49]
    assert not night.preview().rung


def test_the_head_tables_last_deal_rings_the_bell(night):
    night = night(12, deals=2)
    deal_record(night.by, **body(night, 1))
    assert not night.preview().rung
    line = deal_record(night.by, **body(night, 1, deal=2))
    assert night.preview().rung
    rung = Journal.objects.get(evening=night.evening, verb="bell_rung")
    assert rung.seq == line.seq + 1


def test_by_hand_it_does_not(night):
    night = night(12, bell=BellBy.HAND)
    deal_record(night.by, **body(night, 1))
    assert not night.preview().rung


@pytest.mark.parametrize("kind", ["stakes", "counts"])
def test_however_the_counters_are_told(night, kind):
    night = night(12)
    first, second, third, fourth = night.table(2)
    amounts = {
        "stakes": {first: 5, second: 5, third: 2, fourth: 0},
        "counts": {first: 57, second: 45, third: 48, fourth: 50},
    }[kind]
    deal_record(night.by, **body(night, tally=Tally(TallyKind(kind), amounts)))
    held = night.held()
    assert [held[entry] for entry in (first, second, third, fourth)] == [57, 45, 48, 50]


def test_what_is_held_is_what_the_ledger_says(night):
    night = night(12)
    for _round in range(3):
        night.next_round()
    assert load_scorer_table(night.evening, 4, 1).balances == {
        entry: night.held()[entry] for entry in night.table(1)
    }


def test_a_divided_pool_has_its_odd_counter_left_of_the_dealer(night):
    night = night(12)
    players = night.table(2)
    at = load_scorer_table(night.evening, 1, 2)
    stakes = Tally(TallyKind.STAKES, dict(zip(players, (5, 5, 5, 0), strict=True)))
    winners = players[:2]
    deal_record(night.by, **body(night, winners=winners, tally=stakes))
    clockwise = [entry for entry in at.list_from_left(at.find_dealer(1)) if entry in winners]
    assert [night.held()[entry] for entry in clockwise] == [53, 52]


NET, STAKES, COUNTS = TallyKind.NET, TallyKind.STAKES, TallyKind.COUNTS


def tells(kind, *amounts, **changes):
    """The body of a deal at table 2 in which each has these counters, in seat order."""
    return lambda night: body(
        night, tally=Tally(kind, dict(zip(night.table(2), amounts, strict=False))), **changes
    )


def counters(place):
    return lambda night: f"counters-{night.table(2)[place]}"


def twice(field, place):
    return lambda night: body(night, **{field: [night.table(2)[place]] * 2})


def called(kind, *amounts):
    """The body of a deal at table 2 in which the second and the third called."""
    return lambda night: tells(kind, *amounts, in_call=night.table(2)[1:3])(night)


def no_stakes_named(night):
    """The dealer is the winner and nobody's stake is told: nobody met the ante, so nobody called."""
    dealer = load_scorer_table(night.evening, 1, 1).find_dealer(1)
    winner, other, *_others = load_scorer_table(night.evening, 1, 1).list_from_left(dealer)[::-1]
    return body(night, 1, winners=[winner], in_call=[other], tally=Tally(STAKES, {}))


def uncounted(make):
    return make(12, **AT_THE_END)


def brag(key, **options):
    return lambda make: make(10, game=key, options=options)


NO_NUMBERS = [
    ("3", -1, -1, -1),
    (1.5, -1.5, 0, 0),
    (True, -1, 0, 0),
    (float("nan"), 0, 0, 0),
    (None, -1, 0, 0),
]

test_refusals = refusals(
    CASE,
    {
        "net, too many": ("counters", "1 too many", tells(NET, 4, -1, -1, -1)),
        "net, more than there is": (counters(1), "cannot lose", tells(NET, 51, -51, 0, 0)),
        "net, a huge number": (counters(1), "cannot lose", tells(NET, 10**30, -(10**30), 0, 0)),
        **{f"net, {net[0]!r}": (counters(0), "whole number", tells(NET, *net)) for net in NO_NUMBERS},
        "stakes, more than there is": ("counters-*", "cannot lose 51", tells(STAKES, 5, 51, 5, 5)),
        "stakes, a text": ("counters-*", "whole number", tells(STAKES, "5", 5, 5, 5)),
        "counts, fewer than none": ("counters-*", "cannot be negative", tells(COUNTS, 53, 49, 49, -1)),
        "nothing counted": ("counters-*", "Enter how many", tells(TallyKind.NONE)),
        "nobody wins nothing": ("winners", "", tells(NET, 0, 0, 0, 0, winners=[])),
        "Choose who won": ("winners", "", {"winners": []}),
        "nobody wins the stakes": ("winners", "", tells(STAKES, 1, 1, 1, 1, winners=[])),
        "a winner twice": ("winners", "named twice", twice("winners", 0)),
        "a caller twice": ("in_call", "named twice", twice("in_call", 1)),
        "stakes, less than the bet": ("in_call", "cannot have called", called(STAKES, 5, 5, 4, 0)),
        "counts, less than the bet": ("in_call", "cannot have called", called(COUNTS, 59, 45, 46, 50)),
        "brag, more than the limit": (
            "counters-*",
            "the betting limit is 10",
            tells(STAKES, 30, 5, 0, 0, 5, in_call=[]),
            brag("single-stake-brag", limit=10),
        ),
        "brag, who put in nothing": ("in_call", "put in nothing", no_stakes_named, brag("brag")),
        "the second deal of three": (
            "deal",
            "plays deal 1 next",
            {"deal": 2},
            lambda make: make(12, deals=3),
        ),
        "a broke winner": ("winners", "must have won counters", tells(COUNTS, 0), uncounted),
        **{
            f"uncounted, somebody has {amount!r}": (
                "counters*",
                "",
                lambda night, amount=amount: body(night, tally=Tally(COUNTS, {night.table(2)[1]: amount})),
                uncounted,
            )
            for amount in (-1, 601, 10**30, "3", 2.5)
        },
    },
)


def test_people_of_other_tables_and_clubs_are_refused(night, cast):
    theirs = night(4, club=cast.other_club).table(1)[0]
    night = night(12)
    for stranger in (theirs, night.table(1)[0], 10**6, -1):
        with refused("winners", "does not play at table 2"):
            deal_record(night.by, **body(night, winners=[stranger]))
        with refused("in_call", "does not play at table 2"):
            deal_record(night.by, **body(night, in_call=[stranger]))
        for kind in TallyKind:
            with refused("counters", "does not play at table 2"):
                deal_record(night.by, **body(night, tally=Tally(kind, {stranger: 1})))


def test_no_deal_begins_after_the_bell(night):
    night = night(12, deals=2)
    bell_ring(night.by, round=1)
    deal_record(night.by, **body(night))
    with refused("deal", "No other deal starts"):
        deal_record(night.by, **body(night, deal=2))


def test_one_alone_plays_no_deal_and_nobody_waits_for_it(night):
    night = night(12)
    for entry in night.table(2)[1:]:
        player_drop(night.by, entry=entry)
    alone = night.table(2)[0]
    with refused("table", "fewer than two"):
        deal_record(
            night.by, **body(night, winners=[alone], in_call=[], tally=Tally(TallyKind.NET, {alone: 0}))
        )
    night.play(1)
    night.play(3)
    assert night.preview().still_out == ()
    night.decide()
    moves_apply(night.by, round=1)


def test_where_deals_are_not_counted(night):
    night = night(12, **AT_THE_END)
    with refused("counters", "only at the end"):
        deal_record(night.by, **body(night))
    deal_record(night.by, **body(night, tally=Tally()))
    assert set(DealLine.objects.values_list("counters", flat=True)) == {None}


def test_counts_made_before_the_last_deal_say_nothing_after_it(night):
    night = night(12, deals=2, **AT_THE_END)
    first, second, third, fourth = night.table(1)
    counts = {first: 100, second: 60, third: 40, fourth: 0}
    deal_record(night.by, **body(night, 1, tally=Tally(TallyKind.COUNTS, counts)))
    deal_record(night.by, **body(night, 1, deal=2, tally=Tally()))
    assert night.facts.counts == ()
    (need,) = [need for need in night.preview().counts if need.table == 1]
    assert set(need.uncounted) == {third, fourth}  # the others were in the call
    table_count(night.by, round=1, table=1, counts={third: 10, fourth: 20})
    assert CountRow.objects.filter(void=None).count() == 2
