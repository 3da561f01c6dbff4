"""Score sheets for the core's tests: an evening written down line by line, or played by chance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from tournaments.core.evening import Facts
from tournaments.core.formats.registry import POKER_EVENING
from tournaments.core.ranking.metrics import METRIC_KEYS, METRICS, build_figures
from tournaments.core.reasons import PEOPLE, SENTENCES, Reason
from tournaments.core.record import (
    Count,
    CountKind,
    DealPart,
    Ending,
    Entry,
    Pool,
    Presence,
    PresenceFact,
    Round,
    SeatFact,
    Stake,
    StakeKind,
    TableFact,
)
from tournaments.core.results.prizes import Belongs, PrizeAward, award
from tournaments.core.settings import Counting, Settings

EACH_DEAL = Settings()
AT_THE_END = Settings(counting=Counting.AT_THE_END)


def awarded(prizes, settled, entries, able, **how) -> tuple[PrizeAward, ...]:
    """The prizes for people as they are settled up, each in the role of their entry."""
    belongs = {entry.id: Belongs(entry.role) for entry in entries}
    return award(prizes, map(build_figures, settled.values()), belongs, all_but(able, settled), **how)


def all_but(able, everybody) -> dict[int, Reason]:
    """Everybody else was not there at the last bell."""
    return {who: Reason("out_absent") for who in everybody if who not in able}


def said(why: Reason) -> str:
    """The reason as it is read; fails if its sentence leaves a figure out or asks for another."""
    sentence, shown = " ".join(SENTENCES[why.code]), {}
    for key, figure in why.figures.items():
        assert f"%({key})s" in sentence
        if key in PEOPLE:
            people = figure if isinstance(figure, tuple) else (figure,)
            shown[key] = ", ".join(f"P{entry}" for entry in people)
        else:
            shown[key] = METRICS[str(figure)].title if key in METRIC_KEYS else str(figure)
    return sentence % shown


def shuffled(facts: Facts, random: Random) -> Facts:
    """The same facts in another order, and everybody with another name."""
    names = ("entries", "presences", "rounds", "tables", "seats", "pools", "counts", "stakes")
    mixed: dict[str, Any] = {
        name: tuple(random.sample(getattr(facts, name), len(getattr(facts, name)))) for name in names
    }
    mixed["entries"] = tuple(replace(entry, name=f"N{random.random()}") for entry in mixed["entries"])
    return replace(facts, **mixed)


NOTHING_YET = Facts(play=POKER_EVENING)


@dataclass
class Sheet:
    """An evening's facts as they are written down; each call is one journal line."""

    facts: Facts = NOTHING_YET
    seq: int = 0

    def write(self, **more: tuple) -> "Sheet":
        self.seq += 1
        old = {name: getattr(self.facts, name) for name in more}
        self.facts = replace(self.facts, **{name: old[name] + more[name] for name in more})
        return self

    def start(self, *entries: int, round: int = 1, stake: int = 50, roles: str = "") -> "Sheet":
        """Everybody comes and takes a first stake; ``roles`` is one letter for each."""
        seq = self.seq + 1
        return self.write(
            entries=tuple(
                Entry(entry, f"P{entry}", roles[place : place + 1]) for place, entry in enumerate(entries)
            ),
            presences=tuple(PresenceFact(entry, round, Presence.HERE, seq) for entry in entries),
            stakes=tuple(Stake(entry, round, StakeKind.FIRST, stake, seq) for entry in entries),
        )

    def seat(self, round: int, position: int, *entries: int) -> "Sheet":
        return self.write(
            seats=tuple(
                SeatFact(round, position, chair, entry) for chair, entry in enumerate(entries, start=1)
            ),
            tables=(TableFact(round, position, 1),),
        )

    def open(self, round: int) -> "Sheet":
        return self.write(rounds=(Round(round),))

    def ring(self, round: int) -> "Sheet":
        self.seq += 1
        rounds = tuple(r for r in self.facts.rounds if r.number != round)
        self.facts = replace(self.facts, rounds=(*rounds, Round(round, self.seq)))
        return self

    def deal(
        self,
        round: int,
        position: int,
        counters: Mapping[int, int | None],
        *won: int,
        called: Sequence[int] = (),
    ) -> "Sheet":
        lines = tuple(
            DealPart(entry, entry in won, entry in called or entry in won, amount)
            for entry, amount in counters.items()
        )
        deal = 1 + sum((pool.round, pool.position) == (round, position) for pool in self.facts.pools)
        return self.write(pools=(Pool(round, position, deal, lines, self.seq + 1),))

    def correct(self, round: int, position: int, deal: int, counters: Mapping[int, int]) -> "Sheet":
        """The deal's next version, under the number of its first."""
        self.seq += 1
        pools = []
        for pool in self.facts.pools:
            if (pool.round, pool.position, pool.deal) == (round, position, deal):
                lines = tuple(line._replace(counters=counters[line.entry]) for line in pool.lines)
                pools.append(replace(pool, lines=lines, version=pool.version + 1))
            else:
                pools.append(pool)
        self.facts = replace(self.facts, pools=tuple(pools))
        return self

    def stake(self, round: int, kind: StakeKind, counters: Mapping[int, int]) -> "Sheet":
        seq = self.seq + 1
        return self.write(stakes=tuple(Stake(entry, round, kind, n, seq) for entry, n in counters.items()))

    def count(self, round: int, counters: Mapping[int, int], kind: CountKind = CountKind.BELL) -> "Sheet":
        seq = self.seq + 1
        return self.write(counts=tuple(Count(entry, round, kind, n, seq) for entry, n in counters.items()))

    def final(self, round: int, counters: Mapping[int, int]) -> "Sheet":
        return self.count(round, counters, CountKind.FINAL)

    def say(self, entry: int, from_round: int, state: Presence) -> "Sheet":
        return self.write(presences=(PresenceFact(entry, from_round, state, self.seq + 1),))

    def end(self, round: int, position: int, ending: Ending) -> "Sheet":
        self.seq += 1
        tables = tuple(
            replace(table, ending=ending) if (table.round, table.position) == (round, position) else table
            for table in self.facts.tables
        )
        self.facts = replace(self.facts, tables=tables)
        return self


