"""What the organiser can do with a person now, said in words before it is done."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.core.facts import Facts, Stage
from tournaments.core.kinds.dealing import enough
from tournaments.core.play import Play
from tournaments.core.settings import Counting
from tournaments.facts.running.bell import limits_of
from tournaments.models import Evening, OpenDeal
from tournaments.pages.running.people import (
    Person,
    State,
    TableNow,
    counters_in_words,
    open_tables,
    round_now,
)
from tournaments.phrases import phrase


@dataclass(frozen=True)
class Doing:
    """Something that can be done with a person: its key, what the button says, and what it will do."""

    what: str
    title: str
    effect: str
    danger: bool = False

    @property
    def direct(self) -> bool:
        """Whether the button is there at once: somebody stands before the organiser, coat in hand."""
        return self.what in ("leave", "pause", "return")


BEFORE_PLAY = (Stage.CHECK_IN, Stage.SEATED)
BEFORE_THE_END = (*BEFORE_PLAY, Stage.PLAYING)


@dataclass(frozen=True)
class Without:
    """What it means for the person's table if the person goes: who ``stays``, and a deal that was bid on."""

    stays: int = 0
    bid: bool = False


NOBODY = Without()


def without(evening: Evening, facts: Facts, people: Sequence[Person], person: Person) -> Without:
    """The person's table without the person; one query where bids are played for."""
    if person.table is None or facts.play.kind.stakes or evening.stage != Stage.PLAYING:
        return NOBODY
    bids = OpenDeal.objects.filter(round__evening=evening, round__number=round_now(facts), void=None)
    return Without(
        stays=sum(other.table == person.table for other in people) - 1,
        bid=bids.filter(position=person.table).exists(),
    )


MOVES_ABOUT = {"moving": True, "games": False, "ladder": True}
"""Whether people move between tables, so that somebody can keep a seat instead."""


def doings(evening: Evening, person: Person, known: int | None, goes: Without = NOBODY) -> tuple[Doing, ...]:
    """What the organiser can do with the person now; ``known`` are the counters by the ledger."""
    stage, state = Stage(evening.stage), person.state
    moves = evening.play.format.of(MOVES_ABOUT)
    here = state not in (State.PAUSED, State.LEFT)
    asks = {
        "leave": stage in (Stage.PLAYING, Stage.SETTLING) and state is not State.LEFT,
        "pause": stage is Stage.PLAYING and here,
        "return": stage is Stage.PLAYING and state is State.PAUSED,
        "move": stage in (Stage.SEATED, Stage.PLAYING) and (person.plays or person.may_sit),
        "swap": stage in (Stage.SEATED, Stage.PLAYING) and person.plays,
        "keep": moves and stage in BEFORE_THE_END and here and state is not State.KEEPS,
        "free": moves and stage in BEFORE_THE_END and state is State.KEEPS,
        "rename": stage is not Stage.DRAFT and stage is not Stage.FINISHED,
        "withdraw": stage in BEFORE_PLAY,
    }
    return tuple(_doing(what, evening, person, known, goes) for what, asked in asks.items() if asked)


def _doing(what: str, evening: Evening, person: Person, known: int | None, goes: Without) -> Doing:
    play = evening.play
    title, effect = {
        "leave": (gettext("Goes home"), _leaving(evening, person, known, goes)),
        "pause": (gettext("Pauses"), _pausing(evening.play, person, known, goes)),
        "return": (gettext("Is back"), _returning(evening.play)),
        "move": (
            gettext("Sits at another table"),
            phrase(play, "Sits down there at once, on the lowest free seat. The counters come along."),
        ),
        "swap": (
            gettext("Changes seats with …"),
            phrase(play, "The two change seats at once. Each keeps their own counters."),
        ),
        "keep": (
            gettext("Keeps the seat"),
            phrase(
                play, "Does not move about any more: when this seat would change, somebody else goes instead."
            ),
        ),
        "free": (gettext("Moves about again"), phrase(play, "Moves at the bell like everybody else.")),
        "rename": (
            gettext("Name or role"),
            gettext("Corrects what is shown tonight. The club’s list stays as it is."),
        ),
        "withdraw": (gettext("Take off the list"), _withdrawing(person)),
    }[what]
    return Doing(what, title, effect, danger=what in ("leave", "withdraw"))


