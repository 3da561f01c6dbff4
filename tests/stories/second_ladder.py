"""The ladder, read a second time: next seats and standing from the document and the rules alone.

Nothing of the program is imported here. Who sits out is taken from the document, if nobody who plays has
sat out less often; the lot among equals is not drawn again.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

HEIGHT = {rank: height for height, rank in enumerate("A23456789TJQK", 1)}
Key = tuple[Any, ...]


def check(doc: Mapping[str, Any]) -> int:
    """AssertionError where the document is not as docs/formats.md says; how many games were compared."""
    after = last_list(doc)
    places = {line["player"]: line["place"] for line in doc["settlement"]}
    assert [one for one in sorted(places, key=places.__getitem__) if one in after] == after
    return len(doc["rounds"]) - 1


def last_list(doc: Mapping[str, Any]) -> list[int]:
    """Who is here, as the ladder stands after the last game; AssertionError as for ``check``."""
    moving, rounds = doc["evening"]["settings"]["moving"], doc["rounds"]
    state = dict.fromkeys(doc["draw"]["players"], "here")
    came = list(doc["draw"]["players"])
    listed = seated(rounds[0])
    listed += [one for one in came if one not in listed]
    sat_out = Counter(one for one in came if one not in seated(rounds[0]))
    for number, played in enumerate(rounds):
        for going in played["comings_and_goings"]:
            state[going["player"]] = going["state"]
            came += [going["player"]] * (going["player"] not in came)
        here = [one for one in sorted(came) if state[one] in ("here", "keeps_seat")]
        last = number + 1 == len(rounds)
        tables = [ranked(table, played["cuts"], here, last) for table in played["tables"] if table["seats"]]
        whole = moved(tables, moving)
        at_table = set(whole)
        for index, one in enumerate(listed):
            if one not in at_table:
                whole.insert(index, one)
        after = [one for one in whole if one in here] + [one for one in here if one not in whole]
        if last:
            return after
        following = rounds[number + 1]
        kept = {
            seat["player"]: (table["table"], seat["seat"])
            for table in played["tables"]
            for seat in table["seats"]
            if state[seat["player"]] == "keeps_seat"
        }
        ends = opened(played, following)
        out = [one for one in after if one not in ends]
        assert all(sat_out[one] <= sat_out[other] for one in out for other in ends if other not in kept)
        sizes = [size for _table, size in sorted(Counter(table for table, _seat in ends.values()).items())]
        assert sizes == sorted(sizes)
        assert sizes[-1] - sizes[0] <= 1
        assert chairs([one for one in after if one in ends], sizes, kept) == ends
        sat_out.update(out)
        listed = seated(following)
        for index, one in enumerate(after):
            if one in out and one not in listed:
                listed.insert(index, one)
    raise AssertionError("no last game")


def seated(played: Mapping[str, Any]) -> list[int]:
    return [seat["player"] for table in played["tables"] for seat in table["seats"]]


def ranked(
    table: Mapping[str, Any], cuts: Sequence[Mapping[str, Any]], here: Sequence[int], corrected: bool
) -> list[int]:
    """The people of a table, best first: as it was when seats were found, or as it is ``corrected`` now."""
    people = [seat["player"] for seat in table["seats"]]
    total, exact, last = Counter[int](), Counter[int](), Counter[int]()
    for deal in table["deals"]:
        stands = deal["corrections"][-1] if corrected and deal["corrections"] else deal
        last = Counter({line["player"]: line["change"] for line in stands["players"]})
        total.update(last)
        exact.update(one["player"] for one in stands["players"] if one.get("bid", 0) == one.get("tricks", 1))
    finished = set(last) if table["deals"] else set(people)

    def worth(one: int) -> Key:
        return one in finished, total[one], exact[one], last[one]

    order = list[int]()
    for _worth, group in groupby(sorted(people, key=worth, reverse=True), key=worth):
        equal = list(group)
        cutting = [one for one in equal if one in here and one in finished]
        made = [
            cut["attempts"] for cut in cuts if (cut["purpose"], cut["table"]) == ("place", table["table"])
        ]
        order += by_cut(cutting, made) + sorted(one for one in equal if one not in cutting)
    return order


def by_cut(equal: Sequence[int], made: Sequence[Sequence[Mapping[str, Any]]]) -> list[int]:
    """Everybody by the cards that they cut; who cut the same cuts again."""
    if len(equal) < 2:
        return list(equal)
    attempts = next(one for one in made if {cut["player"] for cut in one[0]["cards"]} == set(equal))
    cards: dict[int, Key] = {
        one: tuple(
            HEIGHT[cut["card"][0]] for each in attempts for cut in each["cards"] if cut["player"] == one
        )
        for one in equal
    }
    order = list[int]()
    for _cards, group in groupby(sorted(equal, key=cards.__getitem__, reverse=True), key=cards.__getitem__):
        order += by_cut(list(group), made)
    return order


def moved(tables: Sequence[Sequence[int]], wished: int) -> list[int]:
    """The best of each table go up one, the last go down one."""
    many = min(wished, min(len(table) for table in tables) // 2)
    goes = {}
    for number, table in enumerate(tables):
        for place, one in enumerate(table):
            up = place < many and number > 0
            down = place >= len(table) - many and number + 1 < len(tables)
            goes[one] = (number - up + down, number, place)
    return sorted(goes, key=goes.__getitem__)


def opened(played: Mapping[str, Any], following: Mapping[str, Any]) -> dict[int, tuple[int, int]]:
    """Where everybody sat down for the next game, before anything was changed by hand."""
    ways = [*played["moves"], *(one for one in following["arrivals"] if not one["from"])]
    return {way["player"]: (way["to"]["table"], way["to"]["seat"]) for way in ways if way["to"]}


def chairs(
    playing: Iterable[int], sizes: Sequence[int], kept: Mapping[int, tuple[int, int]]
) -> dict[int, tuple[int, int]]:
    """The list cut into tables; who keeps a seat changes places with whoever would sit in it."""
    places = [(table, seat) for table, size in enumerate(sizes, 1) for seat in range(1, size + 1)]
    at = dict(zip(places, playing, strict=True))
    fixed = set[tuple[int, int]]()
    for one, (table, seat) in sorted(kept.items(), key=lambda item: item[1]):
        own = next(place for place, who in at.items() if who == one)
        free = [place for place in places if place[0] == min(table, len(sizes)) and place not in fixed]
        wanted = min(free, key=lambda place: abs(place[1] - seat))
        at[own], at[wanted] = at[wanted], one
        fixed.add(wanted)
    return {who: place for place, who in at.items()}
