"""Lists of evenings, the planner of an evening's end, and the games and house rules that a club can play.

The planner says when the evening ends, and what to change so that it ends in time. A new evening begins with
the settings that the club played last.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _

from accounts.account.selectors import memberships_of
from accounts.errors import RuleError
from accounts.models import Club, Role, User
from accounts.permissions import RIGHT_OF, Right
from accounts.players.selectors import Own, owns
from accounts.refusals import UNKNOWN_VALUE
from games import describe
from games.house.selectors import Playable, playable
from games.house.services import RETIRED
from games.rules.registry import KNOWN, ruleset
from tournaments.attendance.presenters.people import plan_for
from tournaments.base.words import refusal
from tournaments.core.evening import Format, Play
from tournaments.core.formats.progressive import Progressive
from tournaments.core.formats.registry import PLANNED, POKER_EVENING, format_of, play_of
from tournaments.core.kinds import awaited as kinds_awaited
from tournaments.core.kinds.awaited import LengthSource, Pace, Plan
from tournaments.core.movement.seating import presences
from tournaments.core.ranking.prize_list import listed
from tournaments.core.record import Stage
from tournaments.core.settings import Settings
from tournaments.evening.presenters.formats import format_pages
from tournaments.evening.selectors.evening import last_opened, load_facts, round_lengths
from tournaments.models import Evening
from tournaments.planning.selectors import (
    NIGHT,
    evenings_ahead,
    evenings_past,
    last_ended,
    last_planned,
    settings_for_next,
)
from tournaments.standings.selectors.people import groups_in

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
    """Return the user's clubs and evenings: on now, coming (the next first), recent (the last first)."""
    clubs = tuple(
        ClubLine(member.club_id, member.club.name, RIGHT_OF[Role(member.role)] >= Right.RUN)
        for member in memberships_of(user)
    )
    ids = [club.id for club in clubs]
    on_now, coming = _ahead(ids, today)
    recent = _lines(evenings_past(ids, today, 0, MOST_RECENT), today)
    return Home(clubs, on_now, coming, recent, owns(user))


def club_evenings(club: int, today: date, page: int, size: int = 30) -> ClubEvenings:
    """Return the club's evenings; of the past ones the ``page``, from 1."""
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
    """Return the game, or the name of the club's own rules, and the format where it is not the usual one."""
    known = KNOWN.get(evening.game)
    game = evening.rules_name or (gettext(known.title) if known else evening.game)
    format = format_of(evening.format)
    if format is POKER_EVENING.format:
        return game
    return gettext("%(game)s, %(format)s") % {"game": game, "format": gettext(format.title)}


AT_A_TABLE = 5
"""People at a table before anybody is here, where the game allows so many."""

BEGINS, ENDS = time(19, 30), time(22, 30)
QUARTER = 15


@dataclass(frozen=True)
class Asked:
    """What is planned: so many rounds still to play, from this time on, and when they are to end."""

    start: time
    rounds: int
    end: time


@dataclass(frozen=True)
class Planner:
    """What is asked at first, and what a round takes. ``here``: how many people; ``day``: of the start.

    ``most``: so many rounds there can be from then on.
    """

    evening: Evening
    here: int
    day: date
    first: Asked
    pace: Pace
    beside: timedelta
    most: int

    def plan(self, asked: Asked) -> Plan:
        """Return the plan. An end that is not after the start is tomorrow's."""
        start, wished = self._at(self.day, asked.start), self._at(self.day, asked.end)
        if wished <= start:
            wished = self._at(self.day + timedelta(days=1), asked.end)
        clock = "minutes" not in self.evening.play.unused
        return kinds_awaited.plan(
            self.pace, start=start, rounds=asked.rounds, wished=wished, beside=self.beside, clock=clock
        )

    @staticmethod
    def _at(day: date, hour: time) -> datetime:
        return timezone.make_aware(datetime.combine(day, hour))


def planner_of(evening: Evening, now: datetime) -> Planner:
    """Return the planner of the evening. Of one that is being played, the rounds that are left."""
    facts, settings, play = load_facts(evening.pk), evening.settings, evening.play
    here = sum(presence.plays for presence in presences(facts, 2).values())
    players = _at_a_table(evening, here)
    pace = kinds_awaited.pace_of(play, settings, players, round_lengths(evening))
    number, start = _start(evening, now)
    most = kinds_awaited.most_rounds(play, players)
    known = min(most, facts.round_count or format_pages(play.format).usual_rounds)
    first = Asked(start.time(), max(1, known - number + 1), ENDS)
    beside = kinds_awaited.rest(play, settings, players)
    return Planner(evening, here, start.date(), first, pace, beside, max(1, most - number + 1))


