"""A deal of bids at a simulated table, and how its scorer writes it down."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from games.rules.bidding import legal_bids
from games.rules.deals import Deal, Hand
from games.rules.schedules import schedule
from tournaments.core.record import Ending, Line, Pool
from tournaments.evening.selectors.deals import BidTable, bid_table
from tournaments.scoring.services.bids import Bids, Taken, bids_record, score_correct, score_record
from tournaments.scoring.services.deals import table_end
from tournaments.simulation.hall import Correction, Hall, Incident
from tournaments.simulation.players.bids import Scored
from tournaments.simulation.players.bids import play_deal as played

PATIENCE = 2
"""Players who play together stop when they have used so many hands for each round of the game."""

WRITES_BIDS = 0.7
"""How often a scorer writes the bids while they are made; else with the tricks."""

CHANGES = 0.15
"""How often the last bidder changes their bid, where the game lets them."""


def play_deal(hall: Hall, table: int, happening: Collection[Incident] = ()) -> bool:
    """Play the table's next deal and write it down. False if its round, or its game, was over."""
    at = bid_table(hall.evening, hall.round, table)
    if at.next_number and _stop(hall, at):
        table_end(hall.by(), round=hall.round, table=table, ending=Ending.EARLY)
        return False
    if not at.next_number:
        return False
    deal, scored = _played(hall, at)
    told, chance = _bids(at, scored), hall.chance("scorer", hall.round, table, deal.number)
    writes = chance.random() < WRITES_BIDS
    if writes:
        _write_bids(hall, at, deal, told)
    written = _written_down(hall, at, scored, happening)
    score_record(
        hall.by(),
        round=hall.round,
        table=table,
        deal=at.next_number,
        taken=_taken(at, written.hands),
        told=None if writes else told,
    )
    return True


def announce(hall: Hall, table: int) -> None:
    """Write the bids of the table's next deal, if it has any, and leave it in play."""
    at = bid_table(hall.evening, hall.round, table)
    if at.next_number and at.plan and at.open is None:
        deal, scored = _played(hall, at)
        _write_bids(hall, at, deal, _bids(at, scored))


def _played(hall: Hall, at: BidTable) -> tuple[Deal, Scored]:
    deal, number = at.plan, at.next_number
    if deal is None:
        raise AssertionError("a deal that comes next has its rules")
    people = [hall.temperament(entry) for entry in at.places]
    zeros = [at.zeros[entry] for entry in at.places]
    chance = hall.chance("deal", hall.round, at.at.table, deal.number, len(people))
    return deal, played(at.game, deal, at.dealer(number), people, zeros, chance)


def _stop(hall: Hall, at: BidTable) -> bool:
    """Return whether players who have to win together give up."""
    if not (at.game.together and at.decided):
        return False
    rounds = len(schedule(at.game, len(at.decided[0].lines), hall.play.chosen))
    return len(at.decided) >= PATIENCE * rounds


def _bids(at: BidTable, scored: Scored) -> Bids:
    return Bids(_by_entry(at, [hand.bid for hand in scored.hands]), scored.call, scored.trump)


def _taken(at: BidTable, hands: Sequence[Hand]) -> Taken:
    """Return what a scorer writes: which tricks, and revokes, only of those who have some."""
    return Taken(
        tricks=_by_entry(at, [hand.tricks for hand in hands]),
        took={entry: hand.took for entry, hand in zip(at.places, hands, strict=True) if hand.took},
        revokes={entry: hand.revokes for entry, hand in zip(at.places, hands, strict=True) if hand.revokes},
    )


def _by_entry(at: BidTable, values: Sequence[int]) -> Mapping[int, int]:
    return dict(zip(at.places, values, strict=True))


def _write_bids(hall: Hall, at: BidTable, deal: Deal, told: Bids) -> None:
    """Write the bids; where they may be changed, sometimes write another one of the last bidder's first."""
    where = {"round": hall.round, "table": at.at.table, "deal": at.next_number}
    first, base = _before_a_change(hall, at, deal, told), None
    if first is not None:
        base = bids_record(hall.by(), **where, told=first).seq
    bids_record(hall.by(), **where, told=told, base=base)


def _before_a_change(hall: Hall, at: BidTable, deal: Deal, told: Bids) -> Bids | None:
    chance = hall.chance("change", hall.round, at.at.table, deal.number)
    if not deal.may_change or chance.random() > CHANGES:
        return None
    *others, last = at.bidders(at.next_number)
    made = [told.bids[entry] for entry in others]
    legal = legal_bids(at.game, deal, len(at.places), made, at.zeros[last])
    other = [bid for bid in legal if bid != told.bids[last]]
    return replace(told, bids={**told.bids, last: chance.choice(other)}) if other else None


def _written_down(hall: Hall, at: BidTable, scored: Scored, happening: Collection[Incident]) -> Scored:
    """Return the result as the scorer writes it; once in the round two players' tricks are swapped."""
    reason = "the tricks of two players were swapped"
    made = any(wrong.reason == reason for wrong in hall.corrections)
    wrong = None if made or Incident.WRONG_COUNTERS not in happening else _swapped(scored)
    if wrong is None or not (_goes_on(at, scored) and _goes_on(at, wrong)):
        return scored
    where = {"round": hall.round, "table": at.at.table, "deal": at.next_number}

    def put_right() -> None:
        score_correct(
            hall.by(reason),
            **where,
            base_version=1,
            taken=_taken(at, scored.hands),
            told=_bids(at, scored),
        )

    hall.corrections.append(Correction(hall.round, at.at.table, reason, put_right))
    return wrong


def _swapped(scored: Scored) -> Scored | None:
    """Swap the tricks of the players with most and fewest; None where all have the same."""
    hands = list(scored.hands)
    by_tricks = sorted(range(len(hands)), key=lambda place: hands[place].tricks)
    few, many = hands[by_tricks[0]], hands[by_tricks[-1]]
    if few.tricks == many.tricks:
        return None
    hands[by_tricks[0]] = replace(few, tricks=many.tricks, took=many.took)
    hands[by_tricks[-1]] = replace(many, tricks=few.tricks, took=few.took)
    return replace(scored, hands=tuple(hands))


def _goes_on(at: BidTable, scored: Scored) -> bool:
    """Return whether an error can be found in time: it is no whole game's last deal."""
    if not at.fixed:
        return True
    lines = tuple(
        Line(entry, bid=hand.bid, tricks=hand.tricks, took=hand.took, revokes=hand.revokes)
        for entry, hand in zip(at.places, scored.hands, strict=True)
    )
    pool = Pool(at.at.round.number, at.at.table, at.next_number, lines, 0, call=scored.call)
    return at.play.format.deal(at.play, pool.round, len(lines), [*at.decided, pool]) is not None