def _leaving(evening: Evening, person: Person, known: int | None, goes: Without) -> str:
    play = evening.play
    parts = [play.kind.of(LEAVES)(play, person, known, goes)]
    if evening.stage == Stage.SETTLING:
        parts.append(phrase(play, "Who was here at the last bell can still win a prize."))
        return " ".join(part for part in parts if part)
    if person.table is not None:
        parts.append(phrase(play, "The seat is empty from the next bell. What was played stays."))
    if not evening.settings.leavers_win:
        parts.append(phrase(play, "Who leaves before the last bell wins no prize."))
    return " ".join(part for part in parts if part)


def _along(play: Play, person: Person, known: int | None, goes: Without) -> str:
    if person.state is State.PAUSED:
        return gettext("The counters are with the banker already.")
    if known is not None:
        return gettext("Takes %(counters)s along.") % {"counters": counters_in_words(known)}
    if not person.plays:
        return ""
    return gettext("Takes the counters along: count them first.")


def _table_without(play: Play, person: Person, known: int | None, goes: Without) -> str:
    """What becomes of a table of bids when somebody gets up."""
    if person.table is None or not goes.stays:
        return ""
    if not enough(play, goes.stays):
        return gettext("Too few are left at table %(table)s then: it cannot play on.") % {
            "table": person.table
        }
    if goes.bid:
        return gettext(
            "The deal in play at table %(table)s is called off: it is dealt and bid again "
            "without this person."
        ) % {"table": person.table}
    return gettext("Table %(table)s plays on without this person.") % {"table": person.table}


LEAVES = {"counters": _along, "points": _table_without}
"""What comes of somebody's going, by the kind of play."""


def _pausing(play: Play, person: Person, known: int | None, goes: Without) -> str:
    return play.kind.of(PAUSES)(play, person, known, goes)


def _seat_given_up(play: Play, person: Person, known: int | None, goes: Without) -> str:
    back = gettext("Is not seated until back.")
    return " ".join(part for part in (_table_without(play, person, known, goes), back) if part)


def _counters_wait(play: Play, person: Person, known: int | None, goes: Without) -> str:
    if known is None and not person.plays:
        return gettext("Is not seated until back.")
    where = phrase(play, "The seat is given up at the next bell.")
    if known is None:
        return gettext("The counters wait with the banker: count them first.") + " " + where
    waits = gettext("Waiting with the banker meanwhile: %(counters)s.") % {
        "counters": counters_in_words(known)
    }
    return f"{waits} {where}"


PAUSES = {"counters": _counters_wait, "points": _seat_given_up}
"""What comes of a pause, by the kind of play."""


def _returning(play: Play) -> str:
    return phrase(play, "Waits now, and is seated at the next bell with the counters from the banker.")


def _withdrawing(person: Person) -> str:
    if person.table is None:
        return gettext("Is not counted tonight. Stays on the club’s list.")
    return gettext("Is not counted tonight; the chair stays empty until seats are drawn anew.")


def asks_count(evening: Evening, facts: Facts, person: Person) -> bool:
    """Whether counters must be counted before the person can go: they are not known from the deals."""
    staked = any(stake.entry == person.entry for stake in facts.stakes)
    gone = person.state in (State.PAUSED, State.LEFT)
    return staked and not gone and evening.settings.counting is Counting.AT_THE_END


def room_for(
    evening: Evening, facts: Facts, people: Sequence[Person], person: Person
) -> tuple[TableNow, ...]:
    """Tables where the person could sit down now; none while the own table's result stands."""
    still_open, most = open_tables(facts, people), limits_of(evening).most
    if person.table is not None and person.table not in {table.number for table in still_open}:
        return ()
    return tuple(table for table in still_open if table.number != person.table and table.taken < most)


def may_swap_with(facts: Facts, people: Sequence[Person], person: Person) -> tuple[Person, ...]:
    """Those with whom the person could change seats now, by table."""
    numbers = {table.number for table in open_tables(facts, people)}
    if person.table not in numbers:
        return ()
    able = (other for other in people if other.table in numbers and other.entry != person.entry)
    return tuple(sorted(able, key=lambda other: (other.table or 0, other.chair or 0)))
