"""An evening is planned or changed together with the seasons that it counts for: both, or neither."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models import Club, User
from tournaments.core.leagues.rules import SeasonStage
from tournaments.evening.services.evenings import evening_change, evening_create, refuse_twin
from tournaments.evening.services.journal import By
from tournaments.models import Evening, Journal, Season
from tournaments.seasons.services.journal import SeasonBy, part_of
from tournaments.seasons.services.seasons import evening_add, evening_remove


def evening_plan(
    *, actor: User, club: Club, seasons: Collection[int], key: UUID | None = None, **chosen: Any
) -> Evening:
    """A new evening (``chosen`` as for ``evening_create``) that counts for these seasons.

    Refused if the club has one of this name on that day: a request that was sent twice.
    """
    with transaction.atomic():
        # Sent again it is as others have had it since: a season may have been taken from it, or closed.
        made = key is not None and Evening.objects.filter(request_key=key).exists()
        if not made:
            refuse_twin(club.pk, chosen["name"], chosen.get("held_on") or timezone.localdate())
        evening = evening_create(actor=actor, club=club, seasons=seasons, key=key, **chosen)
        if not made:
            _count_for(evening.pk, {*seasons}, {*seasons}, actor, key)
    return evening


def evening_replan(by: By, /, *, seasons: Collection[int], before: Collection[int], **chosen: Any) -> Journal:
    """The evening is changed (``chosen`` as for ``evening_change``), and counts for these open seasons.

    Only where they differ from those ``before``, as a page showed them, is anything changed: others may have
    had it count for another season meanwhile.
    """
    with transaction.atomic():
        # Who adds an evening to a season has locked the season first: so do we, or two wait for one another.
        within = {*seasons} ^ {*before}
        list(Season.objects.select_for_update().filter(pk__in=within).order_by("pk").values_list("pk"))
        line = evening_change(by, **chosen)
        if by.actor is not None:
            _count_for(by.evening, {*seasons}, within, by.actor, by.key)
    return line


def _count_for(evening: int, seasons: set[int], within: set[int], actor: User, key: UUID | None) -> None:
    """Of the open seasons ``within`` the evening counts for these; closed ones stay as they are."""
    now = _counts_for(evening)
    for season in sorted((now ^ seasons) & within):
        change = evening_remove if season in now else evening_add
        change(part_of(SeasonBy(season, actor, key=key), season), evening=evening)


def _counts_for(evening: int) -> set[int]:
    """The open seasons that the evening counts for."""
    counts = Season.objects.filter(evenings__evening=evening, stage=SeasonStage.OPEN)
    return set(counts.values_list("pk", flat=True))
