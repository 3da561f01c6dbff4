"""All tables of a round at once, from the evening's facts: as many queries for forty as for four."""

from __future__ import annotations

from collections import defaultdict

from tournaments.core.counters import ledger
from tournaments.core.facts import Facts
from tournaments.core.movement import position
from tournaments.core.settings import Counting, Settings
from tournaments.facts.scoring.tables import BID_LINE, AtTable, BidLine, Known
from tournaments.models import BidRow, Deal, RoundTable


def tables_of(evening: int, settings: Settings, facts: Facts, number: int) -> dict[int, AtTable]:
    """Every table of the evening's round as ``at_table`` reads it, in three queries beside its ``facts``."""
    known = Known(facts, _bids(evening, number) if facts.play.bids is not None else {})
    held = ledger.balances(facts, settings) if settings.counting is Counting.EACH_DEAL else {}
    here, pools = set(position.playing(facts, number)), position.pools_by_table(facts, number)
    chairs: dict[int, dict[int, int]] = defaultdict(dict)
    for seat in position.seats_of(facts, number):
        chairs[seat.position][seat.chair] = seat.entry
    endings = {table.position: table.ending for table in facts.tables if table.round == number}
    here_now = {"round__evening": evening, "round__number": number, "round__void": None, "void": None}
    last_lines = dict(Deal.objects.filter(**here_now).order_by("number").values_list("position", "journal"))
    rows, found = RoundTable.objects.filter(**here_now), {}
    for record in rows.select_related("round__evening", "round__rung"):
        at, decided = chairs[record.position], pools[record.position]
        chair_of = {entry: chair for chair, entry in at.items()}
        found[record.position] = AtTable(
            round=record.round,
            record=record,
            chairs=at,
            names={entry: facts.names[entry] for entry in chair_of},
            playing=tuple(entry for entry in chair_of if entry in here),
            held={entry: held.get(entry) or 0 for entry in chair_of},
            deals=len(decided),
            last_line=last_lines.get(record.position),
            ending=endings.get(record.position),
            played=tuple(frozenset(chair_of[line.entry] for line in pool.lines) for pool in decided),
            booby=max(endings),
            play=facts.play,
            known=known,
        )
    return found


def _bids(evening: int, number: int) -> dict[tuple[int, int], list[BidLine]]:
    rows = BidRow.objects.filter(deal__round__evening=evening, deal__round__number=number, deal__void=None)
    bids: dict[tuple[int, int], list[BidLine]] = defaultdict(list)
    rows = rows.filter(deal__round__void=None).order_by("id")
    for table, deal, *line in rows.values_list("deal__position", "deal__deal", *BID_LINE):
        bids[table, deal].append(tuple(line))
    return bids
