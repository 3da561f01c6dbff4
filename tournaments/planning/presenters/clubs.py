"""A club's evenings, and those of everybody's clubs, as lists show them."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext

from accounts.account.selectors.accounts import memberships_of
from accounts.models import Role, User
from accounts.permissions import RIGHT_OF, Right
from accounts.players.selectors.claims import Own, owns
from games.rules.registry import KNOWN
from tournaments.core.formats.registry import POKER_EVENING, format_of
from tournaments.core.record import Stage
from tournaments.models import Evening
from tournaments.planning.selectors.evenings import NIGHT, evenings_ahead, evenings_past

RUNNING = (Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING, Stage.SETTLING)
MOST_COMING, MOST_RECENT = 12, 8


@dataclass(frozen=True)
class EveningLine:
    """One evening in a list. ``on_now``: its hall is open, and it is tonight's. ``plays``: what, in words."""

    evening: Evening
    plays: str
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
        for member in memberships_of(user)
    )
    ids = [club.id for club in clubs]
    on_now, coming = _ahead(ids, today)
    recent = _lines(evenings_past(ids, today, 0, MOST_RECENT), today)
    return Home(clubs, on_now, coming, recent, owns(user))


def club_evenings(club: int, today: date, page: int, size: int = 30) -> ClubEvenings:
    """The club's evenings; of the past ones the ``page``, from 1."""
    on_now, coming = _ahead([club], today)
    lines = _lines(evenings_past([club], today, (page - 1) * size, size + 1), today)
    return ClubEvenings(on_now, coming, lines[:size], len(lines) > size)


def _ahead(clubs: Collection[int], today: date) -> tuple[tuple[EveningLine, ...], tuple[EveningLine, ...]]:
    lines = _lines(evenings_ahead(clubs, today, MOST_COMING), today)
    return tuple(line for line in lines if line.on_now), tuple(line for line in lines if not line.on_now)


def _lines(evenings: Iterable[Evening], today: date) -> tuple[EveningLine, ...]:
    return tuple(
        EveningLine(
            evening=evening,
            plays=_plays(evening),
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
    if format is POKER_EVENING.format:
        return game
    return gettext("%(game)s, %(format)s") % {"game": game, "format": gettext(format.title)}
