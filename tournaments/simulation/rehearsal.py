"""Rehearsals of an evening with simulated people, and the demo club of a first run.

A rehearsal is a copy of the evening. It is played faster, and deleted later. A periodic task plays it step by
step through the same services as people. So it needs no process of its own, and people can take part on its
pages. The demo has a login for its owner, a finished evening, an evening in its sixth round, and a league.
"""

import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import NAMESPACE_URL, uuid5

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format

from accounts.clubs.services import club_create
from accounts.errors import RuleError, StaleError, StateError
from accounts.errors import gettext_noop as _
from accounts.models import DEMO, DEMO_CLUB, Club, User
from accounts.names import name_key
from accounts.outages import find_outage
from accounts.permissions import Right, find_right, require
from accounts.refusals import DONE_ALREADY
from tournaments.attendance.services import Arrival, people_check_in
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.core.chance import order_by_lot
from tournaments.core.counters import ledger
from tournaments.core.formats.preview import build_preview
from tournaments.core.kinds import awaited
from tournaments.core.kinds.awaited import estimate_deals, estimate_play_time
from tournaments.core.leagues.rules import Rules
from tournaments.core.movement.seating import group_pools, list_presences
from tournaments.core.movement.table_sizes import TOO_FEW_PLAYERS
from tournaments.core.record import ENDED, Stage, StakeKind
from tournaments.core.results.elsewhere import ResultLine
from tournaments.core.settings import Settings, Unfinished
from tournaments.evening.selectors.access import is_recorded, public_names_of
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.services.evenings import check_in_open
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Award, Evening, Journal, Rehearsal, RoundRow, Season
from tournaments.prizes.services import prize_reveal
from tournaments.results.services import evening_finish, evening_settle, final_count
from tournaments.seasons.services.leagues import league_create, season_create
from tournaments.seasons.services.seasons import SeasonBy, evening_add
from tournaments.seating.services import evening_start, seats_draw
from tournaments.simulation import Login
from tournaments.simulation.hall import Hall, make_name
from tournaments.simulation.rounds import Progress, SimulationOrder, play_deal, settle_bell, simulate
from tournaments.transfer.services.imported_results import ElsewhereResult, evening_record

log = logging.getLogger(__name__)

SPEEDS = (1, 10, 60)
"""The speeds of a rehearsal, as multiples of a real evening's."""

LONGEST, KEPT = timedelta(minutes=20), timedelta(days=1)
"""How long a rehearsal is played at most, and how long after that it is deleted."""

CLAIM, AGAIN = timedelta(seconds=10), timedelta(seconds=2)
"""The time until another worker plays a lost worker's step, and until a refused step is tried again."""

BUDGET = 0.25
"""Seconds for all rehearsals in one sweep: the bells of real evenings come first."""

SEATING, CUTTING, TELLING = timedelta(minutes=2), timedelta(seconds=30), timedelta(seconds=20)
"""How long people in a real hall take to sit down, to cut and move, and to hear of a prize."""

TO_BE_SEEN = timedelta(seconds=1)
"""The least time for a step that the whole hall should see, at any speed."""

PLAYED = 0.8
"""The part of a round's time that its deals take."""

USUAL_ROUNDS, MOST_GAMES = 20, 100
"""The usual number of rounds, and the most whole games; an evening of whole games can end earlier."""


@transaction.atomic
def rehearsal_start(*, actor: User, evening: int, speed: int, players: int = 0) -> Evening:
    """Copy the evening with its people and settings, and begin to play the copy.

    ``players``: the total number of people, filled up with simulated names. The original evening does not
    change.
    """
    real = Evening.objects.select_related("club").select_for_update(of=("self",)).get(pk=evening)
    require(find_right(actor.pk, real.club_id), Right.RUN)
    _refuse(real, speed)
    people = _list_people(real, players)
    chosen = ("club", "name", "held_on", "format", "game", "options", "rules_name", "chosen")
    copy = Evening.objects.create(
        **{field: getattr(real, field) for field in chosen}, seq=1, rehearsal_of=real
    )
    line = Journal.objects.create(evening=copy, seq=1, verb="evening_planned", actor=actor)
    usual = MOST_GAMES if copy.play.format.may_play_on(bell_rung=True) else USUAL_ROUNDS
    rounds = load_facts(copy.pk).round_count or usual
    Rehearsal.objects.create(
        evening=copy, speed=speed, rounds=rounds, next_at=line.at, until=line.at + LONGEST
    )
    check_in_open(RequestedBy(copy.pk))
    people_check_in(RequestedBy(copy.pk), people=people)
    return copy


