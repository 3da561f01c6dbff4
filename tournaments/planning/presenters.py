"""Lists of evenings, the planner of an evening's end, and the games and house rules that a club can play.

The planner calculates when the evening ends, and which changes end it in time. A new evening begins with the
settings that the club played last.
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
MOST_UPCOMING, MOST_RECENT = 12, 8


@dataclass(frozen=True)
class ListedEvening:
    """One evening in a list. ``on_now``: tonight's, with its hall open. ``plays``: game and format."""

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
    """The first page of a signed-in user.

    ``own``: the players on the clubs' lists whom the user is, or claims to be.
    """

    clubs: tuple[ClubLine, ...]
    on_now: tuple[ListedEvening, ...]
    upcoming: tuple[ListedEvening, ...]
    recent: tuple[ListedEvening, ...]
    own: tuple[Own, ...]


@dataclass(frozen=True)
class ClubEvenings:
    on_now: tuple[ListedEvening, ...]
    upcoming: tuple[ListedEvening, ...]
    past: tuple[ListedEvening, ...]
    more: bool  # more pages of past evenings follow


def home(user: User, today: date) -> Home:
    """Return the user's clubs and evenings: on now, coming (the next first), recent (the last first)."""
    clubs = tuple(
        ClubLine(member.club_id, member.club.name, RIGHT_OF[Role(member.role)] >= Right.RUN)
        for member in memberships_of(user)
    )
    ids = [club.id for club in clubs]
    on_now, upcoming = _current_and_upcoming(ids, today)
    recent = _lines(evenings_past(ids, today, 0, MOST_RECENT), today)
    return Home(clubs, on_now, upcoming, recent, owns(user))


def club_evenings(club: int, today: date, page: int, size: int = 30) -> ClubEvenings:
    """Return the club's evenings. ``page``: the page of past evenings, from 1."""
    on_now, upcoming = _current_and_upcoming([club], today)
    lines = _lines(evenings_past([club], today, (page - 1) * size, size + 1), today)
    return ClubEvenings(on_now, upcoming, lines[:size], len(lines) > size)


def _current_and_upcoming(
    clubs: Collection[int], today: date
) -> tuple[tuple[ListedEvening, ...], tuple[ListedEvening, ...]]:
    lines = _lines(evenings_ahead(clubs, today, MOST_UPCOMING), today)
    return tuple(line for line in lines if line.on_now), tuple(line for line in lines if not line.on_now)


def _lines(evenings: Iterable[Evening], today: date) -> tuple[ListedEvening, ...]:
    return tuple(
        ListedEvening(
            evening=evening,
            plays=_plays(evening),
            on_now=evening.stage in RUNNING and today - NIGHT <= evening.held_on <= today,
            today=evening.held_on == today,
        )
        for evening in evenings
    )


def _plays(evening: Evening) -> str:
    """Return the game, or the name of the club's own rules. Add the format unless it is the usual one."""
    rules = KNOWN.get(evening.game)
    game = evening.rules_name or (gettext(rules.title) if rules else evening.game)
    format = format_of(evening.format)
    if format is POKER_EVENING.format:
        return game
    return gettext("%(game)s, %(format)s") % {"game": game, "format": gettext(format.title)}


AT_A_TABLE = 5
"""The people at a table while nobody is checked in, if the game allows that many."""

BEGINS, ENDS = time(19, 30), time(22, 30)
QUARTER = 15


@dataclass(frozen=True)
class PlannerInput:
    """The rounds still to play, the time of their start, and the wished end."""

    start: time
    rounds: int
    end: time


@dataclass(frozen=True)
class Planner:
    """The first values of the planner's form, and the time that a round takes.

    ``people``: how many. ``day``: the day of the start. ``most``: the most rounds possible from the start on.
    """

    evening: Evening
    people: int
    day: date
    first: PlannerInput
    pace: Pace
    rest: timedelta
    most: int

    def plan(self, choice: PlannerInput) -> Plan:
        """Return the plan. An end at or before the start means tomorrow."""
        start, wished = self._moment(self.day, choice.start), self._moment(self.day, choice.end)
        if wished <= start:
            wished = self._moment(self.day + timedelta(days=1), choice.end)
        clock = "minutes" not in self.evening.play.unused
        return kinds_awaited.plan(
            self.pace, start=start, rounds=choice.rounds, wished=wished, beside=self.rest, clock=clock
        )

    @staticmethod
    def _moment(day: date, hour: time) -> datetime:
        return timezone.make_aware(datetime.combine(day, hour))


