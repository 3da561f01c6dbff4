"""The last bell, for whoever takes it back: what it brought, and what would be lost."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from tournaments.core.evening import Facts
from tournaments.core.formats.preview import preview_of
from tournaments.core.record import Presence
from tournaments.evening.presenters.movers import Mover, movers
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.selectors.moves import moves_of_bell
from tournaments.models import Evening


@dataclass(frozen=True)
class LastBell:
    """The bell of ``round``. ``applied``: everybody moved and round ``opened`` is being played.

    ``undecided``: a cut or a count is missing for the moves to be made ``again``. ``lost`` are the tables
    with results in the opened round, ``discarded`` those results in words, ``back`` who left or paused in it.
    """

    round: int
    applied: bool
    possible: bool
    lost: tuple[int, ...]
    back: tuple[str, ...]
    made: tuple[Mover, ...] = ()
    again: tuple[Mover, ...] = ()
    undecided: bool = False
    discarded: tuple[str, ...] = ()

    @property
    def opened(self) -> int:
        return self.round + 1

    @property
    def differs(self) -> bool:
        """Whether the moves come out otherwise now."""
        return {(m.entry, m.end) for m in self.made} != {(m.entry, m.end) for m in self.again}


def last_bell(evening: Evening, *, moves: bool) -> LastBell:
    """The last bell; with ``moves`` also those it brought, and those that it would bring now."""
    facts = load_facts(evening.pk)
    names = facts.names
    if not facts.rounds:
        return LastBell(0, False, False, (), ())
    last = facts.now
    applied = not last.rung and not last.closed and last.number > 1
    round = last.number - 1 if applied else last.number
    there: dict[str, Any] = {}
    if moves and applied:
        preview = preview_of(facts, round)
        there = {
            "made": movers(facts.play, moves_of_bell(evening, round), names),
            "again": movers(facts.play, preview.bell.moves, names),
            "undecided": bool(preview.cuts or preview.counts),
        }
    return LastBell(
        round=round,
        applied=applied,
        possible=applied or (not moves and (last.rung or last.closed)),
        lost=tuple(sorted({p.position for p in facts.pools if p.round == last.number})) if applied else (),
        back=_back(facts, last.number, names) if applied else (),
        discarded=_results(facts, last.number) if applied else (),
        **there,
    )


def _results(facts: Facts, number: int) -> tuple[str, ...]:
    """The results of the round, each by who won."""
    names = facts.names
    pools = [pool for pool in facts.pools if pool.round == number]
    return tuple(
        gettext("Table %(table)s, deal %(deal)s: won by %(names)s")
        % {
            "table": pool.position,
            "deal": pool.deal,
            "names": ", ".join(names[line.entry] for line in pool.lines if line.won) or gettext("nobody"),
        }
        for pool in sorted(pools, key=lambda pool: (pool.position, pool.deal))
    )


def _back(facts: Facts, opened: int, names: dict[int, str]) -> tuple[str, ...]:
    """Who left or paused in the round that would be taken back, and so would be here again."""
    gone = (Presence.LEFT, Presence.PAUSED)
    return tuple(
        names[spoken.entry]
        for spoken in facts.presences
        if spoken.from_round == opened and spoken.state in gone
    )
