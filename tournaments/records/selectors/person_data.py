"""What is kept of a person on a club's list: every entry that is this person, with all evenings and seasons.

It is told to the person who has an account as a part of their own data, and for a person without one to an
organiser: docs/account-data.md.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import Player
from accounts.players.selectors.players import entries_of, kept
from tournaments.core.results.columns import FIGURES
from tournaments.models import (
    Award,
    BidRow,
    CountRow,
    CutRow,
    DealLine,
    EntryRow,
    MoveRow,
    PresenceRow,
    RowQuestion,
    SeasonPlayer,
    SeatRow,
    Settlement,
    StakeRow,
)

FORMAT, FORMAT_VERSION = "headtable-person", 1
Rows = list[dict[str, Any]]

TAKEN_BACK = ExpressionWrapper(Q(void__isnull=False), output_field=BooleanField())
OF_AN_ENTRY: Mapping[str, tuple[Any, dict[str, str]]] = {
    "presence": (PresenceRow, {"from_round": "from_round", "state": "state"}),
    "places": (SeatRow, {"round": "round__number", "table": "position", "seat": "chair"}),
    "deals": (
        DealLine,
        {
            "round": "version__deal__round__number",
            "table": "version__deal__position",
            "deal": "version__deal__number",
            "version": "version__version",
            **{name: name for name in ("won", "in_call", "counters", "bid", "tricks", "took", "revokes")},
            "score": "score",
            "cards": "cards",
        },
    ),
    "bids": (BidRow, {"round": "deal__round__number", "deal": "deal__deal", "bid": "bid"}),
    "counts": (CountRow, {"round": "round__number", "when": "kind", "counters": "counters"}),
    "stakes": (
        StakeRow,
        {"round": "round__number", "what": "kind", "counters": "counters", "left_in_pool": "in_pool"},
    ),
    "cuts": (
        CutRow,
        {"round": "round__number", "table": "position", "for": "purpose", "deal": "deal", "card": "card"},
    ),
    "moves": (
        MoveRow,
        {
            "round": "round__number",
            "from_table": "from_position",
            "from_seat": "from_chair",
            "to_table": "to_position",
            "to_seat": "to_chair",
            "why": "why",
            "by_hand": "by_hand",
        },
    ),
    "results": (
        Settlement,
        {
            "version": "result__version",
            **{name: name for name in FIGURES},
        },
    ),
}
"""What hangs on a person's place in an evening: the rows, and each field with where it is kept."""


OF_A_PRIZE = {"prize": "award__title", "why": "award__why", "taken_back": "award__withdrawn"}
ABOUT_A_ROW = {
    "question": "question",
    "answer": "answer",
    "asked": "asked__at",
    "answered": "answered__at",
    "closed": "closed__at",
}


def person_data(player: Player) -> dict[str, Any]:
    """All that is kept of the person who has this entry, as plain values for JSON."""
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "made": timezone.now(),
        "people": people_told([(player.club.name, in_order(player.pk, kept(player.club_id)))]),
    }


def in_order(player: int, one: Mapping[int, int]) -> Sequence[int]:
    """The person's entries, the one that stands first; ``one``: the entry that stands for each merged one."""
    return sorted(entries_of(player, one), key=lambda pk: (pk in one, pk))


def people_told(people: Sequence[tuple[str, Sequence[int]]]) -> Rows:
    """What is kept of people, each with the name of the club and the entries that are the person."""
    ids = {pk for _club, entries in people for pk in entries}
    players = Player.objects.in_bulk(ids)
    groups = _by_player(Player.groups.through.objects.filter(player__in=ids), "group__name")
    evenings, seasons, questions = _evenings(ids), _seasons(ids), _questions(ids)
    prizes = _season_prizes(ids)
    return [
        {
            "club": club,
            "entries": [
                {
                    **{
                        name: getattr(players[pk], name) for name in ("name", "role", "public", "public_name")
                    },
                    "on_the_list": players[pk].active,
                    "groups": sorted(groups[pk]),
                    "seasons": seasons[pk],
                    "season_prizes": prizes[pk],
                    "questions": questions[pk],
                    "evenings": evenings[pk],
                }
                for pk in entries
            ],
        }
        for club, entries in people
    ]


