"""A whole evening by the API alone: a program with a token, and a tale of what happened at the tables.

The tale is the document of an evening that simulated players have played through the services. The program
knows of its own evening only what the API answers, and sends everything twice, as after a lost answer.
"""

import json
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import pytest

from tests.api.members import Bearer, bearer
from tournaments.core.record import Purpose
from tournaments.core.settings import Counting, Settings
from tournaments.models import Evening
from tournaments.simulation.rounds import SimulationOrder, simulate
from tournaments.transfer.presenters.evening import export_evening

AT_THE_END = Settings(counting=Counting.AT_THE_END)
PLAYED: dict[str, dict[str, Any]] = {
    "poker": {"players": 13, "rounds": 7, "seed": "4"},
    "counted at the end": {"players": 8, "rounds": 4, "seed": "7", "settings": AT_THE_END},
    "clag": {"players": 8, "rounds": 6, "seed": "7", "game": "clag"},
    "blackout at fixed tables": {"players": 8, "seed": "7", "game": "blackout", "format": "fixed"},
}

Document = dict[str, Any]


@dataclass
class Program:
    """Somebody's program, at the evening that it has planned."""

    asks: Bearer
    tale: Document
    club: int
    pk: int = 0
    entries: dict[int, int] = field(default_factory=dict)
    commands: int = 0

    def read(self, what: str = "") -> Any:
        answer = self.asks.get(f"/api/v1/evenings/{self.pk}/{what}")
        assert answer.status_code == 200, (what, answer.content.decode())
        return answer.json()

    def do(self, command: str, **body: Any) -> None:
        """A command, sent twice: the second time it is answered the same, and nothing is done."""
        address, key = f"/api/v1/evenings/{self.pk}/{command}/", uuid4()
        first, second = (self.asks.post(address, body, key=key) for _time in range(2))
        assert first.status_code == 200, (command, body, first.content.decode())
        assert (second.status_code, second.json()) == (200, first.json())
        self.commands += 1

    def play(self) -> None:
        self.gather()
        for told in self.tale["rounds"]:
            self.play_round(told, last=told is self.tale["rounds"][-1])
        self.settle_up()

    def gather(self) -> None:
        """The evening is planned; everybody comes and draws a seat."""
        told = self.tale["evening"]
        body = {
            "name": told["name"] + " by API",
            "held_on": told["date"],
            "play": {"game": told["ruleset"], "options": told["options"], "format": told["format"]},
            "settings": told["settings"],
        }
        answer = self.asks.post(f"/api/v1/clubs/{self.club}/evenings/", body, key=uuid4())
        assert answer.status_code == 201, answer.content.decode()
        self.pk = answer.json()["id"]
        Evening.objects.filter(pk=self.pk).update(name=told["name"])  # a club has no two of one name and day
        assert self.read()["next"] == ["check-in-open"]
        self.do("check-in-open")
        arrivals = [{"name": one["name"], "role": one["role"]} for one in self.tale["players"]]
        self.do("people-check-in", people=arrivals)
        entry = {person["name"]: person["entry"] for person in self.read("people/?size=200")["results"]}
        self.entries = {one["player"]: entry[one["name"]] for one in self.tale["players"]}
        self.do("seats-draw", seed=self.tale["draw"]["seed"])
        assert self.read()["next"] == ["evening-start"]
        self.do("evening-start")

    def play_round(self, told: Document, *, last: bool) -> None:
        number = self.read()["round"]["number"]
        assert number == told["round"]
        self.record(number, told, after_bell=False)
        if self.read()["next"] == ["bell-ring"]:
            self.do("bell-ring", round=number)
        self.record(number, told, after_bell=True)
        self.decide(told, last=last)
        if last:
            self.do("evening-settle", round=number)
        else:
            assert self.read("bell/")["decided"] is True
            self.do("moves-apply", round=number)

    def record(self, number: int, told: Document, *, after_bell: bool) -> None:
        """Every table tells its deals, the head table last: that may ring the bell."""
        tables = sorted(told["tables"], key=lambda table: (table["table"] == 1, table["table"]))
        for table in tables:
            for deal in table["deals"]:
                if deal["after_bell"] == after_bell:
                    self.record_deal(number, table["table"], deal)

    def record_deal(self, number: int, table: int, deal: Document) -> None:
        where = {"round": number, "table": table, "deal": deal["deal"]}
        awaited = self.awaited(table)
        assert awaited["deal"] == deal["deal"]
        assert sorted(awaited["order"]) == sorted(self.entries[one["player"]] for one in deal["players"])
        if awaited["kind"] == "pool":
            self.do("deal-record", **where, **self.pool(number, deal))
            return
        bids = {"call": deal["told"], "bids": self.of_each(deal, "bid")}
        if deal["trump"]:
            bids["trump"] = deal["trump"]
        if self.comes_next("bids_recorded"):
            self.do("bids-record", **where, **bids)
            assert self.awaited(table)["kind"] == "tricks"
        told = {what: self.of_each(deal, what) for what in ("tricks", "took", "revokes")}
        self.do("score-record", **where, **told, **bids)

    def comes_next(self, verb: str) -> bool:
        """Whether that is the line which was written next, as the tale goes."""
        line = self.tale["journal"][self.asks.get(f"/api/v1/evenings/{self.pk}/").json()["seq"]]
        return bool(line["verb"] == verb)

    def awaited(self, table: int) -> Document:
        tables = self.read()["round"]["tables"]
        awaits: Document = next(one["awaits"] for one in tables if one["table"] == table)
        return awaits

    def pool(self, number: int, deal: Document) -> Document:
        changes = self.of_each(deal, "change")
        tally = {"kind": "net", "amounts": changes}
        if None in changes.values():  # counters are counted at the bell, where somebody moves by them
            counted = self.tale["rounds"][number - 1]["counted"]
            found = {str(self.entries[one["player"]]): one["counters"] for one in counted}
            tally = {"kind": "counts", "amounts": {who: found[who] for who in changes if who in found}}
        return {
            "winners": [self.entries[player] for player in deal["winners"]],
            "in_call": [self.entries[player] for player in deal["in_call"]],
            "tally": tally if tally["amounts"] else {},
            "shown": {who: " ".join(cards) for who, cards in self.of_each(deal, "cards").items()},
        }

    def of_each(self, deal: Document, what: str) -> Document:
        return {str(self.entries[one["player"]]): one[what] for one in deal["players"] if what in one}

    def decide(self, told: Document, *, last: bool) -> None:
        """What must be counted and cut is, as it was then: until the bell is decided."""
        while True:
            now = self.read()["round"]
            if now["counts_needed"] and not last:
                self.count(now["number"], told, now["counts_needed"][0])
            elif cuts := [cut for cut in now["cuts_needed"] if not last or cut["purpose"] == Purpose.CHIP]:
                self.cut(cuts[0])
            else:
                return

    def count(self, number: int, told: Document, need: Document) -> None:
        found = {self.entries[one["player"]]: one["counters"] for one in told["counted"]}
        counts = {str(one["entry"]): found[one["entry"]] for one in need["among"]}
        self.do("table-count", round=number, table=need["table"], counts=counts)

    def cut(self, need: Document) -> None:
        """The next attempt of a cut: by the cards that lay there, or by the seed."""
        told = self.tale["rounds"][need["round"] - 1]["cuts"]
        where = {name: need[name] for name in ("purpose", "table", "deal")}
        cut = next(one for one in told if where.items() <= one.items())
        attempt = cut["attempts"][len(need["attempts"])]
        if attempt["seed"] is not None:
            self.do("cut-draw", round=need["round"], **where, seed=attempt["seed"])
            return
        cards = {str(self.entries[one["player"]]): one["card"] for one in attempt["cards"]}
        self.do("cut-record", round=need["round"], **where, cards=cards)

    def settle_up(self) -> None:
        """Counters are counted, the result is written down, and prizes are revealed."""
        if counted := self.tale["final_counts"]:
            assert "final-count" in self.read()["next"]
            counts = {str(self.entries[one["player"]]): one["counters"] for one in counted}
            self.do("final-count", counts=counts)
        assert self.read()["next"] == ["evening-finish"]
        self.do("evening-finish")
        while (prize := self.read("prizes/")["next"]) is not None:
            self.do("prize-reveal", prize=prize)
        assert self.read()["next"] == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("order", PLAYED)
