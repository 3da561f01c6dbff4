"""Deals with bids or pools at a simulated table, and how the table's scorer records them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from games.rules import pool
from games.rules.bidding import list_legal_bids
from games.rules.deals import DealPlan, Hand
from games.rules.schedules import plan_deals
from games.rules.showing import judge
from tournaments.core.evening import Play
from tournaments.core.movement.seating import HEAD, list_presences
from tournaments.core.record import DealPart, Ending, Pool, Presence
from tournaments.evening.selectors.deals import BidTable, load_bid_table
from tournaments.scoring.services.bids import DealBids, TrickResult, bids_record, score_correct, score_record
from tournaments.scoring.services.counts import Tally, TallyKind, Three
from tournaments.scoring.services.deals import deal_correct, deal_record, table_end
from tournaments.simulation.hall import Hall, HallTable, Incident, PlannedCorrection
from tournaments.simulation.players.bids import ScoredDeal
from tournaments.simulation.players.bids import play_deal as played
from tournaments.simulation.players.played import PlayDeal, SimulatedDeal
from tournaments.simulation.players.pools import play_brag, play_poker, play_three_stakes

PATIENCE = 2
"""Players who win together give up after this many hands for each round of the game."""

WRITES_BIDS = 0.7
"""The chance that a scorer records the bids as they are made. Else they are recorded with the tricks."""

CHANGES = 0.15
"""The chance that the last bidder changes their bid, if the game allows it."""


def play_bids(hall: Hall, table: int, happening: Collection[Incident] = ()) -> bool:
    """Play the table's next deal and record it. Return False if the round or the table's game is over."""
    bidding = load_bid_table(hall.evening, hall.round, table)
    if bidding.next_number and _has_given_up(hall, bidding):
        table_end(hall.request(), round=hall.round, table=table, ending=Ending.EARLY)
        return False
    if not bidding.next_number:
        return False
    deal, scored = _play_next(hall, bidding)
    announced, chance = (
        _make_bids(bidding, scored),
        hall.make_random("scorer", hall.round, table, deal.number),
    )
    writes = chance.random() < WRITES_BIDS
    if writes:
        _write_bids(hall, bidding, deal, announced)
    as_written = _apply_scorer_error(hall, bidding, scored, happening)
    score_record(
        hall.request(),
        round=hall.round,
        table=table,
        deal=bidding.next_number,
        result=_make_result(bidding, as_written.hands),
        bids=None if writes else announced,
    )
    return True


def announce(hall: Hall, table: int) -> None:
    """Record the bids of the table's next deal, if it has bids. Leave the deal in play."""
    bidding = load_bid_table(hall.evening, hall.round, table)
    if bidding.next_number and bidding.plan and bidding.open is None:
        deal, scored = _play_next(hall, bidding)
        _write_bids(hall, bidding, deal, _make_bids(bidding, scored))


def _play_next(hall: Hall, bidding: BidTable) -> tuple[DealPlan, ScoredDeal]:
    deal, number = bidding.plan, bidding.next_number
    if deal is None:
        raise AssertionError("a deal that comes next has its rules")
    people = [hall.find_temperament(entry) for entry in bidding.places]
    zeros = [bidding.zeros[entry] for entry in bidding.places]
    chance = hall.make_random("deal", hall.round, bidding.scorer_table.table, deal.number, len(people))
    return deal, played(bidding.game, deal, bidding.find_dealer(number), people, zeros, chance)


def _has_given_up(hall: Hall, bidding: BidTable) -> bool:
    """Return whether players who win together give up."""
    if not (bidding.game.plays_together and bidding.decided):
        return False
    rounds = len(plan_deals(bidding.game, len(bidding.decided[0].lines), hall.play.options))
    return len(bidding.decided) >= PATIENCE * rounds


def _make_bids(bidding: BidTable, scored: ScoredDeal) -> DealBids:
    return DealBids(_map_by_entry(bidding, [hand.bid for hand in scored.hands]), scored.call, scored.trump)


