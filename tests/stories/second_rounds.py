"""The rounds of an evening as the second reading plays them: who sits where, holds what and moves.

Each method follows sentences of docs/rules.md, which stand beside it.
"""

from collections import Counter

from tests.stories.second_tables import (
    at_a_table,
    first_dealer,
    free_chair,
    late_place,
    next_chair,
    pair,
    versions,
)

HEAD, FEWEST_AT_BOOBY = 1, 3
CUT_RANKS = "A23456789TJQK"  # ace low everywhere


def in_order(here):
    """Head table first, downwards, in seat order."""
    return sorted(here, key=lambda player: here[player])


class Replay:
    def __init__(self, doc):
        self.doc, self.settings = doc, doc["evening"]["settings"]
        self.whole_games = doc["evening"]["format"] == "fixed"
        self.at_a_table = at_a_table(doc["evening"])
        self.to_right = doc["evening"]["ruleset"] == "la-podrida"
        self.stake = self.settings["stake"]
        self.counted_each_deal = self.settings["counting"] == "each_deal"
        self.purse, self.away = {}, {}
        self.fresh = Counter[int]()
        words = [(r, w) for r in doc["rounds"] for w in r["comings_and_goings"]]
        self.words = {
            p["player"]: [(r, w) for r, w in words if w["player"] == p["player"]] for p in doc["players"]
        }
        self.now = doc["rounds"][0]["round"]

    def state(self, player, number):
        """The last word said of somebody, by the round that is being played, for round ``number``."""
        said = [w for r, w in self.words[player] if r["round"] <= self.now and w["from_round"] <= number]
        if said:
            return said[-1]["state"]
        # whoever is first heard of as coming was not there before
        came_late = self.words[player] and self.words[player][0][1]["state"] == "here"
        return "left" if came_late else "here"

    def plays(self, player, number):
        return self.state(player, number) in ("here", "keeps_seat")

    def present(self, player):
        """Whether somebody was there at the last bell, if only to wait for a seat."""
        last = max(r["round"] for r in self.doc["rounds"] if r["rung"])
        said = [w["state"] for r, w in self.words[player] if not (r["round"] == last and w["after_bell"])]
        return not said or said[-1] in ("here", "keeps_seat")

    # Opening a round -----------------------------------------------------------------------------

    def opening(self, round, seats):
        """Who came late, or back, is seated; then whatever the organiser did by hand."""
        self.now = round["round"] - 1
        for arrival in round["arrivals"]:
            assert self.plays(arrival["player"], round["round"])
            assert arrival["player"] not in seats
        waiting = [p for p in self.words if self.plays(p, round["round"]) and p not in seats]
        for player in waiting:
            place = late_place(seats, self.at_a_table[-1])
            if place is None:
                continue  # all tables full: waits
            arrival = next(a for a in round["arrivals"] if a["player"] == player)
            assert pair(arrival["to"]) == place
            assert arrival["from"] is None
            seats = {**seats, player: place}
        assert len(round["arrivals"]) <= len(waiting)
        self.seated = dict(seats)
        for player in seats:
            self.sit_down(player)
        for move in round["manual_moves"]:
            seats = {**seats, move["player"]: pair(move["to"])}
            self.sit_down(move["player"])
        self.now = round["round"]
        shown = {s["player"]: (t["table"], s["seat"]) for t in round["tables"] for s in t["seats"]}
        assert seats == shown, round["round"]
        assert len(set(seats.values())) == len(seats)
        return seats

    def sit_down(self, player):
        """Their first stake is not charged as fresh; a pause's counters waited at the banker."""
        if player in self.away:
            self.purse[player] = self.away.pop(player)
        else:
            self.purse.setdefault(player, self.stake)

    # A round's results ---------------------------------------------------------------------------

    def results(self, round, seats, dealers):
        number, self.between = round["round"], []
        self.correct_earlier(number)
        self.correct_stakes(number)
        early = {w["player"]: w for _r, w in self.all_words(round) if w["state"] in ("paused", "left")}
        for table in round["tables"]:
            chairs = {s["seat"]: s["player"] for s in table["seats"]}
            if table["table"] in dealers:
                assert table["dealer"] == dealers[table["table"]], (number, table["table"])
            dealer = None
            for deal in table["deals"]:
                people = [p["player"] for p in deal["players"]]
                there = [s["player"] for s in table["seats"]]
                assert people == [p for p in there if p in people]
                assert all(p in early or not self.plays(p, number) for p in set(there) - set(people))
                dealer = (
                    next_chair(chairs, dealer, people, self.to_right)
                    if dealer
                    else first_dealer(table, chairs, people, self.to_right)
                )
                assert deal["dealer"] == dealer
                assert set(deal["winners"]) <= set(deal["in_call"]) <= set(people)
                self.deal(round, table, deal)
        self.check_between(round)
        for count in round["counted"]:
            self.purse[count["player"]] = count["counters"]
        for word in early.values():
            self.leave(word)

    def check_between(self, round):
        """Who is broke after a deal that is not the last takes a stake: by the deals, or as it was told."""
        if self.counted_each_deal:
            assert sorted(map(str, self.between)) == sorted(map(str, round["fresh_between_deals"]))
        else:
            self.fresh.update(stake["player"] for stake in round["fresh_between_deals"])

    def all_words(self, round):
        return [(r, w) for said in self.words.values() for r, w in said if r is round]

    def deal(self, round, table, deal):
        last = deal is table["deals"][-1]
        follows = deal["deal"] < self.settings["deals"] and not (deal["after_bell"] and not self.whole_games)
        counted = {c["player"]: c["counters"] for c in round["counted"]}
        assert not self.counted_each_deal or sum(p["change"] for p in deal["players"]) == 0
        for line in deal["players"]:
            player, had = line["player"], self.purse[line["player"]]
            if had is None and line["before"] == self.stake:  # known again: they were broke, and staked anew
                had = self.stake if player in {s["player"] for s in round["fresh_between_deals"]} else None
            assert line["before"] == had, (round["round"], player)
            if self.counted_each_deal:
                self.purse[player] = had + line["change"]
            else:
                assert line["change"] is None
                self.purse[player] = counted.get(player) if last else None
            assert line["after"] == self.purse[player]
            assert self.purse[player] is None or self.purse[player] >= 0
            if follows and self.purse[player] == 0 and self.counted_each_deal and self.sits_on(player, round):
                self.take_stake(player)
                self.between.append({"player": player, "counters": self.stake})

    def correct_earlier(self, number):
        """A correction of an earlier round that this round's bell is the first to reckon with."""
        for round in self.doc["rounds"]:
            for deal in (d for t in round["tables"] for d in t["deals"]):
                for old, new in versions(deal):
                    if new["counts_from_round"] == number != round["round"]:
                        self.apply(old, new)

    def correct_stakes(self, number):
        """Forgotten fresh stakes that the bell of round ``number`` is the first to know: before its deals."""
        for round in self.doc["rounds"]:
            for stake in round["stakes_corrected"]:
                if stake["counts_from_round"] == number:
                    self.correct_stake(stake, round["round"] == number)

    def correct_stake(self, stake, now):
        """A count since then knows of it already: the counters are there, and were counted."""
        sign = 1 if stake["given"] else -1
        self.fresh[stake["player"]] += sign
        if self.purse.get(stake["player"]) is not None and (now or self.counted_each_deal):
            self.purse[stake["player"]] += sign * stake["counters"]

    def apply(self, old, new):
        if self.counted_each_deal:
            for before, after in zip(old["players"], new["players"], strict=True):
                assert before["player"] == after["player"]
                if before["player"] in self.purse:
                    self.purse[before["player"]] += after["change"] - before["change"]

    def leave(self, word):
        """A drop-out's counters leave with a logged departure."""
        player = word["player"]
        if word["counters"] is None:
            return
        if self.purse[player] is not None and self.counted_each_deal:
            assert word["counters"] == self.purse[player]
        self.away[player] = word["counters"]
        self.purse[player] = 0

    # The bell ------------------------------------------------------------------------------------

    def bell(self, round, seats):
        if self.whole_games:
            return self.stay(round, seats)
        number = round["round"]
        after, moves, broke, exchanges = self.moved(round, seats)
        assert [(m["player"], pair(m["from"]), pair(m["to"])) for m in round["moves"]] == moves, number
        assert round["fresh_stakes"] == [{"player": p, "counters": self.stake} for p in broke], number
        assert round["exchanges"] == exchanges, number
        return after

    def moved(self, round, seats):
        """Where everybody sits after the bell, the ways there, who took a fresh stake, who changed seats."""
        number, tables = round["round"], len(round["tables"])
        booby = tables
        here = {p: place for p, place in seats.items() if self.plays(p, number)}
        assert all((p in here) == self.plays(p, number + 1) for p in here)
        going = self.who_goes(round, here, booby)
        after, moves = dict(here), []
        for table, player in sorted(going.items()):
            there = booby if table == HEAD else table - 1
            chair = here[going[there]][1] if there in going else free_chair(here, there)
            after[player] = (there, chair)
            moves.append((player, here[player], after[player]))
        # then each player with no counters takes a fresh stake: head table first, downwards, seat order;
        # who took it between the deals changes seats as they do, unless they won the round's last pool
        broke, before = self.broke(here), {s["player"] for s in round["fresh_between_deals"]}
        changing = [p for p in in_order(here) if p in broke or p in before - self.last_winners(round)]
        exchanges, staked = [], before.union(broke)
        for player in changing if tables > 1 else ():
            if after[player][0] == booby or self.state(player, number) == "keeps_seat":
                continue
            able = [p for p in after if after[p][0] == booby and p not in staked and self.may_go(p, number)]
            if able:
                rich = self.by_counters(round, able, max, "exchange", booby)
                moves += [(player, after[player], after[rich]), (rich, after[rich], after[player])]
                after[player], after[rich] = after[rich], after[player]
                exchanges.append({"broke": player, "partner": rich})
        for player in broke:
            self.take_stake(player)
        return after, moves, broke, exchanges

    def broke(self, here):
        """Who has no counters, in seat order."""
        return [p for p in in_order(here) if self.purse[p] == 0]

    def last_winners(self, round):
        """Who won the last pool of their table, if that was decided."""
        decided = [t["deals"][-1] for t in round["tables"] if t["deals"] and t["ending"] != "void"]
        return {player for deal in decided for player in deal["winners"]}

    def sits_on(self, player, round):
        """Whether somebody who played the deal is there to take a stake after it; of whom went it is told."""
        gone = {w["player"] for _r, w in self.all_words(round) if w["state"] in ("paused", "left")}
        return player not in gone or player in {s["player"] for s in round["fresh_between_deals"]}

    def stay(self, round, seats):
        """Fixed tables: nobody moves; who is broke takes a fresh stake for the next game."""
        here = {p: place for p, place in seats.items() if self.plays(p, round["round"])}
        broke = self.broke(here)
        assert round["moves"] == round["exchanges"] == []
        assert round["fresh_stakes"] == [{"player": p, "counters": self.stake} for p in broke]
        for player in broke:
            self.take_stake(player)
        return here

    def take_stake(self, player):
        self.purse[player] += self.stake
        self.fresh[player] += 1

    def may_go(self, player, number):
        return self.state(player, number) == "here"

    def who_goes(self, round, here, booby):
        """By table, who leaves it."""
        if booby == HEAD:
            return {}
        going = {t["table"]: self.who_goes_up(round, t, here) for t in round["tables"] if t["table"] != HEAD}
        going = {table: player for table, player in going.items() if player is not None}
        down = self.who_goes_down(round, here, going, booby)
        return going if down is None else {HEAD: down, **going}

    def who_goes_up(self, round, table, here):
        number, at = round["round"], table["table"]
        able = [
            s["player"] for s in table["seats"] if s["player"] in here and self.may_go(s["player"], number)
        ]
        if table["ending"] == "void":  # its players cut and the highest moves up
            return self.cut(round, able, "up", at)
        winners, called = table["deals"][-1]["winners"], table["deals"][-1]["in_call"]
        if free := [p for p in winners if p in able]:  # a divided pool: they cut for the move
            return self.cut(round, free, "up", at)
        if not any(p in here for p in winners):  # drop-out after winning: the table's richest goes up
            return self.by_counters(round, able, max, "up", at)
        # the winner keeps their seat: the caller with most counters, if nobody called the richest other
        return self.by_counters(round, [p for p in able if p in called] or able, max, "up", at)

    def who_goes_down(self, round, here, going, booby):
        """The fewest at the head table of those who were not in the call."""
        head, number = round["tables"][0], round["round"]
        void = head["ending"] == "void"
        winners = [] if void else head["deals"][-1]["winners"]
        called = [] if void else head["deals"][-1]["in_call"]
        able = [
            s["player"] for s in head["seats"] if s["player"] in here and self.may_go(s["player"], number)
        ]
        if fewest := [p for p in able if p not in called]:
            return self.by_counters(round, fewest, min, "down", HEAD)
        # everybody in the call: nobody, unless head above seven or booby below three, or so set
        sizes = Counter(table for table, _chair in here.values())
        too_many = sizes[HEAD] + (HEAD + 1 in going) > self.at_a_table[-1]
        too_few = sizes[booby] - (booby in going) < max(FEWEST_AT_BOOBY, self.at_a_table[0])
        callers = [p for p in able if p not in winners]
        if callers and (too_many or too_few or self.settings["all_called"] == "fewest_goes"):
            return self.by_counters(round, callers, min, "down", HEAD)
        return None

    def by_counters(self, round, people, best, purpose, table):
        if len(people) < 2:
            return people[0] if people else None
        extreme = best(self.purse[p] for p in people)
        return self.cut(round, [p for p in people if self.purse[p] == extreme], purpose, table)

    def cut(self, round, people, purpose, table, deal=0):
        """The highest goes; ace is low; equal highest cut again."""
        if len(people) < 2:
            return people[0] if people else None
        made = next(
            c["attempts"]
            for c in round["cuts"]
            if (c["purpose"], c["table"], c["deal"]) == (purpose, table, deal)
            and {card["player"] for card in c["attempts"][0]["cards"]} == set(people)
        )
        left = set(people)
        for attempt in made:
            cards = {c["player"]: CUT_RANKS.index(c["card"][0]) for c in attempt["cards"]}
            assert cards.keys() == left
            assert len({c["card"] for c in attempt["cards"]}) == len(cards)
            left = {p for p in left if cards[p] == max(cards.values())}
        assert len(left) == 1
        return left.pop()

    def next_dealers(self, round, after):
        """The next occupied chair, also across rounds."""
        dealers = {}
        for table in round["tables"]:
            last = table["deals"][-1]["dealer"] if table["deals"] else table["dealer"]
            if table["ending"] == "void" and table["deals"]:  # a void deal was dealt too
                chairs = {s["seat"]: s["player"] for s in table["seats"]}
                people = [p["player"] for p in table["deals"][-1]["players"]]
                last = next_chair(chairs, last, people, self.to_right)
            taken = {chair: chair for at, chair in after.values() if at == table["table"]}
            dealers[table["table"]] = next_chair(taken, last, taken.values(), self.to_right)
        return dealers
