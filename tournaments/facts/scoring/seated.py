"""Who sits at a table, what each holds and how far the table is, without reading the whole evening.

In SQL: it is read twice for each result, and Django takes several times as long to put such a query
together as the database does to answer it. An evening is written by one at a time, so the numbers of its
rounds, of its journal lines and of what they wrote rise as time goes on. Where only the lines of a person
can be looked for (CASE), PostgreSQL does so, also before it knows the tables; else it may read all deals.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import connection

from tournaments.core.record import Ending, Presence, Seat, StakeKind
from tournaments.models import Evening, RoundTable, SeatRow

SITTING = """
WITH sitting AS (
    SELECT seat.chair, seat.entry_id, COALESCE((
        SELECT MAX(stake.round_id) FROM tournaments_stakerow stake
        WHERE stake.entry_id = seat.entry_id AND stake.kind = %(departure)s AND stake.void_id IS NULL
    ), 0) AS went
    FROM tournaments_seatrow seat
    WHERE seat.round_id = %(round)s AND seat.position = %(position)s AND seat.void_id IS NULL
)
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
), 0), (
    SELECT ended.ending FROM tournaments_tableending ended
    WHERE ended.table_id = %(table)s AND ended.void_id IS NULL
), (
    SELECT MAX(last.position) FROM tournaments_roundtable last
    WHERE last.round_id = %(round)s AND last.void_id IS NULL
), EXISTS (
    SELECT 1 FROM tournaments_deal deal
    WHERE deal.round_id = %(round)s AND deal.position = %(position)s AND deal.void_id IS NULL
)
FROM sitting JOIN tournaments_entryrow entry ON entry.id = sitting.entry_id
ORDER BY sitting.chair
"""

PLAYED = """
SELECT deal.number, deal.journal_id, line.entry_id
FROM tournaments_deal deal
    JOIN tournaments_dealversion result ON result.deal_id = deal.id AND result.version = 1
    JOIN tournaments_dealline line ON line.version_id = result.id
WHERE deal.round_id = %(round)s AND deal.position = %(position)s AND deal.void_id IS NULL
ORDER BY deal.number
"""


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

    ``booby``: the position of the round's last table. ``played``: the chairs that took part in each deal,
    the last decided by the journal line ``last_line``.
    """

    people: tuple[Seated, ...] = ()
    ending: Ending | None = None
    booby: int = 0
    last_line: int | None = None
    played: tuple[frozenset[int], ...] = ()


def sitting_at(table: RoundTable) -> Sitting:
    """The table as it is now, in one query, or two once a deal is decided.

    Who went away took everything along: what is held is what came since (compare ``ledger.balances``).
    """
    about: dict[str, int | str] = {
        "table": table.pk,
        "round": table.round_id,
        "number": table.round.number,
        "position": table.position,
        "departure": StakeKind.DEPARTURE,
    }
    with connection.cursor() as cursor:
        cursor.execute(SITTING, about)
        rows = cursor.fetchall()
        if not rows:
            return Sitting()
        *_person, ending, booby, decided = rows[0]
        if decided:
            cursor.execute(PLAYED, about)
        lines = cursor.fetchall() if decided else []
    people = tuple(
        Seated(chair, entry, name, state is not None and Presence(state).plays, held)
        for chair, entry, name, state, held, *_table in rows
    )
    return Sitting(people, Ending(ending) if ending else None, booby, *_played(people, lines))


def _played(
    people: Iterable[Seated], lines: Iterable[tuple[int, int, int]]
) -> tuple[int | None, tuple[frozenset[int], ...]]:
    """Nobody is moved from or to a table that has decided a deal, so all sit on the chairs they had."""
    chairs = {one.entry: one.chair for one in people}
    last_line, took_part = None, dict[int, set[int]]()
    for deal, written, entry in lines:
        last_line = written
        took_part.setdefault(deal, set()).add(chairs[entry])
    return last_line, tuple(map(frozenset, took_part.values()))


def seats_at_first(evening: Evening) -> tuple[Seat, ...]:
    """The seats of the first round."""
    rows = SeatRow.objects.filter(round__evening=evening, round__number=1, void=None)
    return tuple(Seat(1, *row) for row in rows.values_list("position", "chair", "entry"))
