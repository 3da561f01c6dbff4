"""Lists of evenings, the planner of an evening's end, and the games and house rules that a club can play.

The planner calculates when the evening ends, and which changes end it in time. A new evening begins with the
settings that the club played last.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _

from accounts.account.selectors import list_memberships
from accounts.errors import RuleError
from accounts.models import Club, Role, User
from accounts.permissions import RIGHT_OF, Right
from accounts.players.selectors import Own, list_own_players
from accounts.refusals import UNKNOWN_VALUE
from games import describe
from games.house.selectors import Playable, list_playable
from games.house.services import RETIRED
from games.rules.registry import KNOWN, get_ruleset
from tournaments.attendance.presenters.people import plan_draw_for
from tournaments.base.words import describe_refusal
from tournaments.core.evening import Format, Play
from tournaments.core.formats.progressive import Progressive
from tournaments.core.formats.registry import PLANNED, POKER_EVENING, build_play, get_format
from tournaments.core.kinds import awaited as kinds_awaited
from tournaments.core.kinds.awaited import LengthSource, Pace, Plan
from tournaments.core.movement.seating import list_presences
from tournaments.core.ranking.prize_list import expand_prize
from tournaments.core.record import Stage
from tournaments.core.settings import Settings
from tournaments.evening.presenters.formats import get_format_pages
from tournaments.evening.selectors.evening import find_last_round, load_facts, load_round_lengths
from tournaments.models import Evening
from tournaments.planning.selectors import (
    NIGHT,
    derive_next_settings,
    find_last_ended,
    find_last_planned,
    load_coming_evenings,
    load_past_evenings,
    load_winners,
)
from tournaments.standings.selectors.people import load_group_names

RUNNING = (Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING, Stage.SETTLING)
MOST_UPCOMING, MOST_RECENT = 12, 8
NO_WINNERS: Mapping[int, Sequence[str]] = {}


@dataclass(frozen=True)
class ListedEvening:
    """One evening in a list. ``on_now``: tonight's, with its hall open. ``plays``: game and format.

    ``winners``: the players in first place, as soon as the prizes are announced.
    """

    evening: Evening
    plays: str
    on_now: bool
    today: bool
    winners: Sequence[str] = ()


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


def load_home(user: User, today: date) -> Home:
    """Return the user's clubs and evenings: on now, coming (the next first), recent (the last first)."""
    clubs = tuple(
        ClubLine(member.club_id, member.club.name, RIGHT_OF[Role(member.role)] >= Right.RUN)
        for member in list_memberships(user)
    )
    ids = [club.id for club in clubs]
    on_now, upcoming = _load_current_and_upcoming(ids, today)
    recent = _make_past_lines(ids, load_past_evenings(ids, today, 0, MOST_RECENT), today)
    return Home(clubs, on_now, upcoming, recent, list_own_players(user))


def load_club_evenings(club: int, today: date, page: int, size: int = 30) -> ClubEvenings:
    """Return the club's evenings. ``page``: the page of past evenings, from 1."""
    on_now, upcoming = _load_current_and_upcoming([club], today)
    evenings = load_past_evenings([club], today, (page - 1) * size, size + 1)
    past = _make_past_lines([club], evenings[:size], today)
    return ClubEvenings(on_now, upcoming, past, len(evenings) > size)


def _load_current_and_upcoming(
    clubs: Collection[int], today: date
) -> tuple[tuple[ListedEvening, ...], tuple[ListedEvening, ...]]:
    lines = _make_lines(load_coming_evenings(clubs, today, MOST_UPCOMING), today)
    return tuple(line for line in lines if line.on_now), tuple(line for line in lines if not line.on_now)


def _make_past_lines(
    clubs: Collection[int], evenings: Collection[Evening], today: date
) -> tuple[ListedEvening, ...]:
    return _make_lines(evenings, today, load_winners(clubs, [evening.pk for evening in evenings]))


def _make_lines(
    evenings: Iterable[Evening], today: date, winners: Mapping[int, Sequence[str]] = NO_WINNERS
) -> tuple[ListedEvening, ...]:
    return tuple(
        ListedEvening(
            evening=evening,
            plays=describe_game(evening),
            on_now=evening.stage in RUNNING and today - NIGHT <= evening.held_on <= today,
            today=evening.held_on == today,
            winners=winners.get(evening.pk, ()),
        )
        for evening in evenings
    )


def describe_game(evening: Evening) -> str:
    """Return the game, or the name of the club's own rules. Add the format unless it is the usual one."""
    rules = KNOWN.get(evening.game)
    game = evening.rules_name or (gettext(rules.title) if rules else evening.game)
    format = get_format(evening.format)
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
        start, wished = self._make_moment(self.day, choice.start), self._make_moment(self.day, choice.end)
        if wished <= start:
            wished = self._make_moment(self.day + timedelta(days=1), choice.end)
        clock = "minutes" not in self.evening.play.unused
        return kinds_awaited.plan_rounds(
            self.pace, start=start, rounds=choice.rounds, wished=wished, extra=self.rest, clock=clock
        )

    @staticmethod
    def _make_moment(day: date, hour: time) -> datetime:
        return timezone.make_aware(datetime.combine(day, hour))


