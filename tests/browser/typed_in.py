"""What a test has typed in during an evening of Draw Poker, and where everybody must sit by it.

Seats, counters and prizes are worked out by the second reading of the rules (``tests.stories``), which
shares no code with the program. It is given the draw and what was typed: nothing is read from a page.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tests.stories.second_reading import chips, prizes
from tests.stories.second_rounds import HEAD, Replay
from tests.stories.second_tables import late_place

Place = tuple[int, int]
"""Table and chair."""
Seats = dict[str, Place]

SETTINGS = {"stake": 50, "counting": "each_deal", "deals": 1, "all_called": "stay", "booby": "counters"}
EVENING = {"format": "progressive", "ruleset": "draw-poker", "options": {}}


@dataclass(frozen=True)
class Pool:
    """A table's deal: what each put in, who won, and who called."""

    put_in: Mapping[str, int]
    winners: tuple[str, ...]
    callers: tuple[str, ...] = ()

    @property
    def won(self) -> dict[str, int]:
        """What each has won or lost; winners share."""
        share, odd = divmod(sum(self.put_in.values()), len(self.winners))
        assert not odd, "choose a pool that can be shared"
        return {who: share * (who in self.winners) - stake for who, stake in self.put_in.items()}

    def other_winner(self) -> "Pool":
        """The same pool, if who called had won it."""
        return replace(self, winners=self.callers, callers=self.winners)


@dataclass(frozen=True)
class Owned:
    """What somebody has at the end, and owes for fresh stakes."""

    counters: int
    owes: int
    yellow: int

    @property
    def net(self) -> int:
        return self.counters - self.owes


@dataclass
class Round:
    """A round as it was typed in. ``cards`` by the cut's purpose and table."""

    pools: dict[int, Pool] = field(default_factory=dict)
    cards: dict[tuple[str, int], dict[str, str]] = field(default_factory=dict)
    late: list[str] = field(default_factory=list)


@dataclass
class TypedIn:
    """The draw, and the rounds since. ``kept``: seats of a round that a later correction does not change."""

    drawn: Seats
    roles: Mapping[str, str]
    rounds: list[Round] = field(default_factory=lambda: [Round()])
    kept: dict[int, Seats] = field(default_factory=dict)

    def seats(self, number: int) -> Seats:
        """Where everybody sits in the round."""
        return self._played(number)[1]

    def moves(self, number: int) -> Seats:
        """Who goes to another seat at the bell of the round, and to which."""
        game, seats = self._played(number, stop=True)
        after = game.moved(self._document(number, seats), seats)[0]
        return {who: place for who, place in after.items() if place != seats[who]}

    def table(self, number: int, table: int) -> list[str]:
        """Who sits at the table in the round, in order of the chairs."""
        seats = self.seats(number)
        return sorted((who for who, (at, _chair) in seats.items() if at == table), key=seats.__getitem__)

    def held(self, number: int) -> dict[str, int]:
        """Everybody's counters when the round begins."""
        return dict(self._played(number)[0].purse)

    def owned(self) -> dict[str, Owned]:
        """What everybody has after the last deal."""
        game, _seats = self._played(len(self.rounds), stop=True)
        yellow = Counter(chip["player"] for one in game.doc["rounds"] for chip in chips(game, one))
        return {
            who: Owned(counters, game.stake * game.fresh[who], yellow[who])
            for who, counters in game.purse.items()
        }

    def places(self) -> dict[str, int]:
        """Everybody's place by counters after settling up; equal: by yellow chips."""
        worth = {who: (owned.net, owned.yellow) for who, owned in self.owned().items()}
        return {who: 1 + sum(other > mine for other in worth.values()) for who, mine in worth.items()}

    def prizes(self) -> dict[str, list[str]]:
        """The winners of each prize, by its key."""
        game, _seats = self._played(len(self.rounds), stop=True)
        owned = self.owned().items()
        net, yellow = {who: own.net for who, own in owned}, {who: own.yellow for who, own in owned}
        found: dict[str, list[str]] = prizes(game, net, yellow)
        return found

    def _played(self, number: int, *, stop: bool = False) -> tuple[Replay, Seats]:
        """The evening at the start of the round; with ``stop`` when the results of it are in."""
        game, seats = self._replay(), dict(self.drawn)
        for who in seats:
            game.sit_down(who)
        for at in range(1, number + stop):
            game.now = at
            document = self._document(at, seats)
            game.doc["rounds"][at - 1] |= document
            for pool in self.rounds[at - 1].pools.values():
                for who, won in pool.won.items():
                    game.purse[who] += won
            if at == number:
                break
            seats = self._after(game, document, seats)
        return game, seats

    def _after(self, game: Replay, document: Mapping[str, Any], seats: Seats) -> Seats:
        """Where everybody sits after the bell; who came late has a seat then, too."""
        number = document["round"]
        if kept := self.kept.get(number + 1):
            for who in game.broke(seats):
                game.take_stake(who)
            after = dict(kept)
        else:
            after = dict(game.moved(document, seats)[0])
        for who in self.rounds[number - 1].late:
            after.setdefault(who, late_place(after, game.at_a_table[-1]))
            game.sit_down(who)
        return after

    def _replay(self) -> Replay:
        settings = {**SETTINGS, "leavers_win": False, "one_prize_each": False}
        words = [
            [
                {"player": who, "state": "here", "from_round": at + 1, "counters": None, "after_bell": False}
                for who in round.late
            ]
            for at, round in enumerate(self.rounds, start=1)
        ]
        rounds = [
            {"round": at, "comings_and_goings": said, "rung": True} for at, said in enumerate(words, start=1)
        ]
        people = [{"player": who, "role": role} for who, role in self.roles.items()]
        settings["roles"] = sorted(set(self.roles.values()))
        return Replay({"evening": {**EVENING, "settings": settings}, "rounds": rounds, "players": people})

    def _document(self, number: int, seats: Seats) -> dict[str, Any]:
        """The round as an exported evening has it."""
        round, by_chair = self.rounds[number - 1], sorted(seats, key=seats.__getitem__)
        return {
            "round": number,
            "tables": [
                {
                    "table": table,
                    "ending": None,
                    "seats": [{"player": who} for who in by_chair if seats[who][0] == table],
                    "deals": [_deal(round.pools[table])] if table in round.pools else [],
                }
                for table in range(HEAD, max(table for table, _chair in seats.values()) + 1)
            ],
            "cuts": [
                {"purpose": purpose, "table": table, "deal": 0, "attempts": [{"cards": _cards(cards)}]}
                for (purpose, table), cards in round.cards.items()
            ],
            "fresh_between_deals": [],
        }


