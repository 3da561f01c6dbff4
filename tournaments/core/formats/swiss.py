"""Swiss: people with similar standing sit together, and few meet again."""

from collections.abc import Mapping, Sequence
from itertools import islice

from accounts.errors import gettext_noop as _
from games.rules.ruleset import Ruleset
from tournaments.core.draws.drawing import NextRound, Past, choose_idle, explain_sitting_out, order_chairs
from tournaments.core.draws.mixing import WORD, draw_numbers
from tournaments.core.evening import Facts
from tournaments.core.formats.whole_games import GamesByStanding, History
from tournaments.core.movement.table_sizes import choose_sizes
from tournaments.core.reasons import Reason


class Swiss(GamesByStanding):
    """Each person plays the next game with people of similar standing."""

    key = "swiss"
    terms = ("game", "standings", "lot", "sits-out", "pause")
    title = _("Swiss")
    sentence = _("Whole games, each against players with similar standings. Nobody drops out.")

    def draw_next_seats(self, facts: Facts, number: int) -> NextRound:
        history = History(facts, number)
        return draw_next_round(history.rank_people(), history.past, history.game, history.seed)

    def list_ranking(self, of_game: tuple[str, ...]) -> tuple[str, ...]:
        return (of_game[0], "strength", *of_game[1:])


NEAR = 1
"""How many tables away from their own people may sit, so that fewer meet again."""
NEIGHBOURS = 2 * NEAR + 1

STEPS_A_SEAT, STEPS_MOST = 300, 30_000
STAGES = range(3, 13)
"""At stage s, a change that is worse by d is kept with a chance of 1 in 2 to the power s × d / MEETING."""

MEETING = 4
"""The cost when two people meet again, for each earlier meeting. A table further from home costs 1."""


def draw_next_round(ranked_people: Sequence[int], past: Past, game: Ruleset, seed: str) -> NextRound:
    """Return the next game: the people present, best first, at tables by standing.

    The place shown is the place among the people present; the lot orders equals. ``seed``: of the seat
    draw, the same in every game. RuleError if they are too few for one table. People who sat out least
    often sit out; people who dealt least deal.
    """
    sizes = choose_sizes(len(ranked_people), game)
    out = choose_idle(ranked_people, past.sat_out, sizes.sits_out, f"{seed}:{past.next}")
    playing = [entry for entry in ranked_people if entry not in out]
    drawn = _Tables(playing, sizes.sizes, past)
    drawn.improve()
    tables = tuple(order_chairs([playing[person] for person in table], past, seed) for table in drawn.tables)
    home = dict(zip(playing, drawn.home, strict=True))
    places = {entry: place for place, entry in enumerate(ranked_people, 1)}
    why = dict[int, Reason]()
    for number, table in enumerate(tables):
        for entry in table:
            figures: dict[str, int | str | tuple[int, ...]] = {
                "place": places[entry],
                "players": len(ranked_people),
            }
            if home[entry] != number:
                why[entry] = Reason("by_standing_near", figures)
            elif met := past.find_met(entry, table):
                why[entry] = Reason("by_standing_met", figures | {"others": met})
            else:
                why[entry] = Reason("by_standing", figures)
    return NextRound(tables, out, why | explain_sitting_out(out, past))


class _Tables:
    """Tables under change, at first by standing. People are numbers; 0 is the best.

    Nobody sits further than ``NEAR`` tables from home. ``costs`` at ``begin[person] + table`` is the cost
    for a person at a table. It is updated with every change, so that each step only reads it.
    """

    def __init__(self, playing: Sequence[int], sizes: Sequence[int], past: Past) -> None:
        place = {entry: number for number, entry in enumerate(playing)}
        people = iter(place.values())
        self.tables = [list(islice(people, size)) for size in sizes]
        self.home = [number for number, table in enumerate(self.tables) for _person in table]
        self.at = list(self.home)
        far = 3 * NEAR  # the range of people whom a person can meet
        self.begin = [person * (2 * far + 1) + far - home for person, home in enumerate(self.home)]
        self.costs = [abs(by) for _person in playing for by in range(-far, far + 1)]
        self.met = [
            self._cost_meetings(person, place, past.met.get(entry, {})) for entry, person in place.items()
        ]
        for other, table in enumerate(self.home):
            for person, cost in self.met[other].items():
                self.costs[self.begin[person] + table] += cost

    def _cost_meetings(self, person: int, place: Mapping[int, int], met: Mapping[int, int]) -> dict[int, int]:
        """Return the cost of meeting each person again who can come to the same table."""
        home, here = self.home, self.home[person]
        return {
            place[entry]: MEETING * times
            for entry, times in met.items()
            if entry in place and abs(home[place[entry]] - here) <= 2 * NEAR
        }

    @property
    def cost(self) -> int:
        """Return the cost of repeat meetings; at first nobody sits away from home."""
        return sum(self.costs[begin + at] for begin, at in zip(self.begin, self.at, strict=True)) // 2

    def improve(self) -> None:
        """Exchange people near their home as long as this helps, or until the steps are done."""
        cost = lowest = self.cost
        best = self.tables, list(self.at)
        steps = min(STEPS_A_SEAT * len(self.at), STEPS_MOST) // len(STAGES)
        for stage in STAGES:
            if not cost:
                return
            cost = self._run_stage(stage, steps, cost)
            if cost < lowest:
                lowest, best = cost, ([list(table) for table in self.tables], list(self.at))
        self.tables, self.at = best

    def _run_stage(self, stage: int, steps: int, cost: int) -> int:
        """Try ``steps`` exchanges with a person nearby; keep one that is better, or that chance allows.

        Stop when no exchange is better. This is one function, not several, for speed: the loop runs 30,000
        times.
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
        draws = draw_numbers(f"swiss:{stage}", 2 * steps)
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
            self._swap(one, other)
            cost += change
            if not cost:
                break
        return cost

    def _swap(self, one: int, partner: int) -> None:
        here, there = self.at[one], self.at[partner]
        self.tables[here][self.tables[here].index(one)] = partner
        self.tables[there][self.tables[there].index(partner)] = one
        self.at[one], self.at[partner] = there, here
        costs, begin = self.costs, self.begin
        for mover, gone, come in ((one, here, there), (partner, there, here)):
            for person, cost in self.met[mover].items():
                at = begin[person]
                costs[at + gone] -= cost
                costs[at + come] += cost
