"""A season as plain values for JSON (docs/season.md). The caller supplies the words."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from accounts.models import Player
from accounts.names import LONGEST, name_key
from tournaments.core.files.documents import sort_keys
from tournaments.core.files.results_table import FIGURE_COLUMNS
from tournaments.core.files.season import FORMAT, VERSION, build_file_row
from tournaments.core.leagues.rules import SeasonStage, to_json
from tournaments.models import Award, Result, Season, Settlement
from tournaments.seasons.selectors.closing import compute_season_awards, load_season_belonging
from tournaments.seasons.selectors.counting import EveningOf, SeasonCount
from tournaments.standings.selectors.people import SeasonWinner, load_winners
from tournaments.standings.selectors.standings import load_evening_gift_awards, load_gift_awards


@dataclass(frozen=True)
class _Person:
    """A person in the season: the player, or the negative entry of a person who is on no list any more."""

    player: int
    name: str
    role: str


Titles = Callable[[Result], Mapping[str, str]]
"""The titles of a result's prizes, by key."""


def build_document(season: Season, count: SeasonCount, titles: Titles) -> dict[str, Any]:
    """Return the counted season as plain values, in a fixed number of queries."""
    lines, gifts = _load_lines(count), load_gift_awards(season)
    winners_by_gift = load_winners(gifts)
    gifts_given = [
        (gift, [one for one in winners_by_gift.get(gift.pk, ()) if not one.is_removed]) for gift in gifts
    ]
    people = _load_people(count, lines, [one for _gift, winners in gifts_given for one in winners])
    numbers = {person.player: number for number, person in enumerate(people, start=1)}
    numbers |= {gone: numbers[one] for gone, one in count.merges.items() if one in numbers}
    ranks: dict[int | None, int] = {pk: rank for rank, pk in enumerate(count.divisions, start=1)}
    return {
        "format": FORMAT,
        "format_version": VERSION,
        "club": season.league.club.name,
        "league": season.league.name,
        "season": season.name,
        "stage": str(season.stage),
        "seed": season.seed,
        "rules": to_json(count.rules),
        "divisions": list(count.divisions.values()),
        "people": [_build_person(person, count, ranks) for person in people],
        "evenings": _build_evenings(count, lines, numbers, ranks, titles),
        "given": _build_awards(
            ((gift, [one.player for one in winners]) for gift, winners in gifts_given), numbers
        ),
        "closing": _build_closing(season, count, numbers),
        "standing": [
            {
                "division": ranks.get(row_document.division),
                "person": numbers[row.player],
                "place": row_document.place,
                "total": str(row_document.total),
                "played": row_document.played,
                "below": row_document.below,
            }
            for row in count.rows
            for row_document in [build_file_row(row, "", row.division)]
        ],
    }


def _build_awards(
    awards: Iterable[tuple[Award, Iterable[int]]], numbers: Mapping[int, int]
) -> list[dict[str, Any]]:
    """Return the prizes given by hand, with those winners who have one of the ``numbers``, by their ids."""
    won = [(award, sorted({numbers[one] for one in winners if one in numbers})) for award, winners in awards]
    return [
        {"title": award.title, "winners": people, "reason": award.figures.get("reason", "")}
        for award, people in won
        if people
    ]


def _build_closing(season: Season, count: SeasonCount, numbers: Mapping[int, int]) -> dict[str, Any] | None:
    """Return what the season's closing wrote; None while it is open. ``numbers``: numbers by players' ids."""
    if season.stage != SeasonStage.CLOSED:
        return None
    belonging = load_season_belonging(season, count)

    def named(members: Mapping[str, Sequence[int]]) -> dict[str, list[int]]:
        return {
            name: sorted({numbers[player] for player in members[name] if player in numbers})
            for name in members
        }

    return {
        "groups": named(belonging.groups),
        "roles": named(belonging.roles),
        "prizes": [
            {
                "key": award.prize.key,
                "title": award.prize.title,
                "winners": sorted(numbers[who] for who in award.winners),
            }
            for award in compute_season_awards(season, count, belonging=belonging)
        ],
    }


@dataclass(frozen=True)
class _Line:
    """A person's result in one evening."""

    player: int
    entry: int
    name: str
    role: str
    figures: Mapping[str, int]

    def build_document(self, numbers: Mapping[int, int]) -> dict[str, Any]:
        role = {"role": self.role} if self.role else {}
        return {"person": numbers[self.player], **role, **self.figures}


