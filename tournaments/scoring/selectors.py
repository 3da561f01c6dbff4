"""The current state of an evening, deal, table, round, publication or prizes, for a response with status 409.

The response contains what another request has written, so that the caller need not request it.
"""

from collections.abc import Mapping
from typing import Any

from accounts.errors import RuleError
from tournaments.core.ranking.prize_list import to_json
from tournaments.evening.selectors.deals import load_bid_table
from tournaments.evening.selectors.tables import load_versions
from tournaments.models import Deal, Evening, RoundRow, Season, TableEnding
from tournaments.standings.selectors.standings import query_newest_awards

Data = Mapping[str, Any]
Row = dict[str, Any] | None


def read_evening_state(evening: Evening, _data: Data) -> Row:
    """Return the evening's progress."""
    seq, stage = Evening.objects.values_list("seq", "stage").get(pk=evening.pk)
    return {"seq": seq, "stage": stage}


def read_deal_state(evening: Evening, data: Data) -> Row:
    """Return the deal's newest version; else the bids of a deal in play; else the evening's progress."""
    deal_key = {"round": data["round"], "table": data["table"], "deal": data["deal"]}
    deals = Deal.objects.filter(round__evening=evening, round__number=data["round"], round__void=None)
    deal = deals.filter(position=data["table"], number=data["deal"], void=None).first()
    if deal is not None:
        last = load_versions(deal)[-1]
        return {**deal_key, "version": last.version, "lines": [line._asdict() for line in last.lines]}
    return _read_bids(evening, deal_key) or read_evening_state(evening, data)


def _read_bids(evening: Evening, deal_key: dict[str, Any]) -> Row:
    try:
        stands = load_bid_table(evening, deal_key["round"], deal_key["table"]).open
    except RuleError:
        return None
    if stands is None:
        return None
    return {**deal_key, "base": stands.seq, "bids": stands.bids, "call": stands.call, "trump": stands.trump}


def read_table_state(evening: Evening, data: Data) -> Row:
    """Return how the table ended its round; else its last recorded deal."""
    filters = {"round__evening": evening, "round__number": data["round"], "round__void": None}
    ending = TableEnding.objects.filter(
        **{f"table__{name}": value for name, value in filters.items()},
        table__position=data["table"],
        void=None,
    ).first()
    if ending is not None:
        return {"round": data["round"], "table": data["table"], "ending": ending.ending}
    last = Deal.objects.filter(**filters, position=data["table"], void=None).order_by("-number").first()
    number = last.number if last else 0
    return read_deal_state(evening, {"round": data["round"], "table": data["table"], "deal": number})


def read_round_state(evening: Evening, data: Data) -> Row:
    """Return the round with the number in ``data``; without one, the evening's progress."""
    return _read_round(evening, data, number=data["round"])


def read_last_round_state(evening: Evening, data: Data) -> Row:
    return _read_round(evening, data)


def _read_round(evening: Evening, data: Data, **filters: int) -> Row:
    """Return the bell, the moves and the clock of the newest matching round; else the evening's progress."""
    rows = RoundRow.objects.filter(evening=evening, void=None, **filters).select_related("rung", "closed")
    row = rows.order_by("-number").first()
    if row is None:
        return read_evening_state(evening, data)
    return {
        "round": row.number,
        "rung": row.rung.seq if row.rung else None,
        "closed": row.closed.seq if row.closed else None,
        "starts_at": row.starts_at,
        "ends_at": row.ends_at,
        "left": None if row.left is None else int(row.left.total_seconds()),
        "held": row.held,
    }


def read_publication(evening: Evening, _data: Data) -> Row:
    now = Evening.objects.get(pk=evening.pk)
    return {"published": now.published, "names": now.names_shown}


def read_prize_settings(evening: Evening, _data: Data) -> Row:
    settings = Evening.objects.get(pk=evening.pk).settings
    return {
        "prizes": to_json(settings.prizes),
        "one_prize_each": settings.one_prize_each,
        "prize_deals": settings.prize_deals,
    }


def read_announced_prizes(evening: Evening, _data: Data) -> Row:
    """Return the keys of the prizes that are revealed in the newest version of the result."""
    awards = query_newest_awards(evening).exclude(revealed=None)
    return {"revealed": list(awards.values_list("prize", flat=True))}


def read_season_prizes(season: Season, _data: Data) -> Row:
    now = Season.objects.get(pk=season.pk)
    return {
        "seq": now.seq,
        "prizes": now.rules.get("prizes", []),
        "one_prize_each": now.rules.get("one_prize_each", False),
    }