def _deal(pool: Pool) -> dict[str, Any]:
    winners, called = list(pool.winners), [*pool.winners, *pool.callers]
    return {"deal": 1, "winners": winners, "in_call": called, "corrections": []}


def _cards(cards: Mapping[str, str]) -> list[dict[str, str]]:
    return [{"player": who, "card": card} for who, card in cards.items()]


def usual(people: Sequence[str], winner: str = "") -> Pool:
    """The first wins, or ``winner`` does; another one calls, and whoever folds put in 1, 2, 3 and so on."""
    won = winner or people[0]
    called, *folded = [who for who in people if who != won]
    return Pool({won: 9, called: 9, **{who: n for n, who in enumerate(folded, 1)}}, (won,), (called,))


def tie(people: Collection[str], held: Mapping[str, int]) -> tuple[Pool, list[str]]:
    """Of four the two poorest fold and have equally many then; the richest wins."""
    poorest, poor, called, richest = sorted(people, key=held.__getitem__)
    more = held[poor] - held[poorest] + 1
    stakes = {poorest: 1, poor: more, called: more + 3, richest: more + 3}
    return Pool(stakes, (richest,), (called,)), [poorest, poor]


def all_in(people: Sequence[str], held: Mapping[str, int]) -> tuple[Pool, str]:
    """The poorest calls the richest with all they have, and loses it."""
    broke, *folded, richest = sorted(people, key=held.__getitem__)
    stakes = {who: n for n, who in enumerate(folded, 1)}
    return Pool({richest: held[broke], broke: held[broke], **stakes}, (richest,), (broke,)), broke


def divided(people: Sequence[str]) -> Pool:
    """The first two share the pool; whoever else folds."""
    one, other, *folded = people
    stakes = {who: n for n, who in enumerate(folded, 1)}
    stakes[folded[0]] += sum(stakes.values()) % 2
    return Pool({one: 9, other: 9, **stakes}, (one, other))