def _load_lines(count: SeasonCount) -> dict[int, list[_Line]]:
    """Return the lines of each result by its key, in the order in which people arrived."""
    lines_by_result = dict[int, list[_Line]]()
    results = [evening.result for evening in count.evenings if evening.result]
    rows = Settlement.objects.filter(result__in=results).order_by("entry")
    columns = ("result", "entry", "player", "entry__name", "entry__role", *FIGURE_COLUMNS.values())
    for result, entry, player, name, role, *figures in rows.values_list(*columns):
        who = -entry if player is None else count.merges.get(player, player)
        figures_by_column = {
            column: figure
            for column, figure in zip(FIGURE_COLUMNS, figures, strict=True)
            if figure is not None
        }
        lines_by_result.setdefault(result, []).append(_Line(who, entry, name, role, figures_by_column))
    return lines_by_result


def _load_people(
    count: SeasonCount, lines: Mapping[int, list[_Line]], winners: Iterable[SeasonWinner]
) -> list[_Person]:
    """Return everybody who plays, is on the season's list or won a prize by hand, with unique names."""
    names_by_player = {line.player: line.name for mine in lines.values() for line in mine}
    names_by_player |= {count.merges.get(one.player, one.player): one.name for one in winners}
    names_by_player |= {
        who: count.names[who] for who in {*names_by_player, *count.people} if who in count.names
    }
    roles = dict(
        Player.objects.filter(pk__in=[who for who in names_by_player if who > 0]).values_list("pk", "role")
    )
    names_taken, people = set[str](), list[_Person]()
    # People on the club's list come first, in its order; people who are no longer on it follow.
    for who in sorted(names_by_player, key=lambda who: (who < 0, abs(who))):
        name, number = names_by_player[who], 1
        while name_key(name) in names_taken:
            number += 1
            name = f"{names_by_player[who][: LONGEST - 5]} {number}"
        names_taken.add(name_key(name))
        people.append(_Person(who, name, roles.get(who, "")))
    return people


def _build_person(person: _Person, count: SeasonCount, ranks: Mapping[int | None, int]) -> dict[str, Any]:
    member = count.people.get(person.player)
    return {
        "name": person.name,
        "role": person.role,
        "listed": member is not None,
        "division": ranks.get(member.division) if member else None,
        "guest": bool(member and member.guest),
    }


def _build_evenings(
    count: SeasonCount,
    lines: Mapping[int, list[_Line]],
    numbers: Mapping[int, int],
    ranks: Mapping[int | None, int],
    titles: Titles,
) -> list[dict[str, Any]]:
    counting = [evening for evening in count.evenings if evening.result]
    results = Result.objects.in_bulk([evening.result for evening in counting if evening.result])
    numbered = {line.entry: numbers[line.player] for mine in lines.values() for line in mine}
    prizes = _load_prizes(results, numbered, titles)
    awards_by_evening = defaultdict[int | None, list[Award]](list)
    for award in load_evening_gift_awards(evening.id for evening in counting):
        awards_by_evening[award.evening_id].append(award)
    return [
        _build_evening(evening, results[evening.result], ranks)
        | {
            "lines": [line.build_document(numbers) for line in lines.get(evening.result, ())],
            "prizes": prizes.get(evening.result, []),
            "given": _build_awards(
                (
                    (award, [winner.pk for winner in award.current_winners])
                    for award in awards_by_evening[evening.id]
                ),
                numbered,
            ),
        }
        for evening in counting
        if evening.result
    ]


def _build_evening(evening: EveningOf, result: Result, ranks: Mapping[int | None, int]) -> dict[str, Any]:
    return {
        "name": evening.name,
        "date": evening.held_on.isoformat(),
        "game": result.game,
        "options": sort_keys(result.options),
        "house_rules": result.rules_name,
        "version": result.version,
        "weight": evening.weight,
        "division": ranks.get(evening.division),
    }


def _load_prizes(
    results: Mapping[int, Result],
    numbered: Mapping[int, int],
    titles: Titles,
) -> dict[int, list[dict[str, Any]]]:
    """Return the prizes of each result, by title, with their winners."""
    prizes_by_result: dict[int, list[dict[str, Any]]] = defaultdict(list)
    by_key = {pk: titles(result) for pk, result in results.items()}
    awards = Award.objects.filter(result__in=list(results)).order_by("result", "rank")
    for award in awards.prefetch_related("winners"):
        winners = sorted(numbered[entry.pk] for entry in award.winners.all() if entry.pk in numbered)
        result = award.result_id or 0  # only prizes of results are read
        title = by_key[result].get(award.prize, award.title)
        prizes_by_result[result].append({"key": award.prize, "title": title, "winners": winners})
    return prizes_by_result