def _refuse(real: Evening, speed: int) -> None:
    if real.rehearsal_of_id or is_recorded(real) or real.stage in (Stage.SETTLING, *ENDED):
        raise StateError("stage", _("Only an evening that is still to be played can be rehearsed."))
    if speed not in SPEEDS:
        raise RuleError("speed", _("Choose one of these speeds: %(speeds)s."), speeds="1, 10, 60")
    if Evening.objects.filter(rehearsal_of=real).exists():
        raise StaleError("rehearsal", _("There is a rehearsal of this evening. Throw it away first."))


def _list_people(real: Evening, players: int) -> list[Arrival]:
    """Return the people present, by their public names, and simulated ones up to ``players``."""
    facts, names = load_facts(real.pk), public_names_of(real)
    presence = list_presences(facts, max([1, *(played.number + 1 for played in facts.rounds)]))
    people = [Arrival(names[entry.id], entry.role) for entry in facts.entries if presence[entry.id].plays]
    used_keys, roles = {name_key(person.name) for person in people}, real.settings.roles or ("",)
    number = 0
    while len(people) < players:
        if name_key(make_name(number)) not in used_keys:
            people.append(Arrival(make_name(number), roles[len(people) % len(roles)]))
        number += 1
    if len(people) < real.play.game.fewest:
        raise StateError(
            "players",
            TOO_FEW_PLAYERS,
            fewest=real.play.game.fewest,
            players=len(people),
        )
    return people


@transaction.atomic
def rehearsal_end(*, actor: User, evening: int) -> None:
    """Delete the rehearsal and everything recorded in it."""
    club = Evening.objects.values_list("club", flat=True).get(pk=evening)
    require(find_right(actor.pk, club), Right.RUN)
    copy = Evening.objects.select_for_update().filter(rehearsal_of=evening).first()
    if copy is None:
        raise StaleError("rehearsal", DONE_ALREADY)
    copy.delete()


def rehearsals_play(now: datetime) -> int:
    """Play due steps of rehearsals within ``BUDGET``, and delete old rehearsals. Return how many steps."""
    until, count = time.monotonic() + BUDGET, 0
    due = Rehearsal.objects.filter(Q(next_at__lte=now) | Q(until__lt=now - KEPT))
    for row in due.order_by("next_at"):
        if row.until < now - KEPT:
            Evening.objects.filter(pk=row.evening_id).exclude(rehearsal_of=None).delete()
        while row.next_at and row.next_at <= now and time.monotonic() < until and _claim(row, now):
            _play(row, now)
            count += 1
    return count


def _claim(row: Rehearsal, now: datetime) -> bool:
    """Claim the due step. Return whether this process got it."""
    mine = Rehearsal.objects.filter(pk=row.pk, next_at=row.next_at)
    return mine.update(next_at=now + CLAIM) == 1


def _play(row: Rehearsal, now: datetime) -> None:
    """Play one step, and store when the next is due. A bug ends the rehearsal, and affects nothing else."""
    was = row.next_at or now
    try:
        row.next_at = _step(row, now, was) if now < row.until else None
    except RuleError as refusal:
        log.debug("Not played in the rehearsal %s: %s", row.pk, refusal)
        row.next_at = now + AGAIN
    except Exception as error:
        outage = find_outage(error)
        if not outage and not Rehearsal.objects.filter(pk=row.pk).exists():
            return  # the rehearsal was deleted meanwhile
        log.log(
            logging.WARNING if outage else logging.ERROR,
            "Rehearsal %s: %s",
            row.pk,
            error,
            exc_info=not outage,
        )
        row.next_at = now + AGAIN if outage else None
    Rehearsal.objects.filter(pk=row.pk).update(next_at=row.next_at, state=row.state)


def _step(row: Rehearsal, now: datetime, was: datetime) -> datetime | None:
    """Play the step. Return when the next one is due; None if the rehearsal is over."""
    evening = Evening.objects.get(pk=row.evening_id)
    if evening.rehearsal_of_id is None:
        raise AssertionError("a real evening is never played by the program")
    step = Rehearsed(row, _rebuild_hall(evening, row), now)
    pause = STEPS[Stage(evening.stage)](step)
    return None if pause is None else max(was, now - TO_BE_SEEN) + pause


