"""The evenings of clubs in lists: coming ones, past ones, and the last one of a kind."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import date, timedelta

from django.db.models import Count, F, Q, QuerySet

from accounts.database.folding import by_name
from tournaments.core.record import ENDED, Stage
from tournaments.core.settings import Settings
from tournaments.evening.selectors.evening import find_newest_line
from tournaments.models import Evening, Settlement
from tournaments.records.selectors.player_record import query_counted_results

NIGHT = timedelta(days=1)  # a games night runs past midnight


def load_coming_evenings(clubs: Collection[int], today: date, most: int) -> list[Evening]:
    """Return at most ``most`` evenings that are not over, the next first."""
    rows = Evening.held.filter(club__in=clubs).exclude(_match_past(today)).order_by("held_on", "id")
    return list(annotate_people(rows)[:most])


def load_past_evenings(clubs: Collection[int], today: date, start: int, most: int) -> list[Evening]:
    """Return at most ``most`` evenings that are over, the last first, skipping the first ``start``."""
    rows = Evening.held.filter(_match_past(today), club__in=clubs).order_by("-held_on", "-id")
    return list(annotate_people(rows)[start : start + most])


def annotate_people(evenings: QuerySet[Evening]) -> QuerySet[Evening]:
    """Add the fields of lists to the evenings: the club's name, and the number of people."""
    people = Count("entries", filter=Q(entries__void=None))
    return evenings.annotate(people=people, club_name=F("club__name"))  # type: ignore[no-redef]


def load_winners(clubs: Collection[int], evenings: Collection[int]) -> Mapping[int, list[str]]:
    """Map these clubs' evenings to their players in first place, as soon as all prizes are announced."""
    results = query_counted_results(*clubs).filter(evening__in=evenings)
    results = query_counted_results(*clubs).filter(evening__in=evenings)
    firsts = Settlement.objects.filter(result__in=results, place=1).order_by(*by_name("entry__name"))
    winners = defaultdict(list)
    for evening, name in firsts.values_list("result__evening", "entry__name"):
        winners[evening].append(name)
    return winners


def _match_past(today: date) -> Q:
    """Match evenings that are finished, called off, or too old to be played."""
    stale = Q(held_on__lt=today - NIGHT) | Q(held_on__lt=today, stage=Stage.DRAFT)
    return Q(stage__in=ENDED) | stale


def find_last_ended(club: int, game: str, format: str, rules_name: str) -> Evening | None:
    """Return the club's latest evening of this game, rules and format whose play is over."""
    same = Evening.held.filter(club=club, game=game, format=format, rules_name=rules_name)
    return same.filter(stage__in=(Stage.SETTLING, Stage.FINISHED)).order_by("-held_on", "-id").first()


def derive_next_settings(evening: Evening) -> Settings:
    """Return the settings at the evening's end, without a last round that was chosen during play."""
    settings = evening.settings
    last = find_newest_line(evening, "last_round")
    if last is None or not last.payload["last"] or last.payload["round"] != settings.rounds:
        return settings
    return replace(settings, rounds=last.payload["before"]["rounds"])


def find_last_planned(club: int, formats: Collection[str]) -> Evening | None:
    """Return the evening that the club planned last in one of these formats. None if there is none."""
    return Evening.held.filter(club=club, format__in=formats).order_by("-id").first()
