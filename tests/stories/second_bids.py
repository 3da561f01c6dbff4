"""A second reading of docs/games.md: the thirteen games of the Blackout family.

It shares no code with the program: tables and plain dictionaries, written from the lines of docs/games.md and
the documents, for whoever has nothing but an exported evening. Players are the places 0, 1, 2 ... of a
deal's bidding order or of the table, whichever the caller keeps to.

A deal is a dictionary: ``deal`` and ``round`` (from 1), ``cards``, ``trump`` (where the suit comes from:
next, last, second, before, none, call, or the suit itself), ``marks`` and what a caller has called
(``suits`` highest first, ``low`` for reversed ranks, ``madness``). Marks are letters: S all bid at once,
H hook on the last bid, R running hook, T the bids must total the cards, A a bid may be amended, B bids
before the trump, D bids before the hand is seen, P hands are piles, M misere, C the dealer calls.
"""

TABLE = {
    "oh-well": range(3, 8),
    "blackout-nullo": range(3, 8),
    "blackout-family": range(3, 8),
    "blackout": range(2, 8),
    "blackout-cooperative": range(2, 8),
    "jabberwocky": range(3, 6),
    "up-and-down-the-river": range(4, 6),
    "clag": range(3, 8),
    "caller-clag": range(3, 8),
    "kachuful": range(3, 11),
    "romanian-whist": range(3, 7),
    "seven-truf": range(4, 5),
    "la-podrida": range(3, 9),
}
"""How many may sit at a table of each game."""

REMOVED = {3: 1, 4: 0, 5: 2, 6: 4, 7: 3}
KACHUFUL = {3: 17, 4: 12, 5: 10, 6: 8, 7: 7, 8: 6, 9: 5, 10: 5}
PODRIDA = {3: 17, 4: 13, 5: 10, 6: 8, 7: 7, 8: 6}
FAMILY = {3: 10, 4: 10, 5: 10, 6: 8, 7: 7}
CLAG_CARDS = [1, 2, 3, 4, 5, 6, *[7] * 8, 6, 5, 4, 3, 2, 1]
CLAG_MARKS = {9: "B", 10: "D", 11: "DP", 12: "M", 13: "M"}
CLAG_NO_TRUMP = {8, 13}


def run(first, last):
    """First, next ... last, upwards or downwards."""
    step = 1 if last >= first else -1
    return list(range(first, last + step, step))


def blackout_cards(n, options):
    most = 52 // n
    if options.get("reverse"):
        return run(most, 1)
    return run(1, most) + (run(most - 1, 1) if options.get("full_rotation") else [])


