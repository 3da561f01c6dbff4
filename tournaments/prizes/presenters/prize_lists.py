"""A list of prizes for a reader: in its order, each with what it goes by, and whether it is given here."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from accounts.answers import answers
from tournaments.base.words import about_prize, prize_called, prize_told
from tournaments.core.evening import Play
from tournaments.core.formats.registry import POKER_EVENING
from tournaments.core.ranking.metrics import METRICS
from tournaments.core.ranking.prize_json import from_json as prizes_from_json
from tournaments.core.ranking.prize_list import PRIZES, Listed, Prizes, given, keys_of, listed
from tournaments.core.results.prizes import prizes_of
from tournaments.core.settings import Settings
from tournaments.models import PrizeSet
from tournaments.standings.selectors.people import sets_of


@dataclass(frozen=True)
class ListedShown:
    """A prize that is ``listed``, or could be. ``about``: what it goes by and for whom.

    ``unfit``: why it is not given here. ``now``: what it comes to as things stand, with who would win.
    """

    key: str
    title: str
    about: str
    own: bool
    listed: bool
    off: bool
    unfit: str
    first: bool
    last: bool
    now: tuple[Any, ...] = ()


def rows_of(
    prizes: Prizes,
    usual: Mapping[str, str],
    metrics: Collection[str],
    now: Mapping[str, tuple[Any, ...]],
) -> tuple[ListedShown, ...]:
    """The list; at its end, switched off, those of the usual prizes that are ``usual`` here and not on it."""
    there = [listed(prize) for prize in prizes]
    missing = [Listed(key, off=True) for key in PRIZES if key in usual and key not in keys_of(prizes)]
    return tuple(
        ListedShown(
            prize.key,
            prize.title or (prize.key if prize.own else title_of(prize.key, usual)),
            about_prize(prize) if prize.own else usual.get(prize.key, "") if prize.title else "",
            prize.own,
            prize in there,
            prize.off,
            _unfit(prize, usual, metrics),
            first=prize is there[0] if there else False,
            last=prize is there[-1] if there else False,
            now=now.get(prize.key, ()),
        )
        for prize in (*there, *missing)
    )


def _unfit(prize: Listed, usual: Mapping[str, str], metrics: Collection[str]) -> str:
    if not prize.own:
        return "" if prize.key in usual else gettext("This game does not have this prize.")
    if prize.steps[0].metric in metrics:
        return ""
    return gettext("This game does not have: %(metric)s.") % {
        "metric": gettext(METRICS[prize.steps[0].metric].title)
    }


def usual_of(settings: Settings, play: Play) -> dict[str, str]:
    """What the usual prizes are called where this is played: those that there are."""
    found = {key: prizes_of(Listed(key), settings, play) for key in PRIZES}
    return {key: prize_called(prizes[0]) for key, prizes in found.items() if prizes}


def title_of(key: str, usual: Mapping[str, str]) -> str:
    """What one of the usual prizes is called: as where it is ``usual``, else as in a progressive evening."""
    return usual.get(key) or usual_of(Settings(), POKER_EVENING)[key]


@answers("id", "club", "name", "for_seasons", "prizes", "words", component="PrizeSetAnswer")
@dataclass(frozen=True)
class SavedSet:
    """Prizes under a name, for evenings or for seasons; ``words``: those that are given."""

    id: int
    club: int
    name: str
    for_seasons: bool
    prizes: Prizes

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(
            prize_told(prize) if prize.own else prize.title or title_of(prize.key, {})
            for prize in given(self.prizes)
        )


def prize_sets(club: int, *, for_seasons: bool = False) -> tuple[SavedSet, ...]:
    """The club's prize sets for its evenings, or for its seasons, by name."""
    return tuple(saved(one) for one in sets_of(club, for_seasons=for_seasons))


def saved(one: PrizeSet) -> SavedSet:
    """The set as it is read."""
    return SavedSet(one.pk, one.club_id, one.name, one.for_seasons, prizes_from_json(one.prizes))