def rows_told(rows: QuerySet[Any], fields: Mapping[str, str]) -> Rows:
    """The rows with each field under its own name."""
    read = rows.values_list(*fields.values())
    return [dict(zip(fields, row, strict=True)) for row in read]


def _by_player(rows: QuerySet[Any], field: str) -> dict[int, list[str]]:
    found: dict[int, list[str]] = defaultdict(list)
    for player, value in rows.values_list("player", field):
        found[player].append(value)
    return found


def _seasons(players: Collection[int]) -> dict[int, Rows]:
    rows = SeasonPlayer.objects.filter(player__in=players).order_by("pk")
    fields = {
        "league": "season__league__name",
        "season": "season__name",
        "division": "division__name",
        "guest": "guest",
    }
    return _grouped(rows, "player", fields)


def _questions(players: Collection[int]) -> dict[int, Rows]:
    """By player the questions about their rows, without who asked."""
    rows = RowQuestion.objects.filter(player__in=players).order_by("pk")
    return _grouped(rows, "player", {"season": "season__name", **ABOUT_A_ROW})


def _evenings(players: Collection[int]) -> dict[int, Rows]:
    """By player every evening, with all that is told of the person there."""
    entries = EntryRow.objects.filter(player__in=players).order_by("evening__held_on", "pk")
    fields = {
        "entry": "pk",
        "evening": "evening__name",
        "date": "evening__held_on",
        "game": "evening__game",
        "name": "name",
        "role": "role",
    }
    found = _grouped(
        entries.annotate(taken_back=TAKEN_BACK), "player", {**fields, "taken_back": "taken_back"}
    )
    ids = [row["entry"] for rows in found.values() for row in rows]
    told = {name: _of_entries(model, ids, fields) for name, (model, fields) in OF_AN_ENTRY.items()}
    prizes = _prizes(ids)
    for rows in found.values():
        for row in rows:
            entry = row.pop("entry")
            row |= {name: by_entry[entry] for name, by_entry in told.items()}
            row["prizes"] = prizes[entry]
    return found


def _of_entries(model: Any, entries: Collection[int], fields: Mapping[str, str]) -> dict[int, Rows]:
    """By entry its rows; of facts that were taken back it is said so."""
    rows = model._default_manager.filter(entry__in=entries).order_by("pk")
    if any(field.name == "void" for field in model._meta.fields):
        return _grouped(rows.annotate(taken_back=TAKEN_BACK), "entry", {**fields, "taken_back": "taken_back"})
    return _grouped(rows, "entry", fields)


def _prizes(entries: Collection[int]) -> dict[int, Rows]:
    rows = Award.winners.through.objects.filter(entryrow__in=entries).order_by("pk")
    return _grouped(rows, "entryrow", {"version": "award__result__version", **OF_A_PRIZE})


def _season_prizes(players: Collection[int]) -> dict[int, Rows]:
    """By player the prizes of seasons: as they were written at a closing, and those by hand."""
    rows = Award.players.through.objects.filter(player__in=players).order_by("pk")
    season = Coalesce("award__season__name", "award__season_result__season__name")
    fields = {"season": "in_season", "version": "award__season_result__version", **OF_A_PRIZE}
    return _grouped(rows.annotate(in_season=season), "player", fields)


def _grouped(rows: QuerySet[Any], by: str, fields: Mapping[str, str]) -> dict[int, Rows]:
    found: dict[int, Rows] = defaultdict(list)
    for key, *values in rows.values_list(by, *fields.values()):
        found[key].append(dict(zip(fields, values, strict=True)))
    return found