def _at_a_table(evening: Evening, here: int) -> int:
    """Return how many sit at most tables, or will."""
    sizes = [table.players for table in plan_for(evening, here).tables] if here else []
    game = evening.play.game
    return max(sizes, key=sizes.count, default=max(game.fewest, min(AT_A_TABLE, game.most)))


def _start(evening: Evening, now: datetime) -> tuple[int, datetime]:
    """Return the round from which on is planned, and when it began or will."""
    if evening.stage == Stage.PLAYING:
        number, began = last_opened(evening)
        return number, timezone.localtime(began).replace(second=0, microsecond=0)
    local = timezone.localtime(now).replace(second=0, microsecond=0)
    if evening.held_on == local.date():
        return 1, local + timedelta(minutes=-local.minute % QUARTER)
    return 1, timezone.make_aware(datetime.combine(evening.held_on, BEGINS))


def in_words(asked: Asked, of: Planner) -> "Words":
    """Return the plan in sentences."""
    plan = of.plan(asked)
    return Words(
        ends=_ends(of.evening, asked.rounds, plan.ends),
        late=plan.late,
        pace=_pace(of.pace),
        changes=tuple(_changes(asked, of, plan)),
    )


@dataclass(frozen=True)
class Words:
    """``pace``: how long a round takes, and from what that is known. ``changes``: what would help."""

    ends: str
    late: bool
    pace: str
    changes: tuple[str, ...]


def _hour(at: datetime) -> str:
    return time_format(timezone.localtime(at).time(), "TIME_FORMAT")


def _ends(evening: Evening, rounds: int, at: datetime) -> str:
    return format_pages(evening.play.format).ends_at(rounds) % {"n": rounds, "time": _hour(at)}


def _minutes(length: timedelta) -> str:
    n = max(1, round(length / timedelta(minutes=1)))
    return ngettext("%(n)s minute", "%(n)s minutes", n) % {"n": n}


def _pace(pace: Pace) -> str:
    return SOURCES[pace.source](pace.of) % {"minutes": _minutes(pace.round), "n": pace.of}


def _of_past(n: int) -> str:
    return ngettext(
        "Each takes %(minutes)s, as the last one of your club did.",
        "Each takes %(minutes)s, in the median of the last %(n)s of your club.",
        n,
    )


def _of_clock(n: int) -> str:
    return gettext("Each takes %(minutes)s: the clock, the last deal, and the change of seats.")


def _of_game(n: int) -> str:
    return gettext(
        "Each takes about %(minutes)s, the usual length of this game. Later your club’s evenings decide this."
    )


SOURCES = {LengthSource.PAST: _of_past, LengthSource.CLOCK: _of_clock, LengthSource.USUAL: _of_game}


def _changes(asked: Asked, of: Planner, plan: Plan) -> Iterator[str]:
    """Yield what would end it in time, or what there is time for."""
    evening, fits = of.evening, min(plan.fits, of.most)
    other = fits < asked.rounds if plan.late else fits > asked.rounds
    if kinds_awaited.may_change(evening.play) and fits and other:
        yield _ends(evening, fits, plan.ends + (fits - asked.rounds) * of.pace.round)
    if plan.minutes:
        yield gettext("A clock of %(minutes)s ends it in time.") % {
            "minutes": _minutes(timedelta(minutes=plan.minutes))
        }
    if plan.late and evening.stage != Stage.PLAYING:
        yield gettext("Begin at %(time)s.") % {"time": _hour(plan.begin)}


HOUSE = "house-"


@dataclass(frozen=True)
class Planned:
    """What is to be played. ``key`` names it in an address; ``rules_name``: by which house rules.

    Those that an evening has been planned with are its own copy, and have no key.
    """

    key: str
    play: Play
    rules_name: str = ""


@dataclass(frozen=True)
class Offer:
    """A game, or house rules, to choose from; ``refused``: why it cannot be played in the format."""

    key: str
    title: str
    about: str
    refused: str = ""


