"""An exported season, counted again: everybody's points, places and evenings.

Only the document and the documentation are used: docs/season.md and docs/leagues.md.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

Doc = Mapping[str, Any]
NOWHERE = 10**9
"""A place after all others."""


class Season:
    """The season of a document; people by their numbers, evenings in order of time."""

    def __init__(self, doc: Doc) -> None:
        self.doc, self.rules = doc, doc["rules"]
        self.people = dict(enumerate(doc["people"], start=1))
        self.evenings = sorted(doc["evenings"], key=lambda one: (one["date"], one["name"].casefold()))
        self.lowest = self.rules["scheme"] == "low"
        self.numbers = self._numbers()
        self.inside = [who for who in self.people if self._stands(who)]
        self.lines: dict[int, dict[int, Any]] = {}
        self.places: dict[int, dict[int, int]] = {}
        self.scores: dict[int, dict[int, Fraction | None]] = defaultdict(dict)
        for at, evening in enumerate(self.evenings):
            self._count(at, evening)

    def _numbers(self) -> dict[int, int]:
        """The order in which people joined: by evening and entry, then who never came, by name."""
        came = [line["person"] for evening in self.evenings for line in evening["lines"]]
        never = sorted(self.people, key=lambda who: self.people[who]["name"].casefold())
        return {who: at for at, who in enumerate(dict.fromkeys([*came, *never]), start=1)}

    def _counts_for(self, evening: Doc, who: int) -> bool:
        person = self.people[who]
        if not person["listed"]:
            return self.rules["members"] == "everybody" and evening["division"] is None
        return not person["guest"] and evening["division"] in (None, person["division"])

    def _stands(self, who: int) -> bool:
        person = self.people[who]
        if person["listed"]:
            return not person["guest"]
        there = (one for one in self.evenings if any(line["person"] == who for line in one["lines"]))
        return any(self._counts_for(evening, who) for evening in there)

    # What an evening gives

    def _count(self, at: int, evening: Doc) -> None:
        """Everybody's place and score in the evening."""
        best: dict[int, Any] = {}
        for line in sorted(evening["lines"], key=lambda line: line["place"]):
            best.setdefault(line["person"], line)
        counting = {who: line for who, line in best.items() if self._counts_for(evening, who)}
        self.lines[at] = counting
        among = best if self.rules["places"] == "everybody" else counting
        pools: dict[Any, list[int]] = defaultdict(list)
        for who in among:
            division = self.people[who]["division"] if self.rules["places"] == "division" else None
            pools[division].append(who)
        self.places[at] = {}
        worth: dict[int, Fraction] = {}
        for pool in pools.values():
            for who in pool:
                ahead = sum(best[other]["place"] < best[who]["place"] for other in pool)
                equal = sum(best[other]["place"] == best[who]["place"] for other in pool)
                self.places[at][who] = ahead + 1
                worth[who] = self._scheme(best[who], ahead + 1, ahead + equal)
        weight = Fraction(evening["weight"], 100)
        for who, line in counting.items():
            self.scores[who][at] = (worth[who] + self._extras(evening, line)) * weight
        for who in self.inside:
            if who not in counting and self._counts_for(evening, who):
                self.scores[who][at] = self._absence(who, pools, weight)

    def _scheme(self, line: Doc, first: int, last: int) -> Fraction:
        match self.rules["scheme"]:
            case "score":
                return Fraction(line.get("points") or 0)
            case "counters":
                return Fraction(line.get("net") or 0)
            case "share":
                return Fraction(line.get("share") or 0, 100)
        if self.rules["tied"] == "higher":
            return self._of_place(first)
        return sum(map(self._of_place, range(first, last + 1)), Fraction()) / (last - first + 1)

    def _of_place(self, place: int) -> Fraction:
        if self.lowest:
            return Fraction(place)
        table = self.rules["table"]
        return Fraction(table[place - 1] if place <= len(table) else self.rules["rest"])

    def _extras(self, evening: Doc, line: Doc) -> int:
        won = [
            prize["key"].partition("-")[0]
            for prize in evening["prizes"]
            if line["person"] in prize["winners"]
        ]
        prizes = sum(family in self.rules["prize_for"] for family in won)
        yellow = self.rules["yellow"] * line.get("yellow", 0)
        return int(self.rules["taking_part"] + yellow + self.rules["prize"] * prizes)

    def _absence(self, who: int, pools: Mapping[Any, list[int]], weight: Fraction) -> Fraction | None:
        """What a missed evening gives; the place after its last is one in the pool of one's own division."""
        of = self._division(who)
        match self.rules["absence"]:
            case "score":
                return Fraction(self.rules["absence_score"]) * weight
            case "evening":
                pool = pools.get(of if self.rules["places"] == "division" else None, [])
                return self._of_place(len(pool) + 1) * weight
            case "season":
                return self._of_place(sum(self._division(other) == of for other in self.inside) + 1) * weight
        assert self.rules["absence"] == "nothing", self.rules["absence"]
        return None

    # Which evenings count

    def counted(self, who: int) -> list[int]:
        """The evenings that count for somebody, in order of time."""
        scores, sign = self.scores[who], -1 if self.lowest else 1

        def by_worth(at: int) -> tuple[Any, ...]:
            score = scores[at]
            return (score is not None, sign * (score or 0), at)

        order = sorted(scores, key=by_worth)
        if self.rules["drop"]:
            order = order[min(self.rules["drop"], max(len(order) - 1, 0)) :]
        elif self.rules["best"]:
            order = order[max(len(order) - self.rules["best"], 0) :]
        return sorted(at for at in order if scores[at] is not None)

    def played(self, who: int) -> list[int]:
        return [at for at in self.scores[who] if who in self.lines[at]]

    def total(self, who: int) -> Fraction:
        return sum((self.scores[who][at] or Fraction() for at in self.counted(who)), Fraction())

    # Who is ahead

    def rows(self) -> Iterator[dict[str, Any]]:
        """The standing as the document has it."""
        divisions = [*range(1, len(self.doc["divisions"]) + 1), None]
        for division in divisions:
            mine = [who for who in self.inside if self._division(who) == division]
            yield from self._table(division, mine)

    def _division(self, who: int) -> int | None:
        division: int | None = self.people[who]["division"]
        return division

    def _table(self, division: int | None, people: list[int]) -> Iterator[dict[str, Any]]:
        below = {who: len(self.played(who)) < self.rules["minimum"] for who in people}
        sign = 1 if self.lowest else -1
        groups = [
            [who for who in people if (below[who], sign * self.total(who)) == level]
            for level in sorted({(below[who], sign * self.total(who)) for who in people})
        ]
        for key in self.rules["ties"]:
            groups = [part for group in groups for part in self._parted(key, group)]
        place = 1
        for group in groups:
            for who in group:
                yield {
                    "division": division,
                    "person": who,
                    "place": place,
                    "total": str(self.total(who)),
                    "played": len(self.played(who)),
                    "below": below[who],
                }
            place += len(group)

    def _parted(self, key: str, group: list[int]) -> list[list[int]]:
        """The group in groups of equals by a metric, the best first."""
        if len(group) < 2:
            return [group]
        worth: Callable[[int], Any] = {
            "wins": lambda who: -self._sum(who, "wins"),
            "exact": lambda who: -self._sum(who, "exact"),
            "yellow": lambda who: -self._sum(who, "yellow"),
            "best": self._best,
            "evenings": lambda who: -len(self.played(who)),
            "countback": self._countback,
            "last": self._last,
            "best_scores": self._best_scores,
            "last_scores": self._last_scores,
            "lot": self._lot,
        }[key]
        by_worth: dict[Any, list[int]] = defaultdict(list)
        for who in group:
            by_worth[worth(who)].append(who)
        return [by_worth[level] for level in sorted(by_worth)]

    def _sum(self, who: int, figure: str) -> int:
        return sum(self.lines[at][who].get(figure) or 0 for at in self.played(who))

    def _best(self, who: int) -> int:
        known = [best for at in self.played(who) if (best := self.lines[at][who].get("best")) is not None]
        return -max(known) if known else NOWHERE

    def _countback(self, who: int) -> tuple[int, ...]:
        places = Counter(self.places[at][who] for at in self.counted(who) if who in self.lines[at])
        return tuple(-places[place] for place in range(1, len(self.people) + 1))

    def _last(self, who: int) -> tuple[int, ...]:
        return tuple(
            self.places[at][who] if who in self.lines[at] else NOWHERE
            for at in reversed(range(len(self.evenings)))
        )

    def _best_scores(self, who: int) -> tuple[Fraction, ...]:
        sign = 1 if self.lowest else -1
        known = sorted(sign * (self.scores[who][at] or Fraction()) for at in self.counted(who))
        return (*known, *[Fraction()] * (len(self.evenings) - len(known)))

    def _last_scores(self, who: int) -> tuple[Fraction, ...]:
        sign = 1 if self.lowest else -1
        every = reversed(range(len(self.evenings)))
        return tuple(sign * (self.scores[who].get(at) or Fraction()) for at in every)

    def _lot(self, who: int) -> str:
        return hashlib.sha256(f"{self.doc['seed']}:{self.numbers[who]}".encode()).hexdigest()


def differences(doc: Doc) -> list[str]:
    """What the document tells otherwise than its evenings and rules give."""
    found = {row["person"]: row for row in Season(doc).rows()}
    told = {row["person"]: row for row in doc["standing"]}
    return [
        f"{name(doc, who)}: {told.get(who)}, recomputed {found.get(who)}"
        for who in sorted({*found, *told})
        if found.get(who) != told.get(who)
    ]


def name(doc: Doc, who: int) -> str:
    people: Sequence[Any] = doc["people"]
    return str(people[who - 1]["name"])
