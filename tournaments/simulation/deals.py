"""Deals with bids or pools at a simulated table, and how the table's scorer records them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from games.rules import pool
from games.rules.bidding import legal_bids
from games.rules.deals import DealPlan, Hand
from games.rules.schedules import schedule
from games.rules.showing import judge
from tournaments.core.evening import Play
from tournaments.core.movement.seating import HEAD, presences
from tournaments.core.record import DealPart, Ending, Pool, Presence
from tournaments.evening.selectors.deals import BidTable, bid_table
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
    at = bid_table(hall.evening, hall.round, table)
    if at.next_number and _stop(hall, at):
        table_end(hall.by(), round=hall.round, table=table, ending=Ending.EARLY)
        return False
    if not at.next_number:
        return False
    deal, scored = _played(hall, at)
    announced, chance = _bids(at, scored), hall.chance("scorer", hall.round, table, deal.number)
    writes = chance.random() < WRITES_BIDS
    if writes:
        _write_bids(hall, at, deal, announced)
    written = _written_down(hall, at, scored, happening)
    score_record(
        hall.by(),
        round=hall.round,
        table=table,
        deal=at.next_number,
        result=_taken(at, written.hands),
        bids=None if writes else announced,
    )
    return True


def announce(hall: Hall, table: int) -> None:
    """Record the bids of the table's next deal, if it has bids. Leave the deal in play."""
    at = bid_table(hall.evening, hall.round, table)
    if at.next_number and at.plan and at.open is None:
        deal, scored = _played(hall, at)
        _write_bids(hall, at, deal, _bids(at, scored))


def _played(hall: Hall, at: BidTable) -> tuple[DealPlan, ScoredDeal]:
    deal, number = at.plan, at.next_number
    if deal is None:
        raise AssertionError("a deal that comes next has its rules")
    people = [hall.temperament(entry) for entry in at.places]
    zeros = [at.zeros[entry] for entry in at.places]
    chance = hall.chance("deal", hall.round, at.scorer_table.table, deal.number, len(people))
    return deal, played(at.game, deal, at.dealer(number), people, zeros, chance)


def _stop(hall: Hall, at: BidTable) -> bool:
    """Return whether players who win together give up."""
    if not (at.game.together and at.decided):
        return False
    rounds = len(schedule(at.game, len(at.decided[0].lines), hall.play.chosen))
    return len(at.decided) >= PATIENCE * rounds


def _bids(at: BidTable, scored: ScoredDeal) -> DealBids:
    return DealBids(_by_entry(at, [hand.bid for hand in scored.hands]), scored.call, scored.trump)


def _taken(at: BidTable, hands: Sequence[Hand]) -> TrickResult:
    """Return the scorer's result. Which tricks were taken, and revokes, only for players who have some."""
    return TrickResult(
        tricks=_by_entry(at, [hand.tricks for hand in hands]),
        took={entry: hand.took for entry, hand in zip(at.places, hands, strict=True) if hand.took},
        revokes={entry: hand.revokes for entry, hand in zip(at.places, hands, strict=True) if hand.revokes},
    )


def _by_entry(at: BidTable, values: Sequence[int]) -> Mapping[int, int]:
    return dict(zip(at.places, values, strict=True))


def _write_bids(hall: Hall, at: BidTable, deal: DealPlan, bids: DealBids) -> None:
    """Record the bids. If the deal allows a change, sometimes first record another bid of the last bidder."""
    where = {"round": hall.round, "table": at.scorer_table.table, "deal": at.next_number}
    first, base = _before_a_change(hall, at, deal, bids), None
    if first is not None:
        base = bids_record(hall.by(), **where, bids=first).seq
    bids_record(hall.by(), **where, bids=bids, base=base)


def _before_a_change(hall: Hall, at: BidTable, deal: DealPlan, bids: DealBids) -> DealBids | None:
    chance = hall.chance("change", hall.round, at.scorer_table.table, deal.number)
    if not deal.may_change or chance.random() > CHANGES:
        return None
    *others, last = at.bidders(at.next_number)
    made = [bids.by_entry[entry] for entry in others]
    legal = legal_bids(at.game, deal, len(at.places), made, at.zeros[last])
    other = [bid for bid in legal if bid != bids.by_entry[last]]
    return replace(bids, by_entry={**bids.by_entry, last: chance.choice(other)}) if other else None


