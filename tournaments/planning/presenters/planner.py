"""The planner: when tonight's evening ends, and what to change so that it ends in time."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext, ngettext

from tournaments.attendance.presenters.checkin import plan_for
from tournaments.core.kinds import planner
from tournaments.core.kinds.planner import Pace, Plan, Source
from tournaments.core.movement import position
from tournaments.core.record import Stage
from tournaments.evening.presenters.formats.registry import format_pages
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.selectors.lines import last_opened
from tournaments.evening.selectors.round_lengths import round_lengths
from tournaments.models import Evening

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
        return planner.plan(
            self.pace, start=start, rounds=asked.rounds, wished=wished, beside=self.beside, clock=clock
        )

    @staticmethod
    def _at(day: date, hour: time) -> datetime:
        return timezone.make_aware(datetime.combine(day, hour))


def planner_of(evening: Evening, now: datetime) -> Planner:
    """Return the planner of the evening. Of one that is being played, the rounds that are left."""
    facts, settings, play = load_facts(evening.pk), evening.settings, evening.play
    here = sum(presence.plays for presence in position.presences(facts, 2).values())
    players = _at_a_table(evening, here)
    pace = planner.pace_of(play, settings, players, round_lengths(evening))
    number, start = _start(evening, now)
    most = planner.most_rounds(play, players)
    known = min(most, facts.round_count or format_pages(play.format).usual_rounds)
    first = Asked(start.time(), max(1, known - number + 1), ENDS)
    beside = planner.rest(play, settings, players)
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


SOURCES = {Source.PAST: _of_past, Source.CLOCK: _of_clock, Source.USUAL: _of_game}


def _changes(asked: Asked, of: Planner, plan: Plan) -> Iterator[str]:
    """Yield what would end it in time, or what there is time for."""
    evening, fits = of.evening, min(plan.fits, of.most)
    other = fits < asked.rounds if plan.late else fits > asked.rounds
    if planner.may_change(evening.play) and fits and other:
        yield _ends(evening, fits, plan.ends + (fits - asked.rounds) * of.pace.round)
    if plan.minutes:
        yield gettext("A clock of %(minutes)s ends it in time.") % {
            "minutes": _minutes(timedelta(minutes=plan.minutes))
        }
    if plan.late and evening.stage != Stage.PLAYING:
        yield gettext("Begin at %(time)s.") % {"time": _hour(plan.begin)}
