"""The rounds of an evening as the second reading plays them: who sits where, holds what and moves.

Each method follows sentences of the rulebook's section 4, which stand beside it.
"""

from collections import Counter

HEAD, MOST, FEWEST_AT_BOOBY = 1, 7, 3
CUT_RANKS = "A23456789TJQK"  # ace low everywhere


class Replay:
    def __init__(self, doc):
        self.doc, self.settings = doc, doc["evening"]["settings"]
        self.stake = self.settings["stake"]
        self.counted_each_deal = self.settings["counting"] == "each_deal"
        self.purse, self.away = {}, {}
        self.fresh = Counter[int]()
        words = [(r, w) for r in doc["rounds"] for w in r["comings_and_goings"]]
        self.words = {
            p["player"]: [(r, w) for r, w in words if w["player"] == p["player"]] for p in doc["players"]
        }
        self.now = doc["rounds"][0]["round"]

    def state(self, player, number, before_bell=False):
        """The last word said of somebody, by the round that is being played, for round ``number``."""
        said = [
            w
            for r, w in self.words[player]
            if r["round"] <= self.now and w["from_round"] <= number
            if not (before_bell and r["round"] == self.now and w["after_bell"])
        ]
        if said:
            return said[-1]["state"]
        # whoever is first heard of as coming was not there before
        came_late = self.words[player] and self.words[player][0][1]["state"] == "here"
        return "left" if came_late else "here"

    def plays(self, player, number):
        return self.state(player, number) in ("here", "keeps_seat")

    # Opening a round -----------------------------------------------------------------------------

    def opening(self, round, seats):
        """Who came late, or back, is seated; then whatever the organiser did by hand."""
        self.now = round["round"] - 1
        for arrival in round["arrivals"]:
            assert self.plays(arrival["player"], round["round"])
            assert arrival["player"] not in seats
        waiting = [p for p in self.words if self.plays(p, round["round"]) and p not in seats]
        for player in waiting:
            place = late_place(seats)
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
        """His first stake is not charged as fresh; a pause's counters waited at the banker."""
        if player in self.away:
            self.purse[player] = self.away.pop(player)
        else:
            self.purse.setdefault(player, self.stake)

    # A round's results ---------------------------------------------------------------------------

    def results(self, round, seats, dealers):
        number = round["round"]
        self.correct_earlier(number)
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
                dealer = next_chair(chairs, dealer, people) if dealer else first_dealer(table, chairs, people)
                assert deal["dealer"] == dealer
                assert set(deal["winners"]) <= set(deal["in_call"]) <= set(people)
                self.deal(round, table, deal)
        for count in round["counted"]:
            self.purse[count["player"]] = count["counters"]
        for word in early.values():
            self.leave(word)

    def all_words(self, round):
        return [(r, w) for said in self.words.values() for r, w in said if r is round]

    def deal(self, round, table, deal):
        last = deal is table["deals"][-1]
        counted = {c["player"]: c["counters"] for c in round["counted"]}
        assert not self.counted_each_deal or sum(p["change"] for p in deal["players"]) == 0
        for line in deal["players"]:
            player, had = line["player"], self.purse[line["player"]]
            assert line["before"] == had, (round["round"], player)
            if self.counted_each_deal:
                self.purse[player] = had + line["change"]
            else:
                assert line["change"] is None
                self.purse[player] = counted.get(player) if last else None
            assert line["after"] == self.purse[player]
            assert self.purse[player] is None or self.purse[player] >= 0

    def correct_earlier(self, number):
        """A correction of an earlier round that this round's bell is the first to reckon with."""
        for round in self.doc["rounds"]:
            for deal in (d for t in round["tables"] for d in t["deals"]):
                for old, new in versions(deal):
                    if new["counts_from_round"] == number != round["round"]:
                        self.apply(old, new)

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
        # then each player with no counters takes a fresh stake: head table first, downwards, seat order
        broke = [p for p in sorted(here, key=lambda player: here[player]) if self.purse[p] == 0]
        exchanges = []
        for player in broke if tables > 1 else ():
            if after[player][0] == booby or self.state(player, number) == "keeps_seat":
                continue
            able = [p for p in after if after[p][0] == booby and p not in broke and self.may_go(p, number)]
            if able:
                rich = self.by_counters(round, able, max, "exchange", booby)
                moves += [(player, after[player], after[rich]), (rich, after[rich], after[player])]
                after[player], after[rich] = after[rich], after[player]
                exchanges.append({"broke": player, "partner": rich})
        assert [(m["player"], pair(m["from"]), pair(m["to"])) for m in round["moves"]] == moves, number
        assert round["fresh_stakes"] == [{"player": p, "counters": self.stake} for p in broke], number
        assert round["exchanges"] == exchanges, number
        for player in broke:
            self.purse[player] += self.stake
            self.fresh[player] += 1
        return after

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
        # the winner keeps his seat: the caller with most counters, if nobody called the richest other
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
        too_many = sizes[HEAD] + (HEAD + 1 in going) > MOST
        too_few = sizes[booby] - (booby in going) < FEWEST_AT_BOOBY
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
                last = next_chair(chairs, last, [p["player"] for p in table["deals"][-1]["players"]])
            taken = sorted(chair for at, chair in after.values() if at == table["table"])
            dealers[table["table"]] = next((c for c in taken if c > last), taken[0])
        return dealers


def late_place(seats):
    """A fresh place at the booby table unless that breaks the limit, then the smallest table (lowest
    if equal). The lowest empty chair there; none if all tables are full."""
    sizes = Counter(table for table, _chair in seats.values())
    booby = max(sizes)
    at = booby if sizes[booby] < MOST else min(sizes, key=lambda table: (sizes[table], -table))
    return (at, free_chair(seats, at)) if sizes[at] < MOST else None


def free_chair(seats, table):
    taken = {chair for at, chair in seats.values() if at == table}
    return next(chair for chair in range(1, MOST + 2) if chair not in taken)


def first_dealer(table, chairs, people):
    """The table's dealer, or the next occupied chair where he does not play."""
    if chairs.get(table["dealer"]) in people:
        return table["dealer"]
    return next_chair(chairs, table["dealer"], people)


def next_chair(chairs, after, people):
    taken = sorted(chair for chair, player in chairs.items() if player in people)
    return next((chair for chair in taken if chair > after), taken[0])


def versions(deal):
    """Each correction with the version before it. What counted at the bell stands as the deal itself."""
    later = [c for c in deal["corrections"] if c["version"] > deal["version"]]
    return zip([deal, *later], later, strict=False)


def pair(place):
    return (place["table"], place["seat"])
