"""Pages of games that are played for counters."""

from collections.abc import Callable, Iterable, Sequence

from django.utils.translation import gettext, ngettext

from accounts.errors import gettext_noop as _
from games.rules.deals import Deal
from tournaments.base.phrases import phrase
from tournaments.base.words import cards, signed, who_won
from tournaments.core.evening import Facts, Play
from tournaments.core.kinds.awaited import still_out
from tournaments.core.movement.seating import pools_by_table, positions
from tournaments.core.record import Line, Pool
from tournaments.core.settings import Settings
from tournaments.evening.presenters.kinds.kind import (
    CounterLine,
    KindPages,
    Progress,
    TableWithout,
    ledger_lines,
    stood,
)


class CountersPages(KindPages):
    best_deal = _("Best deal, in counters")
    figures = {"counters": _("Counters"), "fresh": _("Fresh stakes")}
    picture = ("counters", _("Counters, round by round"))

    def result(self, lines: Sequence[Line], name: Callable[[int], str]) -> str:
        """ "Ben won (+12); Ada (−5), Cy (−5) called; Dee (−2)"."""

        def each(some: Iterable[Line]) -> list[str]:
            return [" ".join(filter(None, (name(line.entry), *_shown(line)))) for line in some]

        def named(some: Iterable[Line]) -> str:
            return ", ".join(each(some))

        winners = each(line for line in lines if line.won)
        callers = named(line for line in lines if line.in_call and not line.won)
        others = named(line for line in lines if not line.in_call and not line.won and line.counters)
        parts = [
            who_won(winners) if winners else gettext("nobody won"),
            gettext("%(names)s called") % {"names": callers} if callers else "",
            others,
        ]
        return "; ".join(filter(None, parts))

    def lines(self, facts: Facts, entry: int) -> tuple[CounterLine, ...]:
        return ledger_lines(facts).get(entry, ())

    def leaving(self, play: Play, known: int | None, goes: TableWithout, *, plays: bool, paused: bool) -> str:
        if paused:
            return gettext("The banker already has the counters.")
        if known is not None:
            return counters_along(known)
        return gettext("Count the player’s counters first.") if plays else ""

    def pausing(self, play: Play, known: int | None, goes: TableWithout, *, plays: bool) -> str:
        if known is None and not plays:
            return gettext("The player gets no seat before they are back.")
        counters = gettext("Count the player’s counters first.") if known is None else counters_waiting(known)
        return f"{counters} {phrase(play, 'The seat becomes free at the next bell.')}"

    def single_deals(self, facts: Facts, number: int) -> dict[int, Progress]:
        return {}

    def whole_games(self, facts: Facts, number: int) -> dict[int, Progress]:
        out, pools = still_out(facts, number), pools_by_table(facts, number)
        return {
            table: Progress(_next(facts, pools[table]) if table in out else stood(pools[table]))
            for table in positions(facts, number)
        }

    def coming_deals(
        self, play: Play, settings: Settings, began: int, pools: Sequence[Pool]
    ) -> Iterable[tuple[int, Deal | None]]:
        return ((number, None) for number in range(len(pools) + 1, settings.deals + 1))


def _shown(line: Line) -> tuple[str, str]:
    return cards(line.cards), "" if line.counters is None else f"({signed(line.counters)})"


def _next(facts: Facts, pools: Sequence[Pool]) -> str:
    return gettext("Deal %(n)s of %(of)s") % {"n": len(pools) + 1, "of": facts.settings.deals}


def counters_in_words(counters: int) -> str:
    return ngettext("%(counters)s counter", "%(counters)s counters", counters) % {"counters": counters}


def counters_along(counters: int) -> str:
    return gettext("The player takes %(counters)s home.") % {"counters": counters_in_words(counters)}


def counters_waiting(counters: int) -> str:
    return gettext("The banker keeps %(counters)s for this player.") % {
        "counters": counters_in_words(counters)
    }