@dataclass
class Played:
    """A whole evening by chance, with the counters as they really lay on the tables."""

    sheet: Sheet
    held: dict[int, int]
    gone: dict[int, int]
    fresh: dict[int, int]
    chips: dict[int, int]
    rounds: int

    @property
    def facts(self) -> Facts:
        return self.sheet.facts

    def at_the_end(self) -> Facts:
        """The same evening with deals uncounted: who is broke at a bell, and final counts, are known."""
        uncounted = tuple(
            replace(pool, lines=tuple(line._replace(counters=None) for line in pool.lines))
            for pool in self.facts.pools
        )
        return (
            Sheet(replace(self.facts, pools=uncounted), self.sheet.seq)
            .final(self.rounds + 1, self.held)
            .facts
        )


def play(random: Random) -> Played:
    """One to three tables for some rounds: pools, fresh stakes, pauses, returns, departures, late ones."""
    tables = random.randint(1, 3)
    people = list(range(1, 4 * tables + random.randint(0, 2 * tables) + 1))
    roles = "".join(random.choice("LG") for _person in people)
    evening = Played(Sheet().start(*people, roles=roles), dict.fromkeys(people, 50), {}, {}, {}, 0)
    for number in range(1, random.randint(1, 5) + 1):
        evening.rounds = number
        evening.sheet.open(number)
        seats = list(evening.held)
        random.shuffle(seats)
        for position in range(1, tables + 1):
            at_table = seats[position - 1 :: tables]
            if at_table:
                evening.sheet.seat(number, position, *at_table)
                _play_deal(evening, random, position, at_table)
        evening.sheet.ring(number)
        broke = {entry: 0 for entry, counters in evening.held.items() if counters == 0}
        if broke:
            evening.sheet.count(number, broke)
        _go(evening, random, number)
        _come(evening, random, number + 1)
    return evening


def _play_deal(evening: Played, random: Random, position: int, at_table: list[int]) -> None:
    held = evening.held
    able = [entry for entry in at_table if held[entry]]
    if len(able) < 2:
        return
    winners = random.sample(able, 2 if len(able) > 2 and random.random() < 0.2 else 1)
    lost = {
        entry: held[entry] if random.random() < 0.2 else random.randint(0, held[entry])
        for entry in able
        if entry not in winners
    }
    pool = sum(lost.values())
    if not pool:
        return
    net = {entry: -lost.get(entry, 0) for entry in at_table}
    for place, winner in enumerate(winners):
        net[winner] = pool // len(winners) + (pool % len(winners) if place == 0 else 0)
    called = [entry for entry in lost if random.random() < 0.5]
    evening.sheet.deal(evening.rounds, position, net, *winners, called=called)
    for entry, amount in net.items():
        held[entry] += amount
    if position == 1:
        evening.chips[winners[0]] = evening.chips.get(winners[0], 0) + 1


def _go(evening: Played, random: Random, number: int) -> None:
    for entry in [entry for entry in evening.held if random.random() < 0.1]:
        if len(evening.held) == 1:
            return
        evening.gone[entry] = evening.held.pop(entry)
        evening.sheet.stake(number, StakeKind.DEPARTURE, {entry: evening.gone[entry]})
        evening.sheet.say(entry, number, random.choice([Presence.LEFT, Presence.PAUSED]))


def _come(evening: Played, random: Random, opening: int) -> None:
    broke = [entry for entry, counters in evening.held.items() if counters == 0]
    if broke:
        evening.sheet.stake(opening, StakeKind.FRESH, dict.fromkeys(broke, 50))
    for entry in broke:
        evening.held[entry] = 50
        evening.fresh[entry] = evening.fresh.get(entry, 0) + 1
    states = {presence.entry: presence.state for presence in evening.facts.presences}
    for entry in [entry for entry in evening.gone if random.random() < 0.4]:
        if states[entry] is Presence.PAUSED:
            evening.held[entry] = evening.gone.pop(entry)
            evening.sheet.stake(opening, StakeKind.RETURN, {entry: evening.held[entry]})
            evening.sheet.say(entry, opening, Presence.HERE)
    if random.random() < 0.2:
        late = len(evening.facts.entries) + 1
        evening.sheet.start(late, round=opening, roles=random.choice("LG"))
        evening.held[late] = 50
