"""What the settlement says of deals, wins and shares, read a second time from an exported evening."""

from collections import Counter, defaultdict
from fractions import Fraction


def deeds(doc, whole, ends, all_win=None):
    """By player. ``ends``: what each gained over the evening; ``all_win``: whether a table won together."""
    tables = [
        [standing(deal) for deal in t["deals"]] for r in doc["rounds"] for t in r["tables"] if t["deals"]
    ]
    lines = [line for deals in tables for deal in deals for line in deal["players"]]
    changes = defaultdict(list)
    for line in lines:
        changes[line["player"]].append(line["change"])
    if whole:
        wins = games_won(tables, all_win)
    else:
        wins = Counter(player for deals in tables for deal in deals for player in deal["winners"])
    shares = None if all_win else shared(gains(tables, ends, doc) if whole else [ends])
    return {
        player: {
            "deals": len(changes[player]),
            "wins": None if wins is None else wins[player],
            "best_deal": None if all_win or None in changes[player] else max(changes[player], default=None),
            "share": None if shares is None else round_half_up(shares[player] * 10_000),
            "reached": None,
        }
        for player in ends
    }


def standing(deal):
    return {**deal, **(deal["corrections"] or [deal])[-1]}


def gains(tables, ends, doc):
    """What was gained at each table: the sum of its deals, or in the only game what everybody has."""
    found = []
    for deals in tables:
        gained = Counter[int]()
        for line in (line for deal in deals for line in deal["players"]):
            if line["change"] is None:
                if len(doc["rounds"]) > 1:
                    return None
                gained[line["player"]] = ends[line["player"]]
            else:
                gained[line["player"]] += line["change"]
        found.append(gained)
    return found


def games_won(tables, all_win):
    """Who has most of those who were there for the last deal."""
    won = Counter[int]()
    for deals in tables:
        people = [line["player"] for line in deals[-1]["players"]]
        if all_win:
            won.update(people if all_win(deals) else ())
            continue
        total = Counter[int]()
        for line in (line for deal in deals for line in deal["players"]):
            if line["change"] is None:
                return None
            total[line["player"]] += line["change"]
        won.update(p for p in people if total[p] == max(total[o] for o in people))
    return won


def shared(fields):
    """Of all that was gained in the fields in which somebody was; whoever lost has nothing."""
    if fields is None:
        return None
    mine, whole = Counter[int](), Counter[int]()
    for field in fields:
        gained = {player: max(0, points) for player, points in field.items()}
        for player, points in gained.items():
            mine[player] += points
            whole[player] += sum(gained.values())
    return defaultdict(Fraction, {p: Fraction(mine[p], whole[p]) for p in mine if whole[p]})


def round_half_up(number):
    return int(number + Fraction(1, 2))