def _make_result(bidding: BidTable, hands: Sequence[Hand]) -> TrickResult:
    """Return the scorer's result. Which tricks were taken, and revokes, only for players who have some."""
    return TrickResult(
        tricks=_map_by_entry(bidding, [hand.tricks for hand in hands]),
        took={entry: hand.took for entry, hand in zip(bidding.places, hands, strict=True) if hand.took},
        revokes={
            entry: hand.revokes for entry, hand in zip(bidding.places, hands, strict=True) if hand.revokes
        },
    )


def _map_by_entry(bidding: BidTable, values: Sequence[int]) -> Mapping[int, int]:
    return dict(zip(bidding.places, values, strict=True))


def _write_bids(hall: Hall, bidding: BidTable, deal: DealPlan, bids: DealBids) -> None:
    """Record the bids. If the deal allows a change, sometimes first record another bid of the last bidder."""
    target = {"round": hall.round, "table": bidding.scorer_table.table, "deal": bidding.next_number}
    first, base = _choose_first_bids(hall, bidding, deal, bids), None
    if first is not None:
        base = bids_record(hall.request(), **target, bids=first).seq
    bids_record(hall.request(), **target, bids=bids, base=base)


def _choose_first_bids(hall: Hall, bidding: BidTable, deal: DealPlan, bids: DealBids) -> DealBids | None:
    chance = hall.make_random("change", hall.round, bidding.scorer_table.table, deal.number)
    if not deal.may_change or chance.random() > CHANGES:
        return None
    *earlier, last = bidding.list_bidders(bidding.next_number)
    made = [bids.by_entry[entry] for entry in earlier]
    legal = list_legal_bids(bidding.game, deal, len(bidding.places), made, bidding.zeros[last])
    choices = [bid for bid in legal if bid != bids.by_entry[last]]
    return replace(bids, by_entry={**bids.by_entry, last: chance.choice(choices)}) if choices else None


def _apply_scorer_error(
    hall: Hall, bidding: BidTable, scored: ScoredDeal, happening: Collection[Incident]
) -> ScoredDeal:
    """Return the deal as the scorer records it. Once a round, the tricks of two players can be swapped."""
    reason = "the tricks of two players were swapped"
    made = any(wrong.reason == reason for wrong in hall.corrections)
    wrong = None if made or Incident.WRONG_COUNTERS not in happening else _swap_scores(scored)
    if wrong is None or not (_has_next_deal(bidding, scored) and _has_next_deal(bidding, wrong)):
        return scored
    target = {"round": hall.round, "table": bidding.scorer_table.table, "deal": bidding.next_number}

    def put_right() -> None:
        score_correct(
            hall.request(reason),
            **target,
            base_version=1,
            result=_make_result(bidding, scored.hands),
            bids=_make_bids(bidding, scored),
        )

    hall.corrections.append(PlannedCorrection(hall.round, bidding.scorer_table.table, reason, put_right))
    return wrong


def _swap_scores(scored: ScoredDeal) -> ScoredDeal | None:
    """Swap the tricks of the players with most and fewest; None if all have the same."""
    hands = list(scored.hands)
    by_tricks = sorted(range(len(hands)), key=lambda place: hands[place].tricks)
    few, many = hands[by_tricks[0]], hands[by_tricks[-1]]
    if few.tricks == many.tricks:
        return None
    hands[by_tricks[0]] = replace(few, tricks=many.tricks, took=many.took)
    hands[by_tricks[-1]] = replace(many, tricks=few.tricks, took=few.took)
    return replace(scored, hands=tuple(hands))


def _has_next_deal(bidding: BidTable, scored: ScoredDeal) -> bool:
    """Return whether the game goes on after the deal, so that an error can be found before the game's end."""
    if not bidding.plays_whole_game:
        return True
    lines = tuple(
        DealPart(entry, bid=hand.bid, tricks=hand.tricks, took=hand.took, revokes=hand.revokes)
        for entry, hand in zip(bidding.places, scored.hands, strict=True)
    )
    pool = Pool(
        bidding.scorer_table.round.number,
        bidding.scorer_table.table,
        bidding.next_number,
        lines,
        0,
        call=scored.call,
    )
    return (
        bidding.play.format.plan_deal(bidding.play, pool.round, len(lines), [*bidding.decided, pool])
        is not None
    )