def make_planner(evening: Evening, now: datetime) -> Planner:
    """Return the planner of the evening. During play it has the rounds that are left."""
    facts, settings, play = load_facts(evening.pk), evening.settings, evening.play
    people = sum(presence.plays for presence in list_presences(facts, 2).values())
    players = _count_at_a_table(evening, people)
    pace = kinds_awaited.find_pace(play, settings, players, load_round_lengths(evening))
    number, start = _find_start(evening, now)
    most = kinds_awaited.find_most_rounds(play, players)
    rounds = min(most, facts.round_count or get_format_pages(play.format).usual_rounds)
    first = PlannerInput(start.time(), max(1, rounds - number + 1), ENDS)
    rest = kinds_awaited.estimate_rest(play, settings, players)
    return Planner(evening, people, start.date(), first, pace, rest, max(1, most - number + 1))


def _count_at_a_table(evening: Evening, people: int) -> int:
    """Return the most frequent number of people at a table, now or by the plan."""
    sizes = [table.players for table in plan_draw_for(evening, people).tables] if people else []
    game = evening.play.game
    return max(sizes, key=sizes.count, default=max(game.fewest, min(AT_A_TABLE, game.most)))


def _find_start(evening: Evening, now: datetime) -> tuple[int, datetime]:
    """Return the first round of the plan, and the time of its start."""
    if evening.stage == Stage.PLAYING:
        number, began = find_last_round(evening)
        return number, timezone.localtime(began).replace(second=0, microsecond=0)
    local = timezone.localtime(now).replace(second=0, microsecond=0)
    if evening.held_on == local.date():
        return 1, local + timedelta(minutes=-local.minute % QUARTER)
    return 1, timezone.make_aware(datetime.combine(evening.held_on, BEGINS))


def describe_plan(choice: PlannerInput, planner: Planner) -> "PlanText":
    """Return the plan in sentences."""
    plan = planner.plan(choice)
    return PlanText(
        ends=_describe_end(planner.evening, choice.rounds, plan.ends),
        late=plan.late,
        pace=_describe_pace(planner.pace),
        changes=tuple(_list_changes(choice, planner, plan)),
    )


@dataclass(frozen=True)
class PlanText:
    """``pace``: the time that a round takes, and the source of this figure. ``changes``: what would help."""

    ends: str
    late: bool
    pace: str
    changes: tuple[str, ...]


def _format_hour(moment: datetime) -> str:
    return time_format(timezone.localtime(moment).time(), "TIME_FORMAT")


def _describe_end(evening: Evening, rounds: int, moment: datetime) -> str:
    return get_format_pages(evening.play.format).describe_end(rounds) % {
        "n": rounds,
        "time": _format_hour(moment),
    }


def _describe_minutes(length: timedelta) -> str:
    n = max(1, round(length / timedelta(minutes=1)))
    return ngettext("%(n)s minute", "%(n)s minutes", n) % {"n": n}


def _describe_pace(pace: Pace) -> str:
    return SOURCES[pace.source](pace.past_rounds) % {
        "minutes": _describe_minutes(pace.round),
        "n": pace.past_rounds,
    }


def _describe_past_pace(n: int) -> str:
    return ngettext(
        "Each takes %(minutes)s, as the last one of your club did.",
        "Each takes %(minutes)s, in the median of the last %(n)s of your club.",
        n,
    )


def _describe_clock_pace(n: int) -> str:
    return gettext("Each takes %(minutes)s: the clock, the last deal, and the change of seats.")


def _describe_usual_pace(n: int) -> str:
    return gettext(
        "Each takes about %(minutes)s, the usual length of this game. Later your club’s evenings decide this."
    )


SOURCES = {
    LengthSource.PAST: _describe_past_pace,
    LengthSource.CLOCK: _describe_clock_pace,
    LengthSource.USUAL: _describe_usual_pace,
}


def _list_changes(choice: PlannerInput, planner: Planner, plan: Plan) -> Iterator[str]:
    """Yield the changes that end the evening in time, or the number of rounds for which there is time."""
    evening, fits = planner.evening, min(plan.fits, planner.most)
    differs = fits < choice.rounds if plan.late else fits > choice.rounds
    if kinds_awaited.may_change(evening.play) and fits and differs:
        yield _describe_end(evening, fits, plan.ends + (fits - choice.rounds) * planner.pace.round)
    if plan.minutes:
        yield gettext("A clock of %(minutes)s ends it in time.") % {
            "minutes": _describe_minutes(timedelta(minutes=plan.minutes))
        }
    if plan.late and evening.stage != Stage.PLAYING:
        yield gettext("Begin at %(time)s.") % {"time": _format_hour(plan.begin)}


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