def _written_down(
    hall: Hall, at: BidTable, scored: ScoredDeal, happening: Collection[Incident]
) -> ScoredDeal:
    """Return the deal as the scorer records it. Once a round, the tricks of two players can be swapped."""
    reason = "the tricks of two players were swapped"
    made = any(wrong.reason == reason for wrong in hall.corrections)
    wrong = None if made or Incident.WRONG_COUNTERS not in happening else _swapped_scores(scored)
    if wrong is None or not (_goes_on(at, scored) and _goes_on(at, wrong)):
        return scored
    where = {"round": hall.round, "table": at.scorer_table.table, "deal": at.next_number}

    def put_right() -> None:
        score_correct(
            hall.by(reason),
            **where,
            base_version=1,
            result=_taken(at, scored.hands),
            bids=_bids(at, scored),
        )

    hall.corrections.append(PlannedCorrection(hall.round, at.scorer_table.table, reason, put_right))
    return wrong


def _swapped_scores(scored: ScoredDeal) -> ScoredDeal | None:
    """Swap the tricks of the players with most and fewest; None if all have the same."""
    hands = list(scored.hands)
    by_tricks = sorted(range(len(hands)), key=lambda place: hands[place].tricks)
    few, many = hands[by_tricks[0]], hands[by_tricks[-1]]
    if few.tricks == many.tricks:
        return None
    hands[by_tricks[0]] = replace(few, tricks=many.tricks, took=many.took)
    hands[by_tricks[-1]] = replace(many, tricks=few.tricks, took=few.took)
    return replace(scored, hands=tuple(hands))


def _goes_on(at: BidTable, scored: ScoredDeal) -> bool:
    """Return whether the game goes on after the deal, so that an error can be found before the game's end."""
    if not at.fixed:
        return True
    lines = tuple(
        DealPart(entry, bid=hand.bid, tricks=hand.tricks, took=hand.took, revokes=hand.revokes)
        for entry, hand in zip(at.places, scored.hands, strict=True)
    )
    pool = Pool(
        at.scorer_table.round.number, at.scorer_table.table, at.next_number, lines, 0, call=scored.call
    )
    return at.play.format.deal(at.play, pool.round, len(lines), [*at.decided, pool]) is not None


TYPES_CARDS = 0.2
"""The chance that a scorer types the shown cards, and lets the program find the winner."""


def player(play: Play) -> PlayDeal:
    """Return the function that plays a deal of the game. A new family of pool games needs a line here."""
    if play.game.stakes > 1:
        return partial(play_three_stakes, play.game, play.chosen)
    return partial(play_brag, play.game, play.chosen) if play.game.dealer_antes else play_poker


def play_pool(hall: Hall, at: HallTable, deal: int, happening: Collection[Incident]) -> None:
    """Play the table's next deal and record it."""
    sitters = hall.sitters(at, deal)
    played = player(hall.play)(sitters, hall.chance("deal", hall.round, at.table, deal))
    played = _agreed(hall, played, happening)
    hall.settle(played.net)
    last = deal == hall.evening.settings.deals
    plain: dict[str, Any] = {
        "winners": played.winners,
        "in_call": played.shown,
        "tally": _tally(hall, at, played, last),
    }
    wrong = _wrongly(hall, at, deal, played, happening) if last else None
    record = plain | (_at_length(hall, at, deal, played) if wrong is None else wrong)
    deal_record(hall.by(), round=hall.round, table=at.table, deal=deal, **record)
    hall.waiting[at.table] = played.waiting if isinstance(record["tally"], Three) else 0
    if not last and hall.play.format.plays_on(rung=hall.rung):
        hall.stake_again(at)


def _at_length(hall: Hall, at: HallTable, deal: int, played: SimulatedDeal) -> dict[str, Any]:
    """Return optional details that the scorer may record: the cards, or the three stakes."""
    chance, types = hall.chance("cards", hall.round, at.table, deal), TYPES_CARDS
    shown = {entry: " ".join(map(str, cards)) for entry, cards in played.hands.items()}
    if set(played.net) != set(at.playing):
        return {}
    if played.three is not None and hall.counts_each_deal:
        if chance.random() < types:
            return {"winners": (), "tally": replace(played.three, winners=None), "shown": shown}
        return {"winners": (), "tally": played.three} if chance.random() < 0.5 else {}
    typed = chance.random() < types and _decided_by_cards(hall.play, played)
    return {"shown": shown} if typed else {}


def _tally(hall: Hall, at: HallTable, played: SimulatedDeal, last: bool) -> Tally:
    """Return the counters to record with a deal.

    If counters are counted only at the end: the head table's at its bell, at other times players with none.
    """
    if not hall.counts_each_deal:
        counts = hall.counted(at.playing)
        if not (last and hall.play.format.is_head(at.table)):
            counts = {entry: left for entry, left in counts.items() if left == 0}
        return Tally(TallyKind.COUNTS, counts) if counts else Tally()
    chance = hall.chance("tally", hall.round, at.table).random()
    if chance < 0.3:
        return Tally(TallyKind.COUNTS, hall.counted(at.playing))
    if chance < 0.6 and _stakes_say_all(hall.play, at, played):
        return Tally(TallyKind.STAKES, played.stakes)
    return net_of(played.net, at.playing)