CARDS = {
    "oh-well": lambda n, o: [(52 - REMOVED[n]) // n],
    "blackout-nullo": lambda n, o: run(1, 52 // n),
    "blackout-family": lambda n, o: run(FAMILY[n], 1) + (run(2, FAMILY[n]) if o.get("return") else []),
    "blackout": blackout_cards,
    "blackout-cooperative": lambda n, o: run(1, 52 // n),
    "jabberwocky": lambda n, o: run(3, 9) + run(8, 3),
    "up-and-down-the-river": lambda n, o: run(1, 10) + run(9, 1),
    "clag": lambda n, o: CLAG_CARDS,
    "caller-clag": lambda n, o: [0] * o.get("deals", 12),
    "kachuful": lambda n, o: run(1, KACHUFUL[n]),
    "romanian-whist": lambda n, o: [1] * n + run(2, 7) + [8] * n + run(7, 2) + [1] * n,
    "seven-truf": lambda n, o: run(1, 7) + [8] * 4 + run(7, 1) + [8] * 4,
    "la-podrida": lambda n, o: run(PODRIDA[n], 5) + [4] * n + run(5, PODRIDA[n]),
}
"""The cards of every deal, by players and options; 0 where the dealer is still to call."""

HOOKED = {"blackout-family", "jabberwocky", "romanian-whist", "seven-truf", "la-podrida"}
"""Games whose last bidder may never make the total the cards."""


def trump(key, n, number, cards):
    """Where the trump of deal ``number`` with so many cards comes from."""
    if key in ("oh-well", "blackout-cooperative", "caller-clag"):
        return {"oh-well": "last", "blackout-cooperative": "second", "caller-clag": "call"}[key]
    if key == "kachuful":
        return "SDCH"[(number - 1) % 4]
    if key == "la-podrida" and cards * n == 52:
        return "before"
    none = {
        "blackout-nullo": cards * n == 52,
        "blackout": cards == 52 // n,
        "clag": number in CLAG_NO_TRUMP,
        "romanian-whist": cards == 8,
        "seven-truf": cards == 8,
    }
    return "none" if none.get(key) else "next"


def marks(key, options, number, cards):
    """The letters of deal ``number``."""
    if key == "blackout-family":
        return "S" if cards == 5 else "HA"
    if key == "kachuful" or (key == "blackout" and options.get("simultaneous")):
        return "S"
    if key == "blackout":
        return {"running": "R", "last": "H"}.get(options.get("hook"), "")
    if key == "blackout-cooperative":
        return "T"
    hook = "H" if key in HOOKED or options.get("non_exact") else ""
    if key == "clag":
        special = CLAG_MARKS.get(number, "")
        return special if special == "M" else hook + special
    return hook + ("C" if key == "caller-clag" else "")


def schedule(key, players, options=None):
    """All deals of a game, in order. Oh Well! has one, which is repeated."""
    if players not in TABLE[key]:
        raise ValueError(f"{key} is not for {players} players")
    options = options or {}
    return [
        {
            "deal": number,
            "round": number,
            "cards": cards,
            "trump": trump(key, players, number, cards),
            "marks": marks(key, options, number, cards),
        }
        for number, cards in enumerate(CARDS[key](players, options), start=1)
    ]


def pack(key, players):
    """How many cards the pack has, and how many of them are removed unseen."""
    whole = {"romanian-whist": 8 * players, "seven-truf": 32}.get(key, 52)
    return whole, REMOVED[players] if key == "oh-well" else 0


def may_call(call):
    """Caller Clag: whether the dealer may call so; what is not refused together combines."""
    mad = [way for way in ("ascending", "descending") if call.get(f"{way}_madness")]
    order, suits = call.get("suit_precedence"), call.get("suits")
    together = len(mad) > 1 or (call.get("misere") and mad) or (order and call.get("bid_before_trump"))
    return (
        call.get("cards") in range(3, 8) and not together and (not suits or (order and len(set(suits)) == 4))
    )


def called(deal, call):
    """Caller Clag: the deal that the dealer has made of it."""
    mark = "" if call.get("misere") else deal["marks"].replace("C", "")
    mark += "B" if call.get("bid_before_trump") else ""
    mark += "D" if call.get("blind_bid") else ""
    mark += "P" if call.get("pile_order") or call.get("blind_hand") else ""
    mark += "M" if call.get("misere") else ""
    ordered = call.get("suit_precedence")
    return {
        **deal,
        "cards": call["cards"],
        "trump": "none" if call.get("no_trump") or ordered else "next",
        "marks": mark,
        "suits": call.get("suits", "HCDS") if ordered else "",
        "low": bool(call.get("nuloss")),
        "madness": next((way for way in ("ascending", "descending") if call.get(f"{way}_madness")), ""),
    }


def orders(key, players, dealer):
    """The seats in the order of dealing, of bidding and of the first trick, and the next dealer."""
    left = [(dealer + step) % players for step in range(1, players + 1)]
    right = [(dealer - step) % players for step in range(1, players + 1)]
    deals = right if key == "la-podrida" else left
    return deals, [dealer, *left[:-1]] if key == "blackout-nullo" else left, left, deals[0]


def legal_bids(key, deal, players, made, zeros=0):
    """The bids open to the next bidder, after those ``made`` and after so many of their zeros running."""
    cards, mark, total = deal["cards"], deal["marks"], sum(made)
    if "M" in mark:
        return [0]
    bids, last = range(cards + 1), len(made) == players - 1
    if key == "kachuful" and players > 5 and zeros >= 5:
        bids = bids[1:]
    if "T" in mark:
        return [bid for bid in bids if (total + bid == cards if last else total + bid <= cards)]
    if "R" in mark or ("H" in mark and last):
        return [bid for bid in bids if total + bid != cards]
    return list(bids)


def bids_stand(key, deal, bids):
    """Whether all bids, in bidding order, could be made one after the other."""
    return all(bid in legal_bids(key, deal, len(bids), bids[:at]) for at, bid in enumerate(bids))


POINTS = {
    "oh-well": (lambda b, t, c: 10 + t, lambda b, t, c: t),
    "blackout-nullo": (lambda b, t, c: 10 + t if b else 5 + c, lambda b, t, c: 0),
    "blackout-family": (lambda b, t, c: 5 + b, lambda b, t, c: -b if b else -t),
    "blackout": (lambda b, t, c: 10 + b, lambda b, t, c: 0),
    "blackout-cooperative": (lambda b, t, c: 0, lambda b, t, c: 0),
    "jabberwocky": (lambda b, t, c: 1, lambda b, t, c: 0),
    "up-and-down-the-river": (lambda b, t, c: 10 + t if b else 5, lambda b, t, c: t - b),
    "clag": (lambda b, t, c: 10 + 2 * t, lambda b, t, c: 0),
    "caller-clag": (lambda b, t, c: 10 + 2 * t, lambda b, t, c: 0),
    "kachuful": (lambda b, t, c: 100 if b == 10 else 10 + t, lambda b, t, c: 0),
    "romanian-whist": (lambda b, t, c: 5 + t, lambda b, t, c: -abs(t - b)),
    "seven-truf": (lambda b, t, c: 10 * b if b else 5 * c, lambda b, t, c: t),
    "la-podrida": (lambda b, t, c: 10 + t, lambda b, t, c: t),
}
"""What an exact and a missed bid score: by bid, tricks and the cards of the deal."""


def score(key, deal, bid, tricks, took=(), revokes=0):
    """One player's points on a deal; ``took`` are the numbers of their tricks where madness reigns."""
    if "M" in deal["marks"]:
        return -2 * tricks if tricks else 10
    if madness := deal.get("madness"):
        worth = (lambda i: 2 * i) if madness == "ascending" else (lambda i: 2 * (deal["cards"] - i + 1))
        return (10 if bid == tricks else 0) + sum(worth(i) for i in took)
    made, missed = POINTS[key]
    points = (made if bid == tricks else missed)(bid, tricks, deal["cards"])
    return points - (3 * revokes if key == "jabberwocky" else 0)


def best(scores, bids, tricks):
    """Whose deal it is: the highest score, then an exact bid, then more tricks; all who are equal."""
    worth = [(s, b == t, t) for s, b, t in zip(scores, bids, tricks, strict=True)]
    return [place for place, mine in enumerate(worth) if mine == max(worth)]


def next_deal(key, players, options, played):
    """The deal that follows those ``played``, or None when the game is over.

    A played deal is a dictionary of ``bids``, ``tricks`` and, where there are any, ``took``, ``revokes``
    and ``call``, each by place.
    """
    deals, number = schedule(key, players, options), len(played) + 1
    if key == "oh-well":
        over = max(totals(key, players, options, played)) >= 100
        return None if over else {**deals[0], "deal": number, "round": number}
    at = rounds_won(played) if key == "blackout-cooperative" else len(played)
    return {**deals[at], "deal": number} if at < len(deals) else None


def rounds_won(played):
    """The cooperative game: deals on which everybody was exact."""
    return sum(deal["bids"] == deal["tricks"] for deal in played)


def scores(key, players, options, played, number):
    """The points of the deal ``number``, by place."""
    deals, done = schedule(key, players, options), played[number - 1]
    at = {"oh-well": 0, "blackout-cooperative": rounds_won(played[: number - 1])}.get(key, number - 1)
    deal = called(deals[at], done["call"]) if done.get("call") else deals[at]
    took, revokes = done.get("took") or [()] * players, done.get("revokes") or [0] * players
    lines = zip(done["bids"], done["tricks"], took, revokes, strict=True)
    return [score(key, deal, *line) for line in lines]


def totals(key, players, options, played):
    """Everybody's points so far, by place."""
    sheet = [scores(key, players, options, played, number) for number in range(1, len(played) + 1)]
    return [sum(line[place] for line in sheet) for place in range(players)]


def winners(key, players, options, played):
    """Who won: the highest total, all who are equal. Of a cooperative game all, or nobody if it stopped."""
    if key == "blackout-cooperative":
        over = next_deal(key, players, options, played) is None
        return list(range(players)) if over else []
    points = totals(key, players, options, played)
    return [place for place in range(players) if points[place] == max(points)]


ASCENDING = "23456789TJQKA"


def playable(key, deal, hand, trick, trump, broken):
    """The cards of ``hand`` ("TD", from the top where it is a pile) that may be played to ``trick``."""
    if "P" in deal["marks"]:
        return hand[:1]
    if not trick:
        side = [card for card in hand if card[1] != trump]
        return side if key == "jabberwocky" and not broken and side else list(hand)
    follow = [card for card in hand if card[1] == trick[0][1]]
    trumps = [card for card in hand if card[1] == trump]
    return follow or (key in ("romanian-whist", "la-podrida") and trumps) or list(hand)


def taker(deal, trick, trump):
    """The place in ``trick`` of the card that takes it; ``trump`` is empty where there is none."""
    order = deal.get("suits") or ""
    ranks = ASCENDING[::-1] if deal.get("low") else ASCENDING

    def height(card):
        if order:
            return -order.index(card[1]), ranks.index(card[0])
        return 2 * (card[1] == trump) + (card[1] == trick[0][1]), ranks.index(card[0])

    return max(range(len(trick)), key=lambda at: height(trick[at]))
