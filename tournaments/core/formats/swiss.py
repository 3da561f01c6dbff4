"""Swiss: people of about the same standing sit together, and few meet again."""

from collections.abc import Sequence
from itertools import islice

from accounts.errors import gettext_noop as _
from games.rules.ruleset import Ruleset
from tournaments.core.draws.drawing import NextRound, Past, idle, in_chairs, why_out
from tournaments.core.draws.mixing import WORD, numbers
from tournaments.core.evening import Facts
from tournaments.core.formats.by_standing import games_by_standing
from tournaments.core.formats.history import History
from tournaments.core.formats.settings_of import OF_MOVES, OF_ONE_FORMAT
from tournaments.core.movement.table_sizes import table_sizes
from tournaments.core.reasons import Reason

NEAR = 1
"""How many tables from that of their standing people may sit, so that fewer meet again."""

STEPS_A_SEAT, STEPS_MOST = 300, 30_000
STAGES = range(3, 13)
"""At stage s a change that is worse by d is kept once in 2 to the power of s × d / MEETING."""

MEETING = 4
"""What it costs that two meet again, each time that they have met; a table further from home costs 1."""


def next_round(standing: Sequence[int], past: Past, game: Ruleset, seed: str) -> NextRound:
    """The next game: the people who are here, best first, at tables by standing.

    The place that each is told is that among them, which the lot has set in order among equals.
    ``seed`` is that of the seat draw, the same in every game. RuleError if they are too few for one
    table. Who sat out least sits out; who dealt least deals.
    """
    sizes = table_sizes(len(standing), game)
    out = idle(standing, past.sat_out, sizes.sits_out, f"{seed}:{past.next}")
    playing = [entry for entry in standing if entry not in out]
    drawn = _Tables(playing, sizes.sizes, past)
    drawn.settle()
    tables = tuple(in_chairs([playing[person] for person in table], past, seed) for table in drawn.tables)
    home = dict(zip(playing, drawn.home, strict=True))
    places = {entry: place for place, entry in enumerate(standing, 1)}
    why = dict[int, Reason]()
    for number, table in enumerate(tables):
        for entry in table:
            figures: dict[str, int | str | tuple[int, ...]] = {
                "place": places[entry],
                "players": len(standing),
            }
            if home[entry] != number:
                why[entry] = Reason("by_standing_near", figures)
            elif met := past.met_by(entry, table):
                why[entry] = Reason("by_standing_met", figures | {"others": met})
            else:
                why[entry] = Reason("by_standing", figures)
    return NextRound(tables, out, why | why_out(out, past))


class _Tables:
    """Tables under change, first as the standing has them. People are numbers, from the best, 0."""

    def __init__(self, playing: Sequence[int], sizes: Sequence[int], past: Past) -> None:
        place = {entry: number for number, entry in enumerate(playing)}
        self.met = [
            {place[other]: times for other, times in past.met.get(entry, {}).items() if other in place}
            for entry in playing
        ]
        people = iter(place.values())
        self.tables = [list(islice(people, size)) for size in sizes]
        self.home = [number for number, table in enumerate(self.tables) for _person in table]
        self.at = list(self.home)

    @property
    def cost(self) -> int:
        """How much people meet again and sit away from home."""
        again = sum(self._again(person, self.at[person]) for person in range(len(self.at))) // 2
        return MEETING * again + sum(abs(at - home) for at, home in zip(self.at, self.home, strict=True))

    def settle(self) -> None:
        """Let people change about near their home as long as that helps, or the steps are done."""
        cost = lowest = self.cost
        best = self.tables, list(self.at)
        steps = min(STEPS_A_SEAT * len(self.at), STEPS_MOST) // len(STAGES)
        for stage in STAGES:
            draws = numbers(f"swiss:{stage}", 2 * steps)
            for which, chance in zip(draws, draws, strict=True):
                if not cost:
                    return
                which, one = divmod(which, len(self.at))
                cost += self._try_change(one, which, stage, chance)
            if cost < lowest:
                lowest, best = cost, ([list(table) for table in self.tables], list(self.at))
        self.tables, self.at = best

    def _try_change(self, one: int, which: int, stage: int, chance: int) -> int:
        """Let somebody change places with one near, if that is better or chance allows it; what it costs."""
        here, home = self.at[one], self.home
        if here == home[one] and not self._again(one, here):
            return 0
        which, by = divmod(which, 2 * NEAR + 1)
        there = home[one] + by - NEAR
        if there == here or not 0 <= there < len(self.tables):
            return 0
        other = self.tables[there][which % len(self.tables[there])]
        if abs(home[other] - here) > NEAR:
            return 0
        again = self._again(one, there) + self._again(other, here) - 2 * self.met[one].get(other, 0)
        again -= self._again(one, here) + self._again(other, there)
        far = abs(home[one] - there) + abs(home[other] - here)
        far -= abs(home[one] - here) + abs(home[other] - there)
        change = MEETING * again + far
        if change > 0 and chance << (stage * change // MEETING) >= WORD:
            return 0
        self.tables[here][self.tables[here].index(one)] = other
        self.tables[there][self.tables[there].index(other)] = one
        self.at[one], self.at[other] = there, here
        return change

    def _again(self, person: int, table: int) -> int:
        """How often somebody has met those of a table."""
        met, times = self.met[person], 0
        for other in self.tables[table]:
            if other in met:
                times += met[other]
        return times


def _next_seats(facts: Facts, number: int) -> NextRound:
    history = History(facts, number)
    return next_round(history.best_first(), history.past, history.game, history.seed)


SWISS = games_by_standing(
    key="swiss",
    terms=("game", "standings", "lot", "sits-out", "pause"),
    title=_("Swiss"),
    sentence=_("Whole games, each against players with similar standings. Nobody drops out."),
    unused=frozenset({*OF_MOVES, *OF_ONE_FORMAT, "counting"}),
    next_seats=_next_seats,
    ranking=lambda of_game: (of_game[0], "strength", *of_game[1:]),
)