def net_of(net: Mapping[int, int], playing: Iterable[int]) -> Tally:
    """Return the net of everybody at the table: 0 for people who had no counters to play with."""
    return Tally(TallyKind.NET, dict.fromkeys(playing, 0) | dict(net))


def _stakes_say_all(play: Play, at: HallTable, played: SimulatedDeal) -> bool:
    """Return whether the stakes give the net: the game has one stake, and the deal no side pool."""
    if play.game.stakes > 1:
        return False
    unmet = play.game.dealer_antes and sum(map(bool, played.stakes.values())) == 1
    whole = set(played.net) == set(at.playing)
    return whole and (unmet or pool.divide(played.stakes, played.winners) == played.net)


def _decided_by_cards(play: Play, played: SimulatedDeal) -> bool:
    """Return whether the cards alone decide: a showdown for one stake, without an agreement to divide."""
    if not played.hands or play.game.stakes > 1:
        return False
    return set(judge(play.game, played.hands, played.shown)) == set(played.winners)


def _agreed(hall: Hall, played: SimulatedDeal, happening: Collection[Incident]) -> SimulatedDeal:
    """Once a round, let the only two players at a showdown divide the pool as equal hands would."""
    if Incident.DIVIDED not in happening or hall.divided == hall.round or len(played.shown) != 2:
        return played
    hall.divided = hall.round
    net = pool.settle(played.stakes, played.shown, lambda among: among)
    return replace(played, winners=played.shown, net=net)


def _wrongly(
    hall: Hall, at: HallTable, deal: int, played: SimulatedDeal, happening: Collection[Incident]
) -> dict[str, Any] | None:
    """Return the scorer's wrong record, by the error planned for the round; None without an error."""
    made = {wrong.reason for wrong in hall.corrections}
    for error, reason, wrongly in (
        (Incident.WRONG_CALLER, "a caller was forgotten", _forgotten),
        (Incident.WRONG_COUNTERS, "the counters of two players were swapped", _swapped_counters),
    ):
        planned = error in happening and reason not in made
        if planned and (wrong := wrongly(hall, at, played)) is not None:
            hall.corrections.append(_correction(hall, at, deal, played, reason))
            return wrong
    return None


def _correction(
    hall: Hall, at: HallTable, deal: int, played: SimulatedDeal, reason: str
) -> PlannedCorrection:
    """Return the organiser's later correction of the deal."""
    number = hall.round

    def put_right() -> None:
        deal_correct(
            hall.by(reason),
            round=number,
            table=at.table,
            deal=deal,
            base_version=1,
            winners=played.winners,
            in_call=played.shown,
            tally=net_of(played.net, at.playing) if hall.counts_each_deal else Tally(),
        )

    return PlannedCorrection(number, at.table, reason, put_right)


def _forgotten(hall: Hall, at: HallTable, played: SimulatedDeal) -> dict[str, Any] | None:
    """Leave out a player who called. None in Brag for one stake: that record would be refused at once."""
    if hall.play.game.dealer_antes:
        return None
    callers = [entry for entry in played.shown if entry not in played.winners]
    if not callers:
        return None
    forgotten = hall.chance("forgotten", hall.round).choice(callers)
    return {"in_call": tuple(entry for entry in played.shown if entry != forgotten)}


def _swapped_counters(hall: Hall, at: HallTable, played: SimulatedDeal) -> dict[str, Any] | None:
    """Swap the net of two losers who dropped, at a table where counters decide no moves; else None.

    Such a table is between head and booby table, and nobody there keeps the seat. Both ways of counting
    then make the same moves.
    """
    between = HEAD < at.table < max(hall.tables())
    here = presences(hall.facts, hall.round)
    if not (between and hall.counts_each_deal) or Presence.KEEPS_SEAT in map(here.get, at.playing):
        return None
    dropped = (entry for entry, won in played.net.items() if won < 0 and entry not in played.shown)
    losers = sorted(dropped, key=lambda e: played.net[e])
    if not losers:
        return None
    most, least = losers[0], losers[-1]
    difference = played.net[least] - played.net[most]
    if difference == 0 or hall.purses[least] <= difference or hall.purses[most] == 0:
        return None
    net = {**played.net, most: played.net[least], least: played.net[most]}
    return {"tally": net_of(net, at.playing)}
