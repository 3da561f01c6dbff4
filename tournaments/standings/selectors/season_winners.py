"""Who won the prizes of a season that were given by hand, and which of them take part in it no more."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import BigIntegerField, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import Merge, Player
from accounts.names import name_order
from tournaments.models import Award, EntryRow, SeasonPlayer

OUTSIDE = "outside"
"""Noted with a prize that went to somebody who did not take part: nobody is asked about then."""


class SeasonWinner(NamedTuple):
    """Somebody by the entry that stands. ``removed``: takes part in the season no more."""

    player: int
    name: str
    removed: bool


def winners_by_prize(gifts: Collection[Award]) -> Mapping[int, Sequence[SeasonWinner]]:
    """Return the winners of prizes of seasons by hand, each person once, by name; in one query."""
    found: dict[int, dict[int, SeasonWinner]] = defaultdict(dict)
    if not gifts:
        return {}
    names = Player.objects.filter(pk=OuterRef("stands")).values("name")
    rows = with_removed().filter(award__in=[gift.pk for gift in gifts]).annotate(name=Subquery(names))
    for award, player, name, removed in rows.values_list("award", "stands", "name", "removed"):
        found[award][player] = SeasonWinner(player, name, removed)
    return {
        award: sorted(people.values(), key=lambda one: name_order(one.name))
        for award, people in found.items()
    }


def with_removed() -> QuerySet[Any]:
    """Return each prize's winners in seasons: who ``stands`` for them, and whether they are ``removed``.

    Of merges on merges two are followed here.
    """
    listed = SeasonPlayer.objects.filter(season=OuterRef("award__season"))
    entered = EntryRow.objects.filter(evening__seasons__season=OuterRef("award__season"), void=None)
    here: Any = Q(award__figures__has_key=OUTSIDE)
    for rows in (listed, entered):
        # Most people were never merged: they are found by the index, without a look at the others.
        here |= Exists(rows.filter(player=OuterRef("player")))
        here |= Exists(rows.annotate(one=_stands()).filter(one=OuterRef("stands")))
    through = Award.players.through.objects.annotate(stands=_stands())
    found: QuerySet[Any] = through.annotate(removed=~here)
    return found


def _stands() -> Coalesce:
    """The player that stands for ``player``."""
    into = Merge.objects.filter(undone_at=None, gone=OuterRef("player"))
    further = Merge.objects.filter(
        undone_at=None, gone__merged__gone=OuterRef("player"), gone__merged__undone_at=None
    )
    stand = (Subquery(rows.values("kept")[:1]) for rows in (further, into))
    return Coalesce(*stand, "player_id", output_field=BigIntegerField())
