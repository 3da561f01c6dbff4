"""How far each table is: the deal that comes next; with bids the points so far, and who leads or has won."""

from collections.abc import Mapping

from tournaments.core.evening import Facts, Play
from tournaments.pages.kinds.progress import Progress
from tournaments.pages.kinds.registry import kind_pages


def progress(facts: Facts, number: int) -> dict[int, Progress]:
    """Every table of the round, by number; none where people move and counters are played for."""
    pages = kind_pages(facts.play.kind)
    return facts.play.format.of({"games": pages.whole_games, "moving": pages.single_deals})(facts, number)


def same_deal(play: Play, how_far: Mapping[int, Progress]) -> str:
    """The deal that all tables of the round play, in words; "" where it is not the same at all of them."""
    return play.format.of(SAME_DEAL)(how_far)


def _deal_of_all(how_far: Mapping[int, Progress]) -> str:
    deals = {(at.deal, at.cards) for at in how_far.values() if at.deal}
    return ": ".join(filter(None, deals.pop())) if len(deals) == 1 else ""


def _own_games(how_far: Mapping[int, Progress]) -> str:
    return ""


SAME_DEAL = {"moving": _deal_of_all, "games": _own_games}
"""The deal that all tables play, by the format."""
