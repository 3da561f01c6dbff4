"""Swiss: people of about the same standing sit together, and few meet again."""

from collections.abc import Mapping, Sequence
from itertools import islice

from accounts.errors import gettext_noop as _
from games.rules.ruleset import Ruleset
from tournaments.core.draws.drawing import NextRound, Past, idle, in_chairs, why_out
from tournaments.core.draws.mixing import WORD, numbers
from tournaments.core.evening import Facts
from tournaments.core.formats.whole_games import GamesByStanding, History
from tournaments.core.movement.table_sizes import table_sizes
from tournaments.core.reasons import Reason


class Swiss(GamesByStanding):
    """Each plays the next game with those who stand about as they do."""

    key = "swiss"
    terms = ("game", "standings", "lot", "sits-out", "pause")
    title = _("Swiss")
    sentence = _("Whole games, each against players with similar standings. Nobody drops out.")

    def next_seats(self, facts: Facts, number: int) -> NextRound:
        history = History(facts, number)
        return next_round(history.best_first(), history.past, history.game, history.seed)

    def ranking(self, of_game: tuple[str, ...]) -> tuple[str, ...]:
        return (of_game[0], "strength", *of_game[1:])


NEAR = 1
"""How many tables from that of their standing people may sit, so that fewer meet again."""
NEIGHBOURS = 2 * NEAR + 1

STEPS_A_SEAT, STEPS_MOST = 300, 30_000
STAGES = range(3, 13)
"""At stage s a change that is worse by d is kept once in 2 to the power of s × d / MEETING."""

MEETING = 4
"""What it costs that two meet again, each time that they have met; a table further from home costs 1."""


def next_round(standing: Sequence[int], past: Past, game: Ruleset, seed: str) -> NextRound:
    """Return the next game: the people who are here, best first, at tables by standing.

    The place that each is shown is that among them, which the lot has set in order among equals.
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
    """Tables under change, first as the standing has them. People are numbers, from the best, 0.

    Nobody sits further than ``NEAR`` from home. What it costs somebody to sit at each table near it is in
    ``costs``, at ``begin[person] + table``: it is kept up with every change, and so only read at each step.
    """

    def __init__(self, playing: Sequence[int], sizes: Sequence[int], past: Past) -> None:
        place = {entry: number for number, entry in enumerate(playing)}
        people = iter(place.values())
        self.tables = [list(islice(people, size)) for size in sizes]
        self.home = [number for number, table in enumerate(self.tables) for _person in table]
        self.at = list(self.home)
        far = 3 * NEAR  # where those can sit whom somebody can meet
        self.begin = [person * (2 * far + 1) + far - home for person, home in enumerate(self.home)]
        self.costs = [abs(by) for _person in playing for by in range(-far, far + 1)]
        self.met = [self._met(person, place, past.met.get(entry, {})) for entry, person in place.items()]
        for other, table in enumerate(self.home):
            for person, cost in self.met[other].items():
                self.costs[self.begin[person] + table] += cost

    def _met(self, person: int, place: Mapping[int, int], met: Mapping[int, int]) -> dict[int, int]:
        """Return what it costs to meet each again who can come to the same table."""
        home, here = self.home, self.home[person]
        return {
            place[entry]: MEETING * times
            for entry, times in met.items()
            if entry in place and abs(home[place[entry]] - here) <= 2 * NEAR
        }

    @property
    def cost(self) -> int:
        """Return how much people meet again; nobody sits away from home at first."""
        return sum(self.costs[begin + at] for begin, at in zip(self.begin, self.at, strict=True)) // 2

    def settle(self) -> None:
        """Let people change about near their home as long as that helps, or the steps are done."""
        cost = lowest = self.cost
        best = self.tables, list(self.at)
        steps = min(STEPS_A_SEAT * len(self.at), STEPS_MOST) // len(STAGES)
        for stage in STAGES:
            if not cost:
                return
            cost = self._run(stage, steps, cost)
            if cost < lowest:
                lowest, best = cost, ([list(table) for table in self.tables], list(self.at))
        self.tables, self.at = best

    def _run(self, stage: int, steps: int, cost: int) -> int:
        """Let somebody change places with one near, if that is better or chance allows it; so many times.

        It ends as soon as nothing is left to better. One function, not several: it goes round 30,000 times.
        """
        at, home, begin, costs, met, tables = (
            self.at,
            self.home,
            self.begin,
            self.costs,
            self.met,
            self.tables,
        )
        people, last = len(at), len(tables) - 1
        draws = numbers(f"swiss:{stage}", 2 * steps)
        for which, chance in zip(draws, draws, strict=True):
            one = which % people
            here, mine = at[one], begin[one]
            now = costs[mine + here]
            if not now:
                continue
            which //= people
            there = home[one] + which % NEIGHBOURS - NEAR
            if there == here or not 0 <= there <= last:
                continue
            table = tables[there]
            other = table[which // NEIGHBOURS % len(table)]
            if not -NEAR <= home[other] - here <= NEAR:
                continue
            theirs = begin[other]
            change = costs[mine + there] - now + costs[theirs + here] - costs[theirs + there]
            change -= 2 * met[one].get(other, 0)
            if change > 0 and chance << (stage * change // MEETING) >= WORD:
                continue
            self._change(one, other)
            cost += change
            if not cost:
                break
        return cost

    def _change(self, one: int, other: int) -> None:
        """Let two people change places."""
        here, there = self.at[one], self.at[other]
        self.tables[here][self.tables[here].index(one)] = other
        self.tables[there][self.tables[there].index(other)] = one
        self.at[one], self.at[other] = there, here
        costs, begin = self.costs, self.begin
        for mover, gone, come in ((one, here, there), (other, there, here)):
            for person, cost in self.met[mover].items():
                at = begin[person]
                costs[at + gone] -= cost
                costs[at + come] += cost
