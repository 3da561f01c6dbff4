"""Yellow chips: who takes the one that the head table gives for each of its pools.

A chip is won and not moved for: whoever keeps a seat may win one, and so may a winner who left.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from tournaments.core.movement.chairs import HEAD, Table
from tournaments.core.movement.cuts import CutNeed, cards_of, settle, walk
from tournaments.core.reasons import Reason
from tournaments.core.record import Cut, Pool, Purpose

NOBODY: Mapping[int, Collection[int]] = {}


@dataclass(frozen=True)
class Chip:
    """A yellow chip: the head table's pool of this round and deal, and who took it."""

    round: int
    deal: int
    entry: int


@dataclass(frozen=True)
class Chips:
    """The yellow chips taken, and the cuts still needed, each with its round."""

    taken: tuple[Chip, ...]
    needs: tuple[tuple[int, CutNeed], ...]


def head_chip(head: Table, cuts: Iterable[Cut]) -> int | CutNeed | None:
    """Who takes the chip of the head table's last pool as the bell rings; nobody if the deal is void."""
    if not head.decided:
        return None
    playing = {player.entry for player in head.playing}
    return _chip(head.winners, head.winners - playing, head.deal, cuts)


def chip_verdicts(head: Table, chip: int | CutNeed | None, cuts: Collection[Cut]) -> dict[int, Reason]:
    """Return why those stay who share the head table's pool: they must cut for the chip, or have cut."""
    here = frozenset(player.entry for player in head.playing) & head.winners
    if chip is None or len(head.winners) < 2:
        return {}
    by_all = walk(Purpose.CHIP, HEAD, head.winners, head.deal, cuts)[0]
    attempts = by_all or walk(Purpose.CHIP, HEAD, here, head.deal, cuts)[0]
    due = chip.among if isinstance(chip, CutNeed) else ()
    verdicts = {entry: Reason("must_cut", {"others": due}) for entry in here.intersection(due)}
    for entry in here.intersection(dict(attempts[0]) if attempts else ()).difference(due):
        cards = cards_of(attempts, entry)
        verdicts[entry] = Reason("head_won_cut" if entry == chip else "cut_lower", cards)
    return verdicts


def _chip(winners: Collection[int], gone: Collection[int], deal: int, cuts: Iterable[Cut]) -> int | CutNeed:
    """Who takes the chip of a head pool: its winner even after leaving, or the highest cut of several.

    Who left before a divided pool was cut for does not cut; a cut that all of them made stands.
    """
    cuts = tuple(cuts)
    among_all = settle(Purpose.CHIP, HEAD, winners, deal, cuts)
    here = [entry for entry in winners if entry not in gone]
    if isinstance(among_all, int) or not here:
        return among_all
    return settle(Purpose.CHIP, HEAD, here, deal, cuts)


def yellow_chips(
    pools: Iterable[Pool],
    cuts: Iterable[Cut],
    gone: Mapping[int, Collection[int]] = NOBODY,
) -> Chips:
    """Who took a yellow chip for each of the head table's pools, in order of play.

    ``gone``: by round, those who dropped out during it; they do not cut for a divided pool.
    """
    taken, needs, cuts = list[Chip](), list[tuple[int, CutNeed]](), tuple(cuts)
    decided = (pool for pool in pools if pool.position == HEAD and pool.winners)
    for pool in sorted(decided, key=lambda pool: (pool.round, pool.deal)):
        made = [cut for cut in cuts if cut.round == pool.round]
        who = _chip(pool.winners, gone.get(pool.round, ()), pool.deal, made)
        if isinstance(who, CutNeed):
            needs.append((pool.round, who))
        else:
            taken.append(Chip(pool.round, pool.deal, who))
    return Chips(tuple(taken), tuple(needs))