@dataclass(frozen=True)
class Rehearsed:
    """A rehearsal at one step."""

    row: Rehearsal
    hall: Hall
    now: datetime

    @property
    def request(self) -> RequestedBy:
        return self.hall.request()

    def scale_pause(self, length: timedelta, least: timedelta = TO_BE_SEEN) -> timedelta:
        """Return the pause in this rehearsal for a real one of this ``length``, but at least ``least``."""
        return max(length / self.row.speed, least)


def _rebuild_hall(evening: Evening, row: Rehearsal) -> Hall:
    """Return the hall by the facts. A purse that the ledger lacks is the stakes plus the net so far."""
    hall = Hall(evening, None, f"rehearsal {evening.pk}", evening.play)
    facts, won = hall.reload(), row.state.get("won", {})
    stakes = _count_given(hall)
    balances = ledger.compute_balances(facts, evening.settings) if stakes else {}
    for entry, given in stakes.items():
        balance = balances.get(entry)
        hall.purses[entry] = max(0, given + won.get(str(entry), 0)) if balance is None else balance
    if facts.rounds and row.state.get("round") == hall.round:
        hall.waiting = {int(table): each for table, each in row.state["waiting"].items()}
    return hall


def _count_given(hall: Hall) -> Counter[int]:
    """Return the counters that the banker gave each person, less those taken away."""
    given = Counter[int]()
    for stake in hall.facts.stakes:
        given[stake.entry] += -stake.counters if stake.kind is StakeKind.DEPARTURE else stake.counters
    return given


def _draw(step: Rehearsed) -> timedelta:
    seats_draw(step.request)
    return step.scale_pause(SEATING)


def _begin(step: Rehearsed) -> timedelta:
    evening_start(step.request)
    return step.scale_pause(CUTTING)


def _play_on(step: Rehearsed) -> timedelta:
    """Play a table's next deal, ring the bell, or do what follows the bell. Wait while the clock waits."""
    hall = step.hall
    round = RoundRow.objects.get(evening=hall.evening, number=hall.round, void=None)
    if round.rung_id is None and round.left is not None:
        return TO_BE_SEEN
    if round.rung_id is None and round.starts_at and step.now < round.starts_at:
        return round.starts_at - step.now
    open_tables = awaited.find_awaited_tables(hall.facts, hall.round)
    if open_tables:
        return _deal(step, open_tables)
    if round.rung_id is None:
        bell_ring(step.request, round=hall.round)
        return step.scale_pause(CUTTING)
    return _follow_bell(step)


def _deal(step: Rehearsed, open_tables: tuple[int, ...]) -> timedelta:
    """Play a deal at the unfinished table with the fewest deals."""
    hall, evening = step.hall, step.hall.evening
    pools, tables = group_pools(hall.facts, hall.round), hall.tables()
    lots = hall.make_random("turn", hall.round, len(hall.facts.pools))
    table = min(open_tables, key=lambda number: (len(pools[number]), lots.random()))
    play_deal(hall, tables[table], len(pools[table]) + 1, ())
    hall.reload()
    given = _count_given(hall)
    step.row.state = {
        "won": {str(entry): held - given[entry] for entry, held in hall.purses.items()},
        "round": hall.round,
        "waiting": hall.waiting,
    }
    size = max(len(each.playing) for each in tables.values())
    size = min(max(size, hall.play.game.fewest), hall.play.game.most)
    time = estimate_play_time(hall.play, evening.settings, size) * PLAYED
    deals = estimate_deals(hall.play, evening.settings, size)
    return step.scale_pause(time / (len(tables) * deals), timedelta())


def _follow_bell(step: Rehearsed) -> timedelta:
    """Cut and count. Then settle up after the last round; else move, unless the program moves by itself."""
    hall, number = step.hall, step.hall.round
    last = build_preview(hall.facts, number).is_last or number >= step.row.rounds
    settle_bell(hall, chips_only=last)
    if Evening.objects.values_list("seq", flat=True).get(pk=hall.evening.pk) != hall.evening.seq:
        return step.scale_pause(CUTTING)
    if last:
        evening_settle(step.request, round=number)
    elif not hall.evening.settings.auto_moves:
        moves_apply(step.request, round=number)
    return step.scale_pause(CUTTING)


