"""A table's deals to come as figures, with blank forms. A phone without a network goes on with them.

Everything that the rules say is in the figures (``games.rules.lookup``). Words are in the reader's language.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from itertools import chain, combinations
from typing import Any

from django.utils.translation import gettext as _

from accounts.errors import RuleError
from games.describe import parts as describe_parts
from games.rules.clag import CALLED
from games.rules.deals import BidGame, DealPlan, End, Madness, Trump
from games.rules.lookup import build_lookups
from games.rules.schedules import apply_call, find_orders
from tournaments.base.words import describe_round
from tournaments.core.evening import Play
from tournaments.core.kinds.points import list_deals_to_come
from tournaments.evening.selectors.deals import OpenBids
from tournaments.evening.selectors.tables import ScorerTable
from tournaments.scoring.presenters.deals import TableSheet
from tournaments.scoring.presenters.sheets import BidSheet

SWITCHES = ("ascending_madness", "descending_madness", "misere", "no_trump", "suit_precedence")
"""What a dealer's call changes in a deal's figures. The rest of a call is only in words."""


@dataclass(frozen=True)
class StepForm:
    """A blank form of a step of a deal: its template, sheet and form."""

    template: str
    sheet: Any
    form: Any


@dataclass(frozen=True)
class TablePlan:
    """The figures of a table's deals to come, and the forms of their steps, by name."""

    figures: Mapping[str, Any]
    forms: Mapping[str, StepForm]


def plan_counters(sheet: TableSheet, forms: Mapping[str, StepForm]) -> TablePlan:
    """Return the pools from the next one on. None after the bell but the deal in play."""
    last = sheet.deal if sheet.rung else sheet.deals
    numbers = [] if sheet.is_done or not sheet.open else range(sheet.deal, last + 1)
    deals = [{"number": number, "last": number == sheet.deals} for number in numbers]
    dealers = _list_dealers(sheet.table_now, sheet.deal, len(deals))
    people = [{"entry": player.entry, "name": player.name, "had": player.had} for player in sheet.players]
    figures = _build_figures(sheet.play, sheet.round, sheet.table, sheet.deal)
    return TablePlan({**figures, "people": people, "deals": deals, "dealers": dealers}, forms)


def plan_points(sheet: BidSheet, forms: Mapping[str, StepForm]) -> TablePlan:
    """Return the deals of bids from the next one on, with their orders, figures and scores."""
    table, game = sheet.bid_table, sheet.bid_table.game
    players, number = len(table.places), sheet.deal
    plans = _list_to_come(sheet) if sheet.awaited else []
    calls = dict(_list_calls(game, plans[0])) if plans and plans[0].by_call else {}
    lookups, scores = build_lookups(game, [*plans, *calls.values()], players)
    deals = [
        {**asdict(lookup), "words": describe_deal(deal)} for lookup, deal in zip(lookups, plans, strict=False)
    ]
    people = [
        {
            "entry": entry,
            "name": table.scorer_table.names[entry],
            "total": table.totals[entry],
            "zeros": table.zeros[entry],
        }
        for entry in table.places
    ]
    dealers = _list_dealers(
        table.scorer_table, number, len(deals) if game.end is End.ALL_DEALS else MOST_DEALERS
    )
    bids = sheet.announced.bids if sheet.announced else {}
    return TablePlan(
        {
            **_build_figures(table.play, sheet.round, sheet.table, number),
            "people": people,
            "deals": deals,
            "dealers": dealers if deals else [],
            "orders": {
                table.places[dealer]: [
                    table.places[place] for place in find_orders(game, players, dealer).bidding
                ]
                for dealer in range(players if deals else 0)
            },
            "tables": scores,
            "revoke": game.revoke,
            "target": game.target,
            "repeats": game.plays_together,
            "calls": {key: asdict(lookup) for key, lookup in zip(calls, lookups[len(plans) :], strict=True)},
            "switches": [name for name in SWITCHES if calls],
            "bids": bids,
        },
        forms,
    )


MOST_DEALERS = 60


def _list_to_come(sheet: BidSheet) -> list[DealPlan]:
    table = sheet.bid_table
    plans = list_deals_to_come(table.play, sheet.round, table.places, table.decided)
    return [sheet.plan, *plans[1:]] if sheet.plan and plans else []


def find_widest_deals(sheet: BidSheet) -> Iterator[DealPlan]:
    """Yield a deal with all cells and parts of a form: by tricks; trick by trick if that can be called."""
    plans = _list_to_come(sheet)
    if not plans:
        return
    calls = list(dict(_list_calls(sheet.bid_table.game, plans[0])).values()) if plans[0].by_call else []
    every = [*plans, *calls]
    most = max(deal.cards for deal in every)
    turned = [deal.trump for deal in every if deal.cards and deal.trump not in (Trump.NONE, Trump.FIXED)]
    deal = replace(plans[0], cards=most, misere=False, trump=turned[0] if turned else plans[0].trump)
    yield replace(deal, madness=Madness.NONE)
    if any(one.madness is not Madness.NONE for one in every):
        yield replace(deal, madness=Madness.ASCENDING)


def add_blank_bids(sheet: BidSheet, bids: bool) -> BidSheet:
    """Return the sheet as before its bids, or with ``bids`` of zero, for a form that shows bids."""
    zero = OpenBids(0, 0, {}, "", dict.fromkeys(sheet.people, 0)) if bids else None
    return replace(sheet, bid_table=replace(sheet.bid_table, open=zero), call={})


def _list_calls(game: BidGame, deal: DealPlan) -> Iterator[tuple[str, DealPlan]]:
    """Yield each call that makes a difference in figures: "5 misere", with the deal as called."""
    bare = replace(deal, cards=0)
    kinds = chain.from_iterable(combinations(SWITCHES, many) for many in range(len(SWITCHES) + 1))
    for modifiers in kinds:
        for cards in CALLED:
            try:
                plan = apply_call(game, bare, {"cards": cards, **dict.fromkeys(modifiers, True)})
            except RuleError:
                continue
            yield " ".join([str(cards), *modifiers]), plan


def describe_deal(deal: DealPlan) -> str:
    """Return the deal's cards, trump and special rules in a line."""
    cards = [describe_parts.format_card_count(deal.cards)] if deal.cards else []
    return " · ".join([*cards, describe_parts.describe_trump(deal), *describe_parts.list_specials(deal)])


def _build_figures(play: Play, round: int, table: int, number: int) -> dict[str, Any]:
    title = " · ".join([_("Table %(n)s") % {"n": table}, str(describe_round(play, round))])
    return {"round": round, "number": number, "title": title, "deal": _("Deal %(n)s") % {"n": "{n}"}}


def _list_dealers(table: ScorerTable, first: int, many: int) -> list[int]:
    """Return who deals each of so many deals, from deal ``first`` on, if the same people go on playing."""
    chairs = frozenset(chair for chair, entry in table.chairs.items() if entry in table.playing)
    longer = replace(table, chairs_played=(*table.chairs_played, *([chairs] * many)))
    return [longer.chairs[longer.find_dealer(number)] for number in range(first, first + many)]