def planner_of(evening: Evening, now: datetime) -> Planner:
    """Return the planner of the evening. During play it has the rounds that are left."""
    facts, settings, play = load_facts(evening.pk), evening.settings, evening.play
    people = sum(presence.plays for presence in presences(facts, 2).values())
    players = _at_a_table(evening, people)
    pace = kinds_awaited.pace_of(play, settings, players, round_lengths(evening))
    number, start = _start(evening, now)
    most = kinds_awaited.most_rounds(play, players)
    rounds = min(most, facts.round_count or format_pages(play.format).usual_rounds)
    first = PlannerInput(start.time(), max(1, rounds - number + 1), ENDS)
    rest = kinds_awaited.rest(play, settings, players)
    return Planner(evening, people, start.date(), first, pace, rest, max(1, most - number + 1))


def _at_a_table(evening: Evening, people: int) -> int:
    """Return the most frequent number of people at a table, now or by the plan."""
    sizes = [table.players for table in plan_for(evening, people).tables] if people else []
    game = evening.play.game
    return max(sizes, key=sizes.count, default=max(game.fewest, min(AT_A_TABLE, game.most)))


def _start(evening: Evening, now: datetime) -> tuple[int, datetime]:
    """Return the first round of the plan, and the time of its start."""
    if evening.stage == Stage.PLAYING:
        number, began = last_opened(evening)
        return number, timezone.localtime(began).replace(second=0, microsecond=0)
    local = timezone.localtime(now).replace(second=0, microsecond=0)
    if evening.held_on == local.date():
        return 1, local + timedelta(minutes=-local.minute % QUARTER)
    return 1, timezone.make_aware(datetime.combine(evening.held_on, BEGINS))


def in_words(choice: PlannerInput, planner: Planner) -> "PlanText":
    """Return the plan in sentences."""
    plan = planner.plan(choice)
    return PlanText(
        ends=_ends(planner.evening, choice.rounds, plan.ends),
        late=plan.late,
        pace=_pace(planner.pace),
        changes=tuple(_changes(choice, planner, plan)),
    )


@dataclass(frozen=True)
class PlanText:
    """``pace``: the time that a round takes, and the source of this figure. ``changes``: what would help."""

    ends: str
    late: bool
    pace: str
    changes: tuple[str, ...]


def _hour(moment: datetime) -> str:
    return time_format(timezone.localtime(moment).time(), "TIME_FORMAT")


def _ends(evening: Evening, rounds: int, moment: datetime) -> str:
    return format_pages(evening.play.format).ends_at(rounds) % {"n": rounds, "time": _hour(moment)}


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


def _changes(choice: PlannerInput, planner: Planner, plan: Plan) -> Iterator[str]:
    """Yield the changes that end the evening in time, or the number of rounds for which there is time."""
    evening, fits = planner.evening, min(plan.fits, planner.most)
    differs = fits < choice.rounds if plan.late else fits > choice.rounds
    if kinds_awaited.may_change(evening.play) and fits and differs:
        yield _ends(evening, fits, plan.ends + (fits - choice.rounds) * planner.pace.round)
    if plan.minutes:
        yield gettext("A clock of %(minutes)s ends it in time.") % {
            "minutes": _minutes(timedelta(minutes=plan.minutes))
        }
    if plan.late and evening.stage != Stage.PLAYING:
        yield gettext("Begin at %(time)s.") % {"time": _hour(plan.begin)}


HOUSE = "house-"


@dataclass(frozen=True)
class PlannedPlay:
    """A game to play. ``key``: its key in an address. ``rules_name``: the name of its house rules.

    An evening has its own copy of house rules. Such a copy has no key.
    """

    key: str
    play: Play
    rules_name: str = ""


@dataclass(frozen=True)
class GameOffer:
    """A game, or house rules, to choose. ``refusal``: why the format does not allow the game."""

    key: str
    title: str
    summary: str
    refusal: str = ""


@dataclass(frozen=True)
class GameGroup:
    title: str
    offers: tuple[GameOffer, ...]


def first_settings(club: Club) -> Settings:
    """Return the settings of a new evening of the club: the usual settings, and the club's roles."""
    return Settings(roles=tuple(club.roles))