TYPES_CARDS = 0.2
"""The chance that a scorer types the shown cards, and lets the program find the winner."""


def choose_player(play: Play) -> PlayDeal:
    """Return the function that plays a deal of the game. A new family of pool games needs a line here."""
    if play.game.stakes > 1:
        return partial(play_three_stakes, play.game, play.options)
    return partial(play_brag, play.game, play.options) if play.game.dealer_antes else play_poker


def play_pool(hall: Hall, hall_table: HallTable, deal: int, happening: Collection[Incident]) -> None:
    """Play the table's next deal and record it."""
    sitters = hall.list_sitters(hall_table, deal)
    outcome = choose_player(hall.play)(sitters, hall.make_random("deal", hall.round, hall_table.table, deal))
    outcome = _divide_pool(hall, outcome, happening)
    hall.settle(outcome.net)
    last = deal == hall.evening.settings.deals
    plain: dict[str, Any] = {
        "winners": outcome.winners,
        "in_call": outcome.callers,
        "tally": _make_tally(hall, hall_table, outcome, last),
    }
    wrong = _plan_error(hall, hall_table, deal, outcome, happening) if last else None
    record = plain | (_add_details(hall, hall_table, deal, outcome) if wrong is None else wrong)
    deal_record(hall.request(), round=hall.round, table=hall_table.table, deal=deal, **record)
    hall.waiting[hall_table.table] = outcome.waiting if isinstance(record["tally"], Three) else 0
    if not last and hall.play.format.may_play_on(bell_rung=hall.has_rung):
        hall.stake_again(hall_table)


def _add_details(hall: Hall, hall_table: HallTable, deal: int, outcome: SimulatedDeal) -> dict[str, Any]:
    """Return optional details that the scorer may record: the cards, or the three stakes."""
    chance, types = hall.make_random("cards", hall.round, hall_table.table, deal), TYPES_CARDS
    shown = {entry: " ".join(map(str, cards)) for entry, cards in outcome.hands.items()}
    if set(outcome.net) != set(hall_table.playing):
        return {}
    if outcome.three is not None and hall.counts_each_deal:
        if chance.random() < types:
            return {"winners": (), "tally": replace(outcome.three, winners=None), "shown": shown}
        return {"winners": (), "tally": outcome.three} if chance.random() < 0.5 else {}
    typed = chance.random() < types and _is_decided_by_cards(hall.play, outcome)
    return {"shown": shown} if typed else {}


def _make_tally(hall: Hall, hall_table: HallTable, outcome: SimulatedDeal, last: bool) -> Tally:
    """Return the counters to record with a deal.

    If counters are counted only at the end: the head table's at its bell, at other times players with none.
    """
    if not hall.counts_each_deal:
        counts = hall.count_counters(hall_table.playing)
        if not (last and hall.play.format.is_head(hall_table.table)):
            counts = {entry: left for entry, left in counts.items() if left == 0}
        return Tally(TallyKind.COUNTS, counts) if counts else Tally()
    chance = hall.make_random("tally", hall.round, hall_table.table).random()
    if chance < 0.3:
        return Tally(TallyKind.COUNTS, hall.count_counters(hall_table.playing))
    if chance < 0.6 and _is_net_from_stakes(hall.play, hall_table, outcome):
        return Tally(TallyKind.STAKES, outcome.stakes)
    return make_net_tally(outcome.net, hall_table.playing)


def make_net_tally(net: Mapping[int, int], playing: Iterable[int]) -> Tally:
    """Return the net of everybody at the table: 0 for people who had no counters to play with."""
    return Tally(TallyKind.NET, dict.fromkeys(playing, 0) | dict(net))


def _is_net_from_stakes(play: Play, hall_table: HallTable, outcome: SimulatedDeal) -> bool:
    """Return whether the stakes give the net: the game has one stake, and the deal no side pool."""
    if play.game.stakes > 1:
        return False
    unmet = play.game.dealer_antes and sum(map(bool, outcome.stakes.values())) == 1
    whole = set(outcome.net) == set(hall_table.playing)
    return whole and (unmet or pool.divide_pool(outcome.stakes, outcome.winners) == outcome.net)


