"""A club's evenings, and those of everybody's clubs, as lists show them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Count, F, Q, QuerySet
from django.utils.translation import gettext

from accounts.models import Role, User
from accounts.permissions import RIGHT_OF, Right
from accounts.selectors.claims import Own, owns
from games.rules.registry import KNOWN
from tournaments.core.formats.progressive import PROGRESSIVE
from tournaments.core.formats.registry import format_of
from tournaments.core.record import Stage
from tournaments.facts.running.access import clubs_of
from tournaments.models import Evening

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

RUNNING = (Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING, Stage.SETTLING)
MOST_COMING, MOST_RECENT = 12, 8
NIGHT = timedelta(days=1)  # a games night runs past midnight


class Beside(TypedDict):
    """Beside the evening: how many people, and the name of its club."""

    people: int
    club_name: str


@dataclass(frozen=True)
class EveningLine:
    """One evening in a list. ``on_now``: its hall is open, and it is tonight's. ``plays``: what, in words."""

    id: int
    name: str
    plays: str
    held_on: date
    stage: Stage
    people: int
    club: str
    on_now: bool
    today: bool


@dataclass(frozen=True)
class ClubLine:
    id: int
    name: str
    may_run: bool


@dataclass(frozen=True)
class Home:
    """What somebody who is signed in sees first. ``own``: who of the clubs' lists one is, or asks to be."""

    clubs: tuple[ClubLine, ...]
    on_now: tuple[EveningLine, ...]
    coming: tuple[EveningLine, ...]
    recent: tuple[EveningLine, ...]
    own: tuple[Own, ...]


@dataclass(frozen=True)
class ClubEvenings:
    on_now: tuple[EveningLine, ...]
    coming: tuple[EveningLine, ...]
    past: tuple[EveningLine, ...]
    more: bool  # further pages of past ones


def home(user: User, today: date) -> Home:
    """The user's clubs and their evenings: on now, coming (the next first), recent (the last first)."""
    clubs = tuple(
        ClubLine(member.club_id, member.club.name, RIGHT_OF[Role(member.role)] >= Right.RUN)
        for member in clubs_of(user)
    )
    evenings = _with_people(Evening.held.filter(club__in=[club.id for club in clubs]))
    on_now, coming = _ahead(evenings, today)
    recent = _lines(evenings.filter(_past(today)).order_by("-held_on", "-id")[:MOST_RECENT], today)
    return Home(clubs, on_now, coming, recent, owns(user))


def club_evenings(club: int, today: date, page: int, size: int = 30) -> ClubEvenings:
    """The club's evenings; of the past ones the ``page``, from 1."""
    evenings = _with_people(Evening.held.filter(club=club))
    on_now, coming = _ahead(evenings, today)
    start = (page - 1) * size
    past = evenings.filter(_past(today)).order_by("-held_on", "-id")[start : start + size + 1]
    lines = _lines(past, today)
    return ClubEvenings(on_now, coming, lines[:size], len(lines) > size)


def _ahead(
    evenings: "QuerySet[WithAnnotations[Evening, Beside]]", today: date
) -> tuple[tuple[EveningLine, ...], tuple[EveningLine, ...]]:
    rows = evenings.exclude(_past(today)).order_by("held_on", "id")
    lines = _lines(rows[:MOST_COMING], today)
    return tuple(line for line in lines if line.on_now), tuple(line for line in lines if not line.on_now)


def _past(today: date) -> Q:
    """Finished, or so long ago that nobody plays it any more."""
    stale = Q(held_on__lt=today - NIGHT) | Q(held_on__lt=today, stage=Stage.DRAFT)
    return Q(stage=Stage.FINISHED) | stale


def _with_people(evenings: QuerySet[Evening]) -> "QuerySet[WithAnnotations[Evening, Beside]]":
    return evenings.annotate(people=Count("entries", filter=Q(entries__void=None)), club_name=F("club__name"))


def _lines(evenings: "Iterable[WithAnnotations[Evening, Beside]]", today: date) -> tuple[EveningLine, ...]:
    return tuple(
        EveningLine(
            id=evening.pk,
            name=evening.name,
            plays=_plays(evening),
            held_on=evening.held_on,
            stage=Stage(evening.stage),
            people=evening.people,
            club=evening.club_name,
            on_now=evening.stage in RUNNING and today - NIGHT <= evening.held_on <= today,
            today=evening.held_on == today,
        )
        for evening in evenings
    )


def _plays(evening: Evening) -> str:
    """The game, or the club's own rules, and the format where it is not the usual one."""
    known = KNOWN.get(evening.game)
    game = evening.rules_name or (gettext(known.title) if known else evening.game)
    format = format_of(evening.format)
    if format is PROGRESSIVE:
        return game
    return gettext("%(game)s, %(format)s") % {"game": game, "format": gettext(format.title)}