DRAW_POKER = PlannedPlay(POKER_EVENING.game.key, POKER_EVENING)


def offers(club: int, format: Format) -> tuple[GameGroup, ...]:
    """Return all that the club can play, in one query: its own rules first, then the games by family."""
    all_rules = playable(club)
    ours = tuple(_offer(rules, format) for rules in all_rules if rules.house is not None)
    groups = [GameGroup(_("Your house rules"), ours)] if ours else []
    for family, title in reversed(list(describe.FAMILIES.items())):
        games = (rules for rules in all_rules if rules.house is None and ruleset(rules.key).family == family)
        groups.append(GameGroup(_(title), tuple(_offer(rules, format) for rules in games)))
    return tuple(groups)


def planned(club: int, key: str, format: str) -> PlannedPlay:
    """Return the game chosen by its key. RuleError at ``game`` or ``format``."""
    rules = next((choice for choice in playable(club) if _key(choice) == key), None)
    if rules is None:
        if not key.startswith(HOUSE):
            ruleset(key)  # RuleError: there is no such game
        raise RuleError("game", _(RETIRED))
    play = play_of(rules.key, rules.options, chosen_format(format or Progressive.key).key)
    return PlannedPlay(key, play, "" if rules.house is None else rules.title)


def chosen_format(format: str) -> Format:
    """Return the format with this key. RuleError at ``format`` if an evening cannot have this format."""
    choice = format_of(format)
    if choice not in PLANNED:
        raise RuleError("format", UNKNOWN_VALUE, value=format)
    return choice


def last_played(club: int) -> PlannedPlay:
    """Return the plan of the club's last evening, as most clubs repeat it. At first, return Draw Poker."""
    last = last_planned(club, [format.key for format in PLANNED])
    if last is None:
        return DRAW_POKER
    try:
        play = last.play
    except RuleError:  # the game has changed since
        return DRAW_POKER
    if not last.rules_name:
        return PlannedPlay(last.game, play)
    ours = (rules for rules in playable(club) if rules.house is not None and rules.title == last.rules_name)
    house = next((rules for rules in ours if rules.key == last.game), None)
    return planned(club, _key(house), last.format) if house else DRAW_POKER


@dataclass(frozen=True)
class Beginning:
    """The first values of a new evening's form. ``evening``: the evening from which they come, if any."""

    play: Play
    settings: Settings
    evening: int | None = None


def beginning(club: Club, plan: PlannedPlay, *, usual: bool = False) -> Beginning:
    """Return the settings with which the last evening of this game and format ended.

    Return the club's usual settings if there is no such evening, or with ``usual``.
    """
    last = None if usual else last_ended(club.pk, plan.play.game.key, plan.play.format.key, plan.rules_name)
    try:
        return _after(last, plan) if last else Beginning(plan.play, first_settings(club))
    except RuleError:  # the game or a setting has changed since
        return Beginning(plan.play, first_settings(club))


def _after(last: Evening, plan: PlannedPlay) -> Beginning:
    """Return the beginning after the evening ``last``, without prizes for a group that was removed."""
    settings, groups = settings_for_next(last), groups_in(last.club_id)
    prizes = tuple(prize for prize in settings.prizes if listed(prize).group in ("", *groups))
    play = plan.play if plan.rules_name else last.play
    return Beginning(play, replace(settings, prizes=prizes), last.pk)


def plan_of(evening: Evening) -> PlannedPlay:
    """Return the game, format and house rules of the evening."""
    return PlannedPlay("" if evening.rules_name else evening.game, evening.play, evening.rules_name)


def _key(rules: Playable) -> str:
    return rules.key if rules.house is None else f"{HOUSE}{rules.house}"


def _offer(rules: Playable, format: Format) -> GameOffer:
    game = ruleset(rules.key)
    summary = describe.summary(game)
    if rules.house is not None:
        changes = {o.key: rules.options[o.key] for o in game.options if rules.options[o.key] != o.default}
        options = "; ".join(f"{title}: {value}" for title, value in describe.options_in_words(game, changes))
        summary = _("%(game)s, changed: %(options)s") % {"game": _(game.title), "options": options}
    return GameOffer(_key(rules), rules.title, summary, _refusal(rules, format))


def _refusal(rules: Playable, format: Format) -> str:
    try:
        play_of(rules.key, rules.options, format.key)
    except RuleError as error:
        return refusal(error, {})
    return ""
