"""A season as plain values for JSON (docs/season.md): its words are handed in."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from accounts.models import Player
from accounts.names import LONGEST, name_key
from tournaments.core.files.documents import ordered
from tournaments.core.files.results_table import FIGURE_COLUMNS
from tournaments.core.files.season import FORMAT, VERSION, file_row
from tournaments.core.leagues.rules import SeasonStage, to_json
from tournaments.models import Award, Result, Season, Settlement
from tournaments.seasons.selectors.closing import awards_of, belonging_of
from tournaments.seasons.selectors.counting import Counted, EveningOf
from tournaments.standings.selectors.people import SeasonWinner, winners_by_prize
from tournaments.standings.selectors.standings import given_at_evenings, given_by_hand


@dataclass(frozen=True)
class _Person:
    """Somebody in the season: the player, or the negative entry of one who is on no list any more."""

    who: int
    name: str
    role: str


Titles = Callable[[Result], Mapping[str, str]]
"""The titles of a result's prizes, by key."""


def document(season: Season, counted: Counted, titles: Titles) -> dict[str, Any]:
    """Return the season as it was counted, as plain values, in a fixed number of queries."""
    lines, gifts = _lines(counted), given_by_hand(season)
    won = winners_by_prize(gifts)
    given = [(gift, [one for one in won.get(gift.pk, ()) if not one.removed]) for gift in gifts]
    people = _people(counted, lines, [one for _gift, winners in given for one in winners])
    numbers = {person.who: number for number, person in enumerate(people, start=1)}
    numbers |= {gone: numbers[one] for gone, one in counted.one.items() if one in numbers}
    ranks: dict[int | None, int] = {pk: rank for rank, pk in enumerate(counted.divisions, start=1)}
    return {
        "format": FORMAT,
        "format_version": VERSION,
        "club": season.league.club.name,
        "league": season.league.name,
        "season": season.name,
        "stage": str(season.stage),
        "seed": season.seed,
        "rules": to_json(counted.rules),
        "divisions": list(counted.divisions.values()),
        "people": [_person(person, counted, ranks) for person in people],
        "evenings": _evenings(counted, lines, numbers, ranks, titles),
        "given": _given(((gift, [one.player for one in winners]) for gift, winners in given), numbers),
        "closing": _closing(season, counted, numbers),
        "standing": [
            {
                "division": ranks.get(told.division),
                "person": numbers[row.player],
                "place": told.place,
                "total": str(told.total),
                "played": told.played,
                "below": told.below,
            }
            for row in counted.rows
            for told in [file_row(row, "", row.division)]
        ],
    }


def _given(awards: Iterable[tuple[Award, Iterable[int]]], numbers: Mapping[int, int]) -> list[dict[str, Any]]:
    """Return the prizes by hand with those of their winners who have one of the ``numbers``, by their ids."""
    won = [(award, sorted({numbers[one] for one in winners if one in numbers})) for award, winners in awards]
    return [
        {"title": award.title, "winners": people, "reason": award.figures.get("reason", "")}
        for award, people in won
        if people
    ]


def _closing(season: Season, counted: Counted, numbers: Mapping[int, int]) -> dict[str, Any] | None:
    """Return what the season's closing wrote down; None while it is open."""
    if season.stage != SeasonStage.CLOSED:
        return None
    belonging = belonging_of(season, counted)

    def named(members: Mapping[str, Sequence[int]]) -> dict[str, list[int]]:
        return {name: sorted({numbers[who] for who in members[name] if who in numbers}) for name in members}

    return {
        "groups": named(belonging.groups),
        "roles": named(belonging.roles),
        "prizes": [
            {
                "key": award.prize.key,
                "title": award.prize.title,
                "winners": sorted(numbers[who] for who in award.winners),
            }
            for award in awards_of(season, counted, belonging=belonging)
        ],
    }


@dataclass(frozen=True)
class _Line:
    """Somebody's result in one evening."""

    who: int
    entry: int
    name: str
    role: str
    figures: Mapping[str, int]

    def told(self, numbers: Mapping[int, int]) -> dict[str, Any]:
        role = {"role": self.role} if self.role else {}
        return {"person": numbers[self.who], **role, **self.figures}