def make_first_settings(club: Club) -> Settings:
    """Return the settings of a new evening of the club: the usual settings, and the club's roles."""
    return Settings(roles=tuple(club.roles))


DRAW_POKER = PlannedPlay(POKER_EVENING.game.key, POKER_EVENING)


def list_offers(club: int, format: Format) -> tuple[GameGroup, ...]:
    """Return all that the club can play, in one query: its own rules first, then the games by family."""
    all_rules = list_playable(club)
    ours = tuple(_make_offer(rules, format) for rules in all_rules if rules.house is not None)
    groups = [GameGroup(_("Your house rules"), ours)] if ours else []
    for family, title in reversed(list(describe.FAMILIES.items())):
        games = (
            rules for rules in all_rules if rules.house is None and get_ruleset(rules.key).family == family
        )
        groups.append(GameGroup(_(title), tuple(_make_offer(rules, format) for rules in games)))
    return tuple(groups)


def find_planned_play(club: int, key: str, format: str) -> PlannedPlay:
    """Return the game chosen by its key. RuleError at ``game`` or ``format``."""
    rules = next((choice for choice in list_playable(club) if _make_key(choice) == key), None)
    if rules is None:
        if not key.startswith(HOUSE):
            get_ruleset(key)  # RuleError: there is no such game
        raise RuleError("game", _(RETIRED))
    play = build_play(rules.key, rules.options, find_format(format or Progressive.key).key)
    return PlannedPlay(key, play, "" if rules.house is None else rules.title)


def find_format(format: str) -> Format:
    """Return the format with this key. RuleError at ``format`` if an evening cannot have this format."""
    choice = get_format(format)
    if choice not in PLANNED:
        raise RuleError("format", UNKNOWN_VALUE, value=format)
    return choice


def find_last_played(club: int) -> PlannedPlay:
    """Return the plan of the club's last evening, as most clubs repeat it. At first, return Draw Poker."""
    last = find_last_planned(club, [format.key for format in PLANNED])
    if last is None:
        return DRAW_POKER
    try:
        play = last.play
    except RuleError:  # the game has changed since
        return DRAW_POKER
    if not last.rules_name:
        return PlannedPlay(last.game, play)
    ours = (
        rules for rules in list_playable(club) if rules.house is not None and rules.title == last.rules_name
    )
    house = next((rules for rules in ours if rules.key == last.game), None)
    return find_planned_play(club, _make_key(house), last.format) if house else DRAW_POKER


@dataclass(frozen=True)
class Beginning:
    """The first values of a new evening's form. ``evening``: the evening from which they come, if any."""

    play: Play
    settings: Settings
    evening: int | None = None


def make_beginning(club: Club, plan: PlannedPlay, *, usual: bool = False) -> Beginning:
    """Return the settings with which the last evening of this game and format ended.

    Return the club's usual settings if there is no such evening, or with ``usual``.
    """
    last = (
        None if usual else find_last_ended(club.pk, plan.play.game.key, plan.play.format.key, plan.rules_name)
    )
    try:
        return _begin_after(last, plan) if last else Beginning(plan.play, make_first_settings(club))
    except RuleError:  # the game or a setting has changed since
        return Beginning(plan.play, make_first_settings(club))


def _begin_after(last: Evening, plan: PlannedPlay) -> Beginning:
    """Return the beginning after the evening ``last``, without prizes for a group that was removed."""
    settings, groups = derive_next_settings(last), load_group_names(last.club_id)
    prizes = tuple(prize for prize in settings.prizes if expand_prize(prize).group in ("", *groups))
    play = plan.play if plan.rules_name else last.play
    return Beginning(play, replace(settings, prizes=prizes), last.pk)


def read_plan(evening: Evening) -> PlannedPlay:
    """Return the game, format and house rules of the evening."""
    return PlannedPlay("" if evening.rules_name else evening.game, evening.play, evening.rules_name)


def _make_key(rules: Playable) -> str:
    return rules.key if rules.house is None else f"{HOUSE}{rules.house}"


def _make_offer(rules: Playable, format: Format) -> GameOffer:
    game = get_ruleset(rules.key)
    summary = describe.summarize(game)
    if rules.house is not None:
        changes = {o.key: rules.options[o.key] for o in game.options if rules.options[o.key] != o.default}
        options = "; ".join(f"{title}: {value}" for title, value in describe.describe_options(game, changes))
        summary = _("%(game)s, changed: %(options)s") % {"game": _(game.title), "options": options}
    return GameOffer(_make_key(rules), rules.title, summary, _find_refusal(rules, format))


def _find_refusal(rules: Playable, format: Format) -> str:
    try:
        build_play(rules.key, rules.options, format.key)
    except RuleError as error:
        return describe_refusal(error, {})
    return ""
