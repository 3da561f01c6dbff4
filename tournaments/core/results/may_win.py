"""Who cannot win a prize of an evening, and why; and which winners have played little."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from tournaments.core.evening import Facts
from tournaments.core.reasons import Reason
from tournaments.core.record import Presence, PresenceFact
from tournaments.core.results.prizes import Award, Prize

NOT_PRESENT = Reason("out_absent")
"""The same of somebody of whom no more is known."""


def cannot_win(facts: Facts) -> dict[int, Reason]:
    """Return why each of these cannot win: not present at the last bell, or too few deals.

    By setting those who left can win, too. Whoever goes home after the last bell was present at it. Before
    the first bell: who is not here.
    """
    played = deals_played(facts)
    why = few_deals({entry: played[entry] for entry in facts.started}, facts.settings.prize_deals)
    return why if facts.settings.leavers_win else why | _absent(facts)


def roles_able(facts: Facts, out: Collection[int]) -> tuple[str, ...]:
    """Return the role of each player who started and is not ``out``, empty where there is none."""
    roles = {entry.id: entry.role for entry in facts.entries}
    return tuple(roles.get(entry, "") for entry in facts.started if entry not in out)


def few_deals(played: Mapping[int, int], least: int) -> dict[int, Reason]:
    """Return why each of those with fewer deals than ``least`` cannot win."""
    most = max(played.values(), default=0)
    return {
        who: Reason("out_deals", {"figure": deals, "most": most, "least": least})
        for who, deals in played.items()
        if deals < least
    }


def deals_played(facts: Facts) -> Counter[int]:
    """Return how many decided deals each has played."""
    return Counter(line.entry for pool in facts.pools for line in pool.lines)


def _absent(facts: Facts) -> dict[int, Reason]:
    """Why each who was not present at the last bell cannot win."""
    rung = max((played.rung_seq or 0 for played in facts.rounds), default=0)
    spoken = sorted(facts.presences, key=lambda presence: presence.seq)
    last = {fact.entry: fact for fact in spoken if fact.seq <= rung or not rung}
    codes = facts.play.format.absent
    return {
        entry: _why_absent(last.get(entry), codes)
        for entry in facts.started
        if entry not in last or not last[entry].state.plays
    }


def _why_absent(fact: PresenceFact | None, codes: Mapping[Presence | None, str]) -> Reason:
    if fact is None:
        return Reason(codes[None])
    return Reason(codes[fact.state], {"round": fact.from_round})


@dataclass(frozen=True)
class PlayedLittle:
    """A winner who has played less than half: ``played`` of ``most`` deals, or evenings of a season."""

    prize: Prize
    who: int
    played: int
    most: int


def played_little(awards: Iterable[Award], played: Mapping[int, tuple[int, int]]) -> tuple[PlayedLittle, ...]:
    """Return the winners who have played less than half; ``played``: how many, and of how many."""
    return tuple(_little(awards, played))


def _little(awards: Iterable[Award], played: Mapping[int, tuple[int, int]]) -> Iterator[PlayedLittle]:
    for award in awards:
        for who in award.winners:
            mine, most = played.get(who, (0, 0))
            if 2 * mine < most:
                yield PlayedLittle(award.prize, who, mine, most)