def _lines(counted: Counted) -> dict[int, list[_Line]]:
    """Return everybody's lines by result, in the order in which people came."""
    found = dict[int, list[_Line]]()
    results = [evening.result for evening in counted.evenings if evening.result]
    rows = Settlement.objects.filter(result__in=results).order_by("entry")
    columns = ("result", "entry", "player", "entry__name", "entry__role", *FIGURE_COLUMNS.values())
    for result, entry, player, name, role, *figures in rows.values_list(*columns):
        who = -entry if player is None else counted.one.get(player, player)
        known = {
            column: figure
            for column, figure in zip(FIGURE_COLUMNS, figures, strict=True)
            if figure is not None
        }
        found.setdefault(result, []).append(_Line(who, entry, name, role, known))
    return found


def _people(
    counted: Counted, lines: Mapping[int, list[_Line]], given: Iterable[SeasonWinner]
) -> list[_Person]:
    """Return everybody who plays, is on the season's list or won a prize by hand, each by a unique name."""
    of = {line.who: line.name for mine in lines.values() for line in mine}
    of |= {counted.one.get(one.player, one.player): one.name for one in given}
    of |= {who: counted.names[who] for who in {*of, *counted.people} if who in counted.names}
    roles = dict(Player.objects.filter(pk__in=[who for who in of if who > 0]).values_list("pk", "role"))
    taken, people = set[str](), list[_Person]()
    # As the club has them; who is on its list no more comes after them.
    for who in sorted(of, key=lambda who: (who < 0, abs(who))):
        name, number = of[who], 1
        while name_key(name) in taken:
            number += 1
            name = f"{of[who][: LONGEST - 5]} {number}"
        taken.add(name_key(name))
        people.append(_Person(who, name, roles.get(who, "")))
    return people


def _person(person: _Person, counted: Counted, ranks: Mapping[int | None, int]) -> dict[str, Any]:
    member = counted.people.get(person.who)
    return {
        "name": person.name,
        "role": person.role,
        "listed": member is not None,
        "division": ranks.get(member.division) if member else None,
        "guest": bool(member and member.guest),
    }


def _evenings(
    counted: Counted,
    lines: Mapping[int, list[_Line]],
    numbers: Mapping[int, int],
    ranks: Mapping[int | None, int],
    titles: Titles,
) -> list[dict[str, Any]]:
    counting = [evening for evening in counted.evenings if evening.result]
    results = Result.objects.in_bulk([evening.result for evening in counting if evening.result])
    numbered = {line.entry: numbers[line.who] for mine in lines.values() for line in mine}
    prizes = _prizes(results, numbered, titles)
    given = defaultdict[int | None, list[Award]](list)
    for award in given_at_evenings(evening.id for evening in counting):
        given[award.evening_id].append(award)
    return [
        _evening(evening, results[evening.result], ranks)
        | {
            "lines": [line.told(numbers) for line in lines.get(evening.result, ())],
            "prizes": prizes.get(evening.result, []),
            "given": _given(
                ((award, [one.pk for one in award.current_winners]) for award in given[evening.id]), numbered
            ),
        }
        for evening in counting
        if evening.result
    ]


def _evening(evening: EveningOf, result: Result, ranks: Mapping[int | None, int]) -> dict[str, Any]:
    return {
        "name": evening.name,
        "date": evening.held_on.isoformat(),
        "game": result.game,
        "options": ordered(result.options),
        "house_rules": result.rules_name,
        "version": result.version,
        "weight": evening.weight,
        "division": ranks.get(evening.division),
    }


def _prizes(
    results: Mapping[int, Result],
    numbered: Mapping[int, int],
    titles: Titles,
) -> dict[int, list[dict[str, Any]]]:
    """Return the prizes of each result, by title, with who won them."""
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    by_key = {pk: titles(result) for pk, result in results.items()}
    awards = Award.objects.filter(result__in=list(results)).order_by("result", "rank")
    for award in awards.prefetch_related("winners"):
        winners = sorted(numbered[entry.pk] for entry in award.winners.all() if entry.pk in numbered)
        result = award.result_id or 0  # the filter lets only prizes of results in
        title = by_key[result].get(award.prize, award.title)
        found[result].append({"key": award.prize, "title": title, "winners": winners})
    return found