def _settle(step: Rehearsed) -> timedelta:
    hall = step.hall
    if hall.purses and not hall.counts_each_deal:
        final_count(step.request, counts=hall.count_counters(hall.list_on_tables()))
    evening_finish(step.request)
    return step.scale_pause(TELLING)


def _reveal(step: Rehearsed) -> timedelta | None:
    """Announce the next prize; the main prize is last."""
    award = Award.objects.filter(result__evening=step.hall.evening, revealed=None).order_by("-rank").first()
    if award is None:
        return None
    prize_reveal(step.request, prize=award.prize)
    return step.scale_pause(TELLING)


STEPS: dict[Stage, Callable[[Rehearsed], timedelta | None]] = {
    Stage.CHECK_IN: _draw,
    Stage.SEATED: _begin,
    Stage.PLAYING: _play_on,
    Stage.SETTLING: _settle,
    Stage.FINISHED: _reveal,
    Stage.CALLED_OFF: lambda at: None,
}


LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # without characters that are easily confused


def demo_make(progress: Callable[[str], Progress]) -> Login | None:
    """Create the whole demo or nothing; None if somebody has an account already.

    ``progress`` is called with each evening's name before it is played.
    """
    with transaction.atomic():
        if User.objects.exists():
            return None
        login = Login(DEMO, make_password())
        owner = User.objects.create_user(login.email, login.password, name="Demo organiser")
        club = club_create(owner=owner, name=DEMO_CLUB)
        evenings = [
            simulate(order, club=club, actor=owner, progress=progress(order.name))
            for order in list_demo_evenings()
        ]
        make_demo_league(club, owner, evenings, last=evenings[0].held_on)
    return login


def list_demo_evenings() -> tuple[SimulationOrder, ...]:
    """Return the orders for last week's whole evening, and for today's evening in its sixth round."""
    settings, today = Settings(unfinished=Unfinished.CUT), timezone.localdate()
    last_week = today - timedelta(days=7)
    return (
        SimulationOrder("Last week's evening", rounds=20, seed="7", settings=settings, held_on=last_week),
        SimulationOrder("Tonight, in its sixth round", rounds=6, seed="11", settings=settings, open=True),
    )


def make_password() -> str:
    """Return a password that is easy to read and type: three groups of five, 74 bits."""
    return "-".join("".join(secrets.choice(LETTERS) for _letter in range(5)) for _group in range(3))


RULES = Rules(best=3, yellow=1)
RECORDED, REGULARS, STAYING_AWAY = 3, 28, 4
KEY = uuid5(NAMESPACE_URL, "headtable:demo")  # the seed of the season's lots


def make_demo_league(club: Club, owner: User, evenings: Iterable[Evening], last: date) -> Season:
    """Create a season with these evenings, and with some recorded ones in the weeks before ``last``."""
    league = league_create(by=owner, club=club, name="Demo League")
    season = season_create(by=owner, league=league, name="This season", rules=RULES, key=KEY)
    recorded = [
        evening_record(actor=owner, club=club, result=_make_recorded_result(number, last))
        for number in range(RECORDED)
    ]
    for evening in (*recorded, *evenings):
        evening_add(SeasonBy(season.pk, owner), evening=evening.pk)
    return season


def _make_recorded_result(number: int, last: date) -> ElsewhereResult:
    """Return recorded evening ``number``, from 0."""
    held_on = last - timedelta(weeks=RECORDED - number)
    title = "Evening of {day}".format(day=date_format(held_on, "MONTH_DAY_FORMAT"))
    return ElsewhereResult(title, held_on, _make_lines(number))


def _make_lines(number: int) -> tuple[ResultLine, ...]:
    """Return everybody's result. Good players are usually good; some players are absent."""
    present = order_by_lot(range(REGULARS), f"demo:here:{number}")[STAYING_AWAY:]
    luck = order_by_lot(present, f"demo:luck:{number}")
    skill = order_by_lot(range(REGULARS), "demo:skill")
    order = sorted(present, key=lambda person: (luck.index(person) + skill.index(person), luck.index(person)))
    settings = Settings()
    return tuple(
        ResultLine(
            make_name(person),
            settings.roles[person % len(settings.roles)],
            place=place,
            counters=settings.stake + len(order) + 1 - 2 * place,
            yellow=max(0, 4 - place),
        )
        for place, person in enumerate(order, start=1)
    )
