"""Evenings of bids as the second reading plays them: moving tables, and fixed ones with whole games.

What counters are elsewhere are points here: nobody stakes anything, and nobody is broke.
"""

from collections import Counter

from tests.stories import second_bids
from tests.stories.second_deeds import deeds
from tests.stories.second_rounds import Replay


class Bids(Replay):
    def __init__(self, doc):
        super().__init__(doc)
        self.key, self.options = doc["evening"]["ruleset"], doc["evening"]["options"]
        self.zeros = Counter[int]()
        self.counted_each_deal = True  # points always are

    def sit_down(self, player):
        self.purse.setdefault(player, 0)

    def broke(self, here):
        return []

    def results(self, round, seats, dealers):
        self.games = {table["table"]: list[dict]() for table in round["tables"]}
        super().results(round, seats, dealers)
        for table in round["tables"] if round["rung"] else ():
            if self.whole_games and table["deals"]:
                self.check_end(table)
            elif not self.whole_games:
                assert len(table["deals"]) == (table["ending"] != "void")

    def check_end(self, table):
        """A game goes to its end; only who play together may stop before."""
        played = self.games[table["table"]]
        goes_on = second_bids.next_deal(self.key, len(played[0]["bids"]), self.options, played)
        assert (goes_on is not None) == (table["ending"] == "early")
        assert goes_on is None or self.key == "blackout-cooperative"

    def deal(self, round, table, deal):
        """The bids could be made, the tricks are those of the deal, the points are the rules'."""
        played = self.games[table["table"]]
        if self.whole_games and not played:
            self.zeros = Counter()
        done = {
            what: [line.get(what, 0) for line in deal["players"]] for what in ("bids", "tricks", "revokes")
        }
        done["bids"] = [line["bid"] for line in deal["players"]]
        done["took"] = [line.get("took", []) for line in deal["players"]]
        done["call"] = deal["told"]
        plan = self.plan(round, deal, played, done)
        played.append(done)
        self.check_bids(plan, deal, done)
        assert sum(done["tricks"]) == plan["cards"]
        self.check_points(plan, deal, done)

    def plan(self, round, deal, played, done):
        """The deal as it must be: at fixed tables the game's next, else that of the round's number."""
        players = len(done["bids"])
        if self.whole_games:
            plan = second_bids.next_deal(self.key, players, self.options, played)
            assert plan["deal"] == deal["deal"]
        else:
            schedule = second_bids.schedule(self.key, players, self.options)
            plan = schedule[min(round["round"], len(schedule)) - 1]
        if "C" in plan["marks"]:
            assert second_bids.may_call(done["call"])
            plan = second_bids.called(plan, done["call"])
        else:
            assert done["call"] == {}
        turned = {"none": [""]}.get(plan["trump"], [*plan["trump"]] if len(plan["trump"]) == 1 else [*"CDHS"])
        assert deal["trump"] in turned
        return plan

    def check_bids(self, plan, deal, done):
        """Each bid was open to its bidder when it was made."""
        people = [line["player"] for line in deal["players"]]
        seats = self.chairs_of(deal)
        order = second_bids.orders(self.key, len(people), seats.index(deal["dealer"]))[1]
        made = list[int]()
        for place in order:
            zeros = self.zeros[people[place]]
            assert done["bids"][place] in second_bids.legal_bids(self.key, plan, len(people), made, zeros)
            made.append(done["bids"][place])
        for player, bid in zip(people, done["bids"], strict=True):
            self.zeros[player] = 0 if bid else self.zeros[player] + 1

    def chairs_of(self, deal):
        """The chairs of those who played, in seat order."""
        table = next(t for r in self.doc["rounds"] for t in r["tables"] if any(d is deal for d in t["deals"]))
        people = [line["player"] for line in deal["players"]]
        return [seat["seat"] for seat in table["seats"] if seat["player"] in people]

    def check_points(self, plan, deal, done):
        rows = zip(done["bids"], done["tricks"], done["took"], done["revokes"], strict=True)
        scores = [second_bids.score(self.key, plan, *row) for row in rows]
        assert [line["change"] for line in deal["players"]] == scores
        best = second_bids.best(scores, done["bids"], done["tricks"])
        exact = [at for at, bid in enumerate(done["bids"]) if bid == done["tricks"][at]]
        protected = {*best, *(exact if self.settings["exact_protects"] else ())}
        people = [line["player"] for line in deal["players"]]
        assert deal["winners"] == [people[at] for at in best]
        assert deal["in_call"] == [people[at] for at in sorted(protected)]
        for line in deal["players"]:
            assert line["before"] == self.purse[line["player"]]
            self.purse[line["player"]] += line["change"]
            assert line["after"] == self.purse[line["player"]]

    # Settling up ---------------------------------------------------------------------------------

    def settling_up(self):
        """Points, then exact bids, of every deal as it stands; together the fewest hands, if all was won."""
        points, exact = Counter[int](), Counter[int]()
        for deal in (d for r in self.doc["rounds"] for t in r["tables"] for d in t["deals"]):
            for line in (deal["corrections"] or [deal])[-1]["players"]:
                points[line["player"]] += line["change"]
                exact[line["player"]] += line["bid"] == line["tricks"]
        used = self.hands_used() if self.key == "blackout-cooperative" else dict.fromkeys(self.purse)
        yellow = Counter(chip["player"] for r in self.doc["rounds"] for chip in r["yellow_chips"])
        together = self.key == "blackout-cooperative"

        def worth(player):
            if together:
                return (used[player] is not None, -(used[player] or 0))
            return (points[player], exact[player])

        all_win = self.won_together if together else None
        more = deeds(self.doc, self.whole_games, {p: points[p] for p in self.purse}, all_win)
        ours = [
            {
                "place": 1 + sum(worth(other) > worth(player) for other in self.purse),
                "player": player,
                "counters": None,
                "fresh_stakes": 0,
                "net": None,
                "yellow": yellow[player],
                "points": points[player],
                "exact_bids": exact[player],
                "hands_used": used[player],
                **more[player],
            }
            for player in self.purse
        ]
        assert self.doc["settlement"] == sorted(ours, key=lambda row: (row["place"], row["player"]))
        self.check_prizes(ours, together)

    def hands_used(self):
        """All rounds won: all win; stopped before: all lose. Who played several games has their sum."""
        used, lost = Counter[int](), set()
        for table in (t for r in self.doc["rounds"] for t in r["tables"] if t["deals"]):
            people = [line["player"] for line in table["deals"][-1]["players"]]
            used.update(dict.fromkeys(people, len(table["deals"])))
            if not self.won_together(table["deals"]):
                lost.update(people)
        return {p: None if p in lost or p not in used else used[p] for p in self.purse}

    def won_together(self, deals):
        played = [self.told(deal) for deal in deals]
        return second_bids.winners(self.key, len(played[0]["bids"]), self.options, played) != []

    def told(self, deal):
        lines = (deal["corrections"] or [deal])[-1]["players"]
        return {"bids": [line["bid"] for line in lines], "tricks": [line["tricks"] for line in lines]}

    def check_prizes(self, rows, together):
        """Most points for each role, fewest points; together, those who won with the fewest hands."""
        here = [row for row in rows if self.present(row["player"])]
        won = {prize["key"]: prize["winners"] for prize in self.doc["prizes"]}
        if together:
            winners = [row for row in here if row["hands_used"]]
            best = min((row["hands_used"] for row in winners), default=None)
            assert won == {"counters": named(row for row in winners if row["hands_used"] == best)}
            return
        roles = {p["player"]: p["role"] for p in self.doc["players"]}
        wanted = {}
        if not self.whole_games:
            chips = [row for row in here if row["yellow"]]
            wanted["yellow"] = highest(chips, lambda row: (row["yellow"], row["points"]))
        for role in self.settings["roles"]:
            mine = [row for row in here if roles[row["player"]] == role]
            wanted[f"counters-{role}"] = highest(mine, lambda row: row["points"])
        wanted["booby"] = highest(here, lambda row: -row["points"])
        assert won == wanted


def highest(rows, worth):
    return named(row for row in rows if worth(row) == max(map(worth, rows)))


def named(rows):
    return sorted(row["player"] for row in rows)
