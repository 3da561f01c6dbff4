"""An exported evening, worked out again: everybody's figures, places, and prizes with their reasons.

Only the document and the documentation are used: docs/export.md, docs/standings.md and docs/prizes.md.
Who moved where is checked by ``tests.stories.second_reading``.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from tests.recompute import prizes, ranking
from tests.stories import second_bids, second_ladder
from tests.stories.second_deeds import deeds, standing

Doc = Mapping[str, Any]
TOGETHER = "blackout-cooperative"
METRICS = {
    "fresh_stakes": "fresh",
    "points": "score",
    "exact_bids": "exact",
    "hands_used": "hands",
    "best_deal": "best",
}
"""Where a column of the document is called otherwise than its metric."""


class Evening:
    """The evening of a document; ``people`` have the figures by metric."""

    def __init__(self, doc: Doc) -> None:
        self.doc, self.key = doc, doc["evening"]["ruleset"]
        self.settings, self.format = doc["evening"]["settings"], doc["evening"]["format"]
        self.whole = self.format != "progressive"
        self.bids = self.key in second_bids.TABLE
        self.together = self.key == TOGETHER
        self.total = "hands" if self.together else "score" if self.bids else "net"
        self.deals = [standing(deal) for r in doc["rounds"] for t in r["tables"] for deal in t["deals"]]
        self.games = list(self._games())
        self.people = self._people()

    def _people(self) -> dict[int, dict[str, Any]]:
        seated = {seat["player"] for r in self.doc["rounds"] for t in r["tables"] for seat in t["seats"]}
        yellow = Counter(chip["player"] for r in self.doc["rounds"] for chip in r["yellow_chips"])
        people: dict[int, dict[str, Any]] = {
            who: {"who": who, "ticket": at, "yellow": yellow[who]}
            for at, who in enumerate(sorted(seated), start=1)
        }
        for who, more in (self._points() if self.bids else self._counters()).items():
            people[who] |= more
        stake = 0 if self.bids else self.settings["stake"]
        ends = {who: (p["score"] if self.bids else p["net"]) - stake for who, p in people.items()}
        for who, done in deeds(self.doc, self.whole, ends, self._won if self.together else None).items():
            people[who] |= {("best" if key == "best_deal" else key): value for key, value in done.items()}
        self._opponents(people)
        self._results(people)
        {"knockout": self._knockout, "ladder": self._ladder}.get(self.format, lambda _people: None)(people)
        return people

    def _points(self) -> dict[int, dict[str, Any]]:
        """Points and exact bids of every deal as it stands; hands used, where a table wins together."""
        found: dict[int, dict[str, Any]] = defaultdict(lambda: {"score": 0, "exact": 0, "fresh": 0})
        for line in (line for deal in self.deals for line in deal["players"]):
            mine = found[line["player"]]
            mine["score"] += line["change"]
            mine["exact"] += line["bid"] == line["tricks"]
        for who in (seat["player"] for r in self.doc["rounds"] for t in r["tables"] for seat in t["seats"]):
            found[who] |= {"counters": None, "net": None, "hands": None}
        if self.together:
            used, lost = Counter[int](), set[int]()
            for table in (t for r in self.doc["rounds"] for t in r["tables"] if t["deals"]):
                people = [line["player"] for line in table["deals"][-1]["players"]]
                used.update(dict.fromkeys(people, len(table["deals"])))
                lost.update([] if self._won(table["deals"]) else people)
            for who in found:
                found[who]["hands"] = used[who] if who in used and who not in lost else None
        return found

    def _won(self, deals: list[Any]) -> bool:
        played = [standing(deal)["players"] for deal in deals]
        told = [
            {"bids": [line["bid"] for line in lines], "tricks": [line["tricks"] for line in lines]}
            for lines in played
        ]
        options = self.doc["evening"]["options"]
        return bool(second_bids.winners(self.key, len(told[0]["bids"]), options, told))

    def _counters(self) -> dict[int, dict[str, Any]]:
        """Net is counters minus the stake for each fresh stake; what was counted, or the sum of the deals."""
        fresh, gained, held = Counter[int](), Counter[int](), dict[int, int]()
        for r in self.doc["rounds"]:
            fresh.update(one["player"] for one in (*r["fresh_stakes"], *r["fresh_between_deals"]))
            for one in r["stakes_corrected"]:
                fresh[one["player"]] += 1 if one["given"] else -1
            for word in r["comings_and_goings"]:
                if word["counters"] is not None:
                    held[word["player"]] = word["counters"]
        held |= {one["player"]: one["counters"] for one in self.doc["final_counts"] or ()}
        for line in (line for deal in self.deals for line in deal["players"]):
            gained[line["player"]] += line["change"] or 0
        stake, found = self.settings["stake"], {}
        for who in (seat["player"] for r in self.doc["rounds"] for t in r["tables"] for seat in t["seats"]):
            net = stake + gained[who]
            if self.settings["counting"] != "each_deal":
                net = held[who] - stake * fresh[who]
            more = {"counters": net + stake * fresh[who], "net": net, "fresh": fresh[who]}
            found[who] = more | {"score": None, "exact": None, "hands": None}
        return found

    # What games add up to

    def _games(self) -> Iterator[dict[str, Any]]:
        """Every table's game: its round, its table, and what each gained in it."""
        for r in self.doc["rounds"]:
            for t in r["tables"]:
                if t["deals"]:
                    at = {"round": r["round"], "table": t["table"], "deals": t["deals"]}
                    yield at | {"gained": self._gained(t["deals"])}

    def _gained(self, deals: list[Any]) -> Counter[int]:
        gained = Counter[int]()
        for deal in map(standing, deals):
            for line in deal["players"]:
                one = line["change"] or 0
                if not self.whole and not self.bids:
                    one = int(line["player"] in deal["winners"])
                gained[line["player"]] += one
        return gained

    def _results(self, people: dict[int, dict[str, Any]]) -> None:
        """Everybody's places in the games; who went home during a whole game comes after those who stayed."""
        for person in people.values():
            person["results"] = []
        for game in self.games:
            last = standing(game["deals"][-1])["players"]
            stayed = {line["player"] for line in last} if self.whole else set(game["gained"])
            worth = {who: (who in stayed, points) for who, points in game["gained"].items()}
            if self.together:
                won = self._won(game["deals"])
                places = dict.fromkeys(stayed, 1 if won else 2)
            else:
                places = {
                    who: 1 + sum(other > mine for other in worth.values()) for who, mine in worth.items()
                }
            for who, place in places.items():
                people[who]["results"].append((game["round"], game["table"], place))

    def _opponents(self, people: dict[int, dict[str, Any]]) -> None:
        """The final totals of all table-mates of all games."""
        for person in people.values():
            person["strength"] = 0
        for game in self.games:
            for who in game["gained"]:
                people[who]["strength"] += sum(people[o][self.total] or 0 for o in game["gained"] if o != who)

    def _knockout(self, people: dict[int, dict[str, Any]]) -> None:
        """The last game that each played to win or had a bye in, and what they gained in it."""
        rounds = self.doc["rounds"]
        seated = {seat["player"] for t in rounds[0]["tables"] for seat in t["seats"]}
        inside = [seated | {who for who in self.doc["draw"]["players"] if who is not None}]
        for r in rounds[:-1]:
            told = {move["player"]: move["reason"]["code"] for move in r["moves"]}
            inside.append({who for who, code in told.items() if code.startswith("goes_on") or code == "bye"})
        for person in people.values():
            person |= {"reached": 0, "stage": None}
        for number, playing in enumerate(inside, start=1):
            for who in playing & people.keys():
                people[who]["reached"] = number
        for game in self.games:
            for who, points in game["gained"].items():
                if people[who]["reached"] == game["round"] and who in inside[game["round"] - 1]:
                    people[who]["stage"] = points

    def _ladder(self, people: dict[int, dict[str, Any]]) -> None:
        after = second_ladder.last_list(self.doc)
        for who, person in people.items():
            person["ladder"] = after.index(who) + 1 if who in after else None

    # Places and prizes

    def usual(self) -> list[str]:
        of_game = ["hands"] if self.together else ["score", "exact"] if self.bids else ["net"]
        if not self.bids and not self.whole:
            of_game.append("yellow")
        first, *rest = of_game
        return {
            "swiss": [first, "strength", *rest],
            "ladder": ["ladder", *of_game],
            "knockout": ["reached", "stage", *of_game],
        }.get(self.format, of_game)

    def ranked_by(self) -> list[str]:
        return list(self.settings["ranking"]) or self.usual()

    def places(self) -> dict[int, int]:
        seed = f"{self.doc['draw']['seed']}:standing"
        order = ranking.ranked(list(self.people.values()), ranking.steps(self.ranked_by()), seed)
        return {line.who: line.place for line in order}

    def present(self, who: int) -> bool:
        """Whether somebody was there at the last bell, if only to wait for a seat."""
        last = max(r["round"] for r in self.doc["rounds"] if r["rung"])
        said = [
            word["state"]
            for r in self.doc["rounds"]
            for word in r["comings_and_goings"]
            if word["player"] == who and not (r["round"] == last and word["after_bell"])
        ]
        return not said or said[-1] in ("here", "keeps_seat")

    def prizes(self) -> list[dict[str, Any]]:
        return prizes.awarded(self)


def differences(doc: Doc) -> list[str]:
    """What the document has otherwise than it is worked out here; one that was called off has no result."""
    if doc["evening"]["stage"] == "called_off":
        return [f"called off, with {key}" for key in ("result_version", "settlement", "prizes") if doc[key]]
    evening = Evening(doc)
    places, found = evening.places(), list[str]()
    for row in doc["settlement"]:
        person = evening.people[row["player"]] | {"place": places[row["player"]]}
        for key, value in row.items():
            own = person.get(METRICS.get(key, key))
            if key != "player" and own != value:
                found.append(f"player {row['player']}: {key} is {value}, computed {own}")
    if {row["player"] for row in doc["settlement"]} != set(evening.people):
        found.append("other players")
    mine = {prize["key"]: prize for prize in evening.prizes()}
    for prize in (one for one in doc["prizes"] if not one["key"].startswith("hand-")):
        own = mine.pop(prize["key"], {})
        for key in ("winners", "code", "figures"):
            told = prize["reason"][key] if key in ("code", "figures") else prize[key]
            if told != own.get(key):
                found.append(f"prize {prize['key']}: {key} is {told}, computed {own.get(key)}")
    return found + [f"prize {key} is missing" for key in mine]
