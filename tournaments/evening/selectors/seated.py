"""Who sits at a table, what each holds and how far the table is, without reading the whole evening.

In SQL: it is read for each result, and Django takes several times as long to put such a query
together as the database does to answer it. An evening is written by one at a time, so the numbers of its
rounds, of its journal lines and of what they wrote rise as time goes on. Where only the lines of a person
can be looked for (CASE), PostgreSQL does so, also before it knows the tables; else it may read all deals.
"""

from dataclasses import dataclass

from django.db import connection

from accounts.numbers import LARGEST_ID
from tournaments.core.record import Ending, Presence, Seat, StakeKind
from tournaments.models import Evening, RoundRow, SeatRow

TABLE = """
WITH here AS (
    SELECT evening.seq, round.id AS round_id, round.rung_id, round.closed_id, seating.dealer, (
        SELECT ended.ending FROM tournaments_tableending ended
        WHERE ended.table_id = seating.id AND ended.void_id IS NULL
    ), (
        SELECT MAX(last.position) FROM tournaments_roundtable last
        WHERE last.round_id = round.id AND last.void_id IS NULL
    )
    FROM tournaments_evening evening
        JOIN tournaments_roundrow round ON round.evening_id = evening.id
        JOIN tournaments_roundtable seating ON seating.round_id = round.id
    WHERE evening.id = %(evening)s AND round.number = %(number)s AND round.void_id IS NULL
        AND seating.position = %(position)s AND seating.void_id IS NULL
), sitting AS (
    SELECT seat.chair, seat.entry_id, COALESCE((
        SELECT MAX(stake.round_id) FROM tournaments_stakerow stake
        WHERE stake.entry_id = seat.entry_id AND stake.kind = %(departure)s AND stake.void_id IS NULL
    ), 0) AS went
    FROM tournaments_seatrow seat
    WHERE seat.round_id = (SELECT round_id FROM here) AND seat.position = %(position)s
        AND seat.void_id IS NULL
), people AS MATERIALIZED (
    SELECT sitting.chair, sitting.entry_id, entry.name, (
        SELECT presence.state FROM tournaments_presencerow presence
        WHERE presence.entry_id = sitting.entry_id
            AND presence.from_round <= %(number)s AND presence.void_id IS NULL
        ORDER BY presence.id DESC LIMIT 1
    ), COALESCE((
        SELECT SUM(stake.counters) FROM tournaments_stakerow stake
        WHERE stake.entry_id = sitting.entry_id AND stake.void_id IS NULL AND stake.round_id > sitting.went
    ), 0) + COALESCE((
        SELECT SUM(CASE WHEN deal.void_id IS NULL AND deal.round_id > sitting.went THEN line.counters END)
        FROM tournaments_dealline line
            JOIN tournaments_dealversion result ON result.id = line.version_id
            JOIN tournaments_deal deal ON deal.id = result.deal_id
        WHERE line.entry_id = sitting.entry_id
            AND NOT EXISTS (
                SELECT 1 FROM tournaments_dealversion newer
                WHERE newer.deal_id = result.deal_id AND newer.version > result.version
            )
    ), 0)
    FROM sitting JOIN tournaments_entryrow entry ON entry.id = sitting.entry_id
), played AS MATERIALIZED (
    SELECT deal.number, deal.journal_id, line.entry_id
    FROM tournaments_deal deal
        JOIN tournaments_dealversion result ON result.deal_id = deal.id AND result.version = 1
        JOIN tournaments_dealline line ON line.version_id = result.id
    WHERE deal.round_id = (SELECT round_id FROM here) AND deal.position = %(position)s
        AND deal.void_id IS NULL
)
SELECT here.*, people.*, played.number, played.journal_id
FROM here
    LEFT JOIN people ON TRUE
    LEFT JOIN played ON played.entry_id = people.entry_id
ORDER BY people.chair, played.number
"""
"""A row for each deal of each person at the table: nobody is moved from or to one that has decided a deal."""


@dataclass(frozen=True)
class Seated:
    """Somebody at a table. ``held``: counters, where every deal is counted."""

    chair: int
    entry: int
    name: str
    plays: bool
    held: int


@dataclass(frozen=True)
class Sitting:
    """A table in a round: its people by chair, and how far it is.

    ``seq``: the evening's newest line. ``dealer``: the chair that deals first. ``booby``: the position of
    the round's last table. ``played``: the chairs that took part in each deal, the last decided by the
    journal line ``last_line``.
    """

    seq: int
    round: RoundRow
    dealer: int
    ending: Ending | None
    booby: int
    people: tuple[Seated, ...]
    played: tuple[frozenset[int], ...]
    last_line: int | None


def sitting_at(evening: Evening, number: int, position: int) -> Sitting | None:
    """The table in the evening's round as it is now, in one query; None if there is none.

    Who went away took everything along: what is held is what came since (compare ``ledger.balances``).
    """
    about: dict[str, int | str] = {
        "evening": evening.pk,
        "number": min(number, LARGEST_ID),  # a number beyond is none that a database can look for
        "position": min(position, LARGEST_ID),
        "departure": StakeKind.DEPARTURE,
    }
    with connection.cursor() as cursor:
        cursor.execute(TABLE, about)
        rows = cursor.fetchall()
    if not rows:
        return None
    seq, round, rung, closed, dealer, ending, booby, *_person = rows[0]
    row = RoundRow.from_db(connection.alias, ROUND, (round, evening.pk, number, rung, closed))
    row.evening = evening
    people: dict[int, Seated] = {}
    played: dict[int, set[int]] = {}
    last_line = None
    for chair, entry, name, state, held, deal, written in (row[-7:] for row in rows):
        if chair is not None:
            people[chair] = Seated(chair, entry, name, state is not None and Presence(state).plays, held)
        if deal is not None:
            played.setdefault(deal, set()).add(chair)
            last_line = max(last_line or 0, written)
    return Sitting(
        seq,
        row,
        dealer,
        Ending(ending) if ending else None,
        booby,
        tuple(people.values()),
        tuple(frozenset(played[deal]) for deal in sorted(played)),
        last_line,
    )


ROUND = ("id", "evening_id", "number", "rung_id", "closed_id")
"""What is read of a round along with its table; Django reads the rest where it is asked for."""


def seats_at_first(evening: Evening) -> tuple[Seat, ...]:
    """The seats of the first round."""
    rows = SeatRow.objects.filter(round__evening=evening, round__number=1, void=None)
    return tuple(Seat(1, *row) for row in rows.values_list("position", "chair", "entry"))
