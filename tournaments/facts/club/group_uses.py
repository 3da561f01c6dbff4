"""What goes by a club's group: the prizes that are for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tournaments.core.facts import Stage
from tournaments.core.leagues.rules import SeasonStage
from tournaments.models import Evening, PrizeSet, Season


def uses_of_groups(club: int) -> Mapping[str, Sequence[str]]:
    """By the group's name: the evenings, sets of prizes and seasons with a prize for it, in three queries.

    What is over is not among them: its result holds who was in the group then.
    """
    evenings = Evening.objects.filter(club=club).exclude(stage=Stage.FINISHED).order_by("held_on", "id")
    seasons = Season.objects.filter(league__club=club, stage=SeasonStage.OPEN).order_by("id")
    lists = (
        *((name, chosen.get("prizes")) for name, chosen in evenings.values_list("name", "chosen")),
        *PrizeSet.objects.filter(club=club).values_list("name", "prizes"),
        *((name, rules.get("prizes")) for name, rules in seasons.values_list("name", "rules")),
    )
    found: dict[str, list[str]] = defaultdict(list)
    for name, prizes in lists:
        for group in sorted(set(_groups(prizes))):
            found[group].append(name)
    return found


def _groups(prizes: Any) -> Iterator[str]:
    """The groups that are named in a stored list of prizes; one that is a word is for no group."""
    for prize in prizes or ():
        if isinstance(prize, Mapping) and prize.get("group"):
            yield prize["group"]