def _is_decided_by_cards(play: Play, outcome: SimulatedDeal) -> bool:
    """Return whether the cards alone decide: a showdown for one stake, without an agreement to divide."""
    if not outcome.hands or play.game.stakes > 1:
        return False
    return set(judge(play.game, outcome.hands, outcome.callers)) == set(outcome.winners)


def _divide_pool(hall: Hall, outcome: SimulatedDeal, happening: Collection[Incident]) -> SimulatedDeal:
    """Once a round, let the only two players at a showdown divide the pool as equal hands would."""
    if Incident.DIVIDED not in happening or hall.divided == hall.round or len(outcome.callers) != 2:
        return outcome
    hall.divided = hall.round
    net = pool.settle(outcome.stakes, outcome.callers, lambda among: among)
    return replace(outcome, winners=outcome.callers, net=net)


def _plan_error(
    hall: Hall, hall_table: HallTable, deal: int, outcome: SimulatedDeal, happening: Collection[Incident]
) -> dict[str, Any] | None:
    """Return the scorer's wrong record, by the error planned for the round; None without an error."""
    made = {wrong.reason for wrong in hall.corrections}
    for error, reason, wrongly in (
        (Incident.WRONG_CALLER, "a caller was forgotten", _forget_caller),
        (Incident.WRONG_COUNTERS, "the counters of two players were swapped", _swap_counters),
    ):
        planned = error in happening and reason not in made
        if planned and (wrong := wrongly(hall, hall_table, outcome)) is not None:
            hall.corrections.append(_make_correction(hall, hall_table, deal, outcome, reason))
            return wrong
    return None


def _make_correction(
    hall: Hall, hall_table: HallTable, deal: int, outcome: SimulatedDeal, reason: str
) -> PlannedCorrection:
    """Return the organiser's later correction of the deal."""
    number = hall.round

    def put_right() -> None:
        deal_correct(
            hall.request(reason),
            round=number,
            table=hall_table.table,
            deal=deal,
            base_version=1,
            winners=outcome.winners,
            in_call=outcome.callers,
            tally=make_net_tally(outcome.net, hall_table.playing) if hall.counts_each_deal else Tally(),
        )

    return PlannedCorrection(number, hall_table.table, reason, put_right)


def _forget_caller(hall: Hall, hall_table: HallTable, outcome: SimulatedDeal) -> dict[str, Any] | None:
    """Leave out a player who called. None in Brag for one stake: that record would be refused at once."""
    if hall.play.game.dealer_antes:
        return None
    callers = [entry for entry in outcome.callers if entry not in outcome.winners]
    if not callers:
        return None
    forgotten = hall.make_random("forgotten", hall.round).choice(callers)
    return {"in_call": tuple(entry for entry in outcome.callers if entry != forgotten)}


def _swap_counters(hall: Hall, hall_table: HallTable, outcome: SimulatedDeal) -> dict[str, Any] | None:
    """Swap the net of two losers who dropped, at a table where counters decide no moves; else None.

    Such a table is between head and booby table, and nobody there keeps the seat. Both ways of counting
    then make the same moves.
    """
    between = HEAD < hall_table.table < max(hall.tables())
    presence = list_presences(hall.facts, hall.round)
    if not (between and hall.counts_each_deal) or Presence.KEEPS_SEAT in map(
        presence.get, hall_table.playing
    ):
        return None
    dropped = (entry for entry, won in outcome.net.items() if won < 0 and entry not in outcome.callers)
    losers = sorted(dropped, key=lambda e: outcome.net[e])
    if not losers:
        return None
    most, least = losers[0], losers[-1]
    difference = outcome.net[least] - outcome.net[most]
    if difference == 0 or hall.purses[least] <= difference or hall.purses[most] == 0:
        return None
    net = {**outcome.net, most: outcome.net[least], least: outcome.net[most]}
    return {"tally": make_net_tally(net, hall_table.playing)}
