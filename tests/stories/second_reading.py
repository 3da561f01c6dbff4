"""A second reading of docs/rules.md, for whoever has nothing but an exported evening.

It shares no code with the program: it was written from the sentences of docs/rules.md, which stand beside
the lines that follow them. It plays the evening again from the seats as drawn, the results, the
counters counted and the cards cut, and finds for itself who moves where. ``check`` raises
AssertionError at the first thing that the document has otherwise.
"""

from collections import Counter

from tests.stories import second_bids
from tests.stories.second_deeds import deeds
from tests.stories.second_games import Bids
from tests.stories.second_rounds import HEAD, Replay
from tests.stories.second_tables import at_a_table, fewest_tables, table_sizes, versions


def check(doc):
    """Play the whole document again."""
    game = Bids(doc) if doc["evening"]["ruleset"] in second_bids.TABLE else Replay(doc)
    seats = {seat["player"]: (seat["table"], seat["seat"]) for seat in doc["draw"]["seats"]}
    dealers = dict(enumerate(doc["draw"]["dealers"], start=1))
    check_draw(doc)
    for index, round in enumerate(doc["rounds"]):
        seats = game.opening(round, seats)
        if index:
            dealers = game.next_dealers(doc["rounds"][index - 1], game.seated)
        game.results(round, seats, dealers)
        if index + 1 < len(doc["rounds"]):
            seats = game.bell(round, seats)
        else:
            assert round["moves"] == round["fresh_stakes"] == round["exchanges"] == []
    for round in doc["rounds"]:
        assert round["yellow_chips"] == chips(game, round), round["round"]
    if doc["result_version"] is None:
        return
    if isinstance(game, Bids):
        game.settling_up()
    else:
        settling_up(game)


def check_draw(doc):
    """The sizes of the tables; roles as even over them as they can be."""
    sizes, roles = doc["draw"]["sizes"], {p["player"]: p["role"] for p in doc["players"]}
    players = len(doc["draw"]["seats"])
    if doc["evening"]["ruleset"] == "draw-poker" and doc["evening"]["format"] == "progressive":
        assert sizes == table_sizes(players)
    else:
        assert sizes == fewest_tables(len(doc["draw"]["players"]), at_a_table(doc["evening"]))
    everybody = Counter(roles[seat["player"]] for seat in doc["draw"]["seats"])
    for table, size in enumerate(sizes, start=1):
        here = [seat for seat in doc["draw"]["seats"] if seat["table"] == table]
        assert sorted(seat["seat"] for seat in here) == list(range(1, size + 1))
        for role, number in everybody.items():
            assert abs(sum(roles[s["player"]] == role for s in here) - number * size / players) < 1


def chips(game, round):
    """The head table's pool winner takes a yellow chip; a divided pool's winners cut for it."""
    game.now = round["round"]
    taken = list[dict]()
    if game.whole_games:
        return taken
    for deal in round["tables"][0]["deals"] if round["tables"][0]["ending"] != "void" else ():
        winners = (deal["corrections"] or [deal])[-1]["winners"]
        present = [p for p in winners if game.plays(p, round["round"])] or winners
        taken.append({"deal": deal["deal"], "player": game.cut(round, present, "chip", HEAD, deal["deal"])})
    return taken


def settling_up(game):
    """Counters - stake x fresh stakes; whoever left has what they took away."""
    for round in game.doc["rounds"]:
        for deal in (d for t in round["tables"] for d in t["deals"]):
            for old, new in versions(deal):
                if new["counts_from_round"] is None:
                    game.apply(old, new)
    game.correct_stakes(None)
    for count in game.doc["final_counts"]:
        game.purse[count["player"]] = count["counters"]
    assert sum(game.purse.values()) == game.stake * (len(game.purse) + game.fresh.total()) - sum(
        game.away.values()
    )
    yellow = Counter(chip["player"] for r in game.doc["rounds"] for chip in r["yellow_chips"])
    held = {p: game.away.get(p, counters) for p, counters in game.purse.items()}
    net = {p: counters - game.stake * game.fresh[p] for p, counters in held.items()}
    more = deeds(game.doc, game.whole_games, {p: net[p] - game.stake for p in net})
    ours = [
        {
            "place": 1 + sum((net[o], yellow[o]) > (net[p], yellow[p]) for o in net),
            "player": p,
            "counters": held[p],
            "fresh_stakes": game.fresh[p],
            "net": net[p],
            "yellow": yellow[p],
            **dict.fromkeys(("points", "exact_bids", "hands_used")),
            **more[p],
        }
        for p in net
    ]
    assert game.doc["settlement"] == sorted(ours, key=lambda row: (row["place"], row["player"]))
    assert {p["key"]: p["winners"] for p in game.doc["prizes"]} == prizes(game, net, yellow)


def prizes(game, net, yellow):
    """Most yellow chips (equal: most counters); most counters for each role; fewest counters."""
    present = [p for p in net if game.present(p)]
    able = sorted(net if game.settings["leavers_win"] else present)
    roles = {p["player"]: p["role"] for p in game.doc["players"]}
    fewest = yellow if game.settings["booby"] == "yellow" else net
    wanted = {"yellow": ([p for p in able if yellow[p]], lambda p: (yellow[p], net[p]))}
    if game.whole_games:
        del wanted["yellow"]
    for role in game.settings["roles"]:
        wanted[f"counters-{role}"] = ([p for p in able if roles[p] == role], net.get)
    wanted["booby"] = (able, lambda p: -fewest[p])
    won, have = {}, set()
    for key, (people, worth) in wanted.items():
        free = [p for p in people if not (game.settings["one_prize_each"] and p in have)]
        won[key] = [p for p in free if worth(p) == max(map(worth, free))]
        have.update(won[key])
    return won