def test_a_whole_evening_by_api_alone(cast, order):
    """The same evening comes of it as by the services: seats, counters, chips, moves, journal, prizes."""
    told = SimulationOrder("Played", **PLAYED[order], quiet=True)
    tale: Document = json.loads(json.dumps(export_evening(simulate(told, club=cast.club, actor=cast.alice))))
    program = Program(bearer(cast.alice, club=cast.club), tale, cast.club.pk)
    program.play()
    assert Evening.objects.count() == 2
    played = program.read("export/")
    assert _timeless(played) == _timeless(tale)
    assert program.commands > 20
    assert program.read("journal/")["count"] == len(tale["journal"])

    names = {one["player"]: one["name"] for one in tale["players"]}
    won = {prize["key"]: {names[player] for player in prize["winners"]} for prize in tale["prizes"]}
    prizes = program.read("prizes/")["prizes"]
    assert {prize["key"]: {one["name"] for one in prize["winners"]} for prize in prizes} == won
    standing = [(row["place"], row["name"]) for row in program.read("standing/")["standing"]]
    assert sorted(standing) == sorted((row["place"], names[row["player"]]) for row in tale["settlement"])


def _timeless(document: Document) -> Document:
    """The document without what no two evenings share: its number, and when each line was written."""
    told: Document = json.loads(json.dumps(document))
    del told["evening"]["id"]
    for line in told["journal"]:
        del line["at"]
    return told