@dataclass(frozen=True)
class Group:
    title: str
    offers: tuple[Offer, ...]


def first_settings(club: Club) -> Settings:
    """Return what a new evening of the club begins with: the usual settings, and the club's roles."""
    return Settings(roles=tuple(club.roles))


DRAW_POKER = Planned(POKER_EVENING.game.key, POKER_EVENING)


def offers(club: int, format: Format) -> tuple[Group, ...]:
    """Return all that the club can play: its own rules first, then the games by family; in one query."""
    known = playable(club)
    ours = tuple(_offer(one, format) for one in known if one.house is not None)
    groups = [Group(_("Your house rules"), ours)] if ours else []
    for family, title in reversed(list(describe.FAMILIES.items())):
        games = (one for one in known if one.house is None and ruleset(one.key).family == family)
        groups.append(Group(_(title), tuple(_offer(one, format) for one in games)))
    return tuple(groups)


def planned(club: int, key: str, format: str) -> Planned:
    """Return what was chosen by its key. RuleError at ``game`` or ``format``."""
    found = next((one for one in playable(club) if _key(one) == key), None)
    if found is None:
        if not key.startswith(HOUSE):
            ruleset(key)  # says that there is no such game
        raise RuleError("game", _(RETIRED))
    play = play_of(found.key, found.options, chosen_format(format or Progressive.key).key)
    return Planned(key, play, "" if found.house is None else found.title)


def chosen_format(format: str) -> Format:
    """Return the format of this name, if an evening can be planned in it. RuleError at ``format`` if not."""
    found = format_of(format)
    if found not in PLANNED:
        raise RuleError("format", UNKNOWN_VALUE, value=format)
    return found


def last_played(club: int) -> Planned:
    """Return the plan of the club's last evening, for most play the same again; at first Draw Poker."""
    last = last_planned(club, [format.key for format in PLANNED])
    if last is None:
        return DRAW_POKER
    try:
        play = last.play
    except RuleError:  # the game has changed since
        return DRAW_POKER
    if not last.rules_name:
        return Planned(last.game, play)
    ours = (one for one in playable(club) if one.house is not None and one.title == last.rules_name)
    house = next((one for one in ours if one.key == last.game), None)
    return planned(club, _key(house), last.format) if house else DRAW_POKER


@dataclass(frozen=True)
class Beginning:
    """What the form of a new evening begins with; ``evening``: of which evening it is, if of one."""

    play: Play
    settings: Settings
    evening: int | None = None


def beginning(club: Club, plan: Planned, *, usual: bool = False) -> Beginning:
    """Return the settings with which the last evening of this game and format ended.

    The club's usual ones if it has had none, or if they are asked for.
    """
    last = None if usual else last_ended(club.pk, plan.play.game.key, plan.play.format.key, plan.rules_name)
    try:
        return _after(last, plan) if last else Beginning(plan.play, first_settings(club))
    except RuleError:  # the game or a setting has changed since
        return Beginning(plan.play, first_settings(club))


def _after(last: Evening, plan: Planned) -> Beginning:
    """Return the beginning after the evening ``last``. Prizes for a group that is gone are left out."""
    settings, groups = settings_for_next(last), groups_in(last.club_id)
    prizes = tuple(one for one in settings.prizes if listed(one).group in ("", *groups))
    play = plan.play if plan.rules_name else last.play
    return Beginning(play, replace(settings, prizes=prizes), last.pk)


def plan_of(evening: Evening) -> Planned:
    """Return what the evening has been planned with."""
    return Planned("" if evening.rules_name else evening.game, evening.play, evening.rules_name)


def _key(one: Playable) -> str:
    return one.key if one.house is None else f"{HOUSE}{one.house}"


def _offer(one: Playable, format: Format) -> Offer:
    game = ruleset(one.key)
    about = describe.summary(game)
    if one.house is not None:
        changed = {o.key: one.options[o.key] for o in game.options if one.options[o.key] != o.default}
        told = "; ".join(f"{title}: {value}" for title, value in describe.options_in_words(game, changed))
        about = _("%(game)s, changed: %(options)s") % {"game": _(game.title), "options": told}
    return Offer(_key(one), one.title, about, _refused(one, format))


def _refused(one: Playable, format: Format) -> str:
    try:
        play_of(one.key, one.options, format.key)
    except RuleError as error:
        return refusal(error, {})
    return ""
