"""The stored data of a user or of a player on a club's list, as values for JSON.

A user gets their own data. A player without an account gets it from an organiser: docs/account-data.md. Dates
and times are in ISO 8601. Words are in English, whatever the reader's language. The number of queries is
bounded.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.database.folding import by_name
from accounts.models import Claim, Invitation, Membership, Merge, Player, Token, User
from accounts.players.selectors import find_entries, follow_merges, get_public_name, load_merges
from tournaments.core.results.standings import FIGURES
from tournaments.models import (
    Award,
    BidRow,
    CountRow,
    CutRow,
    DealLine,
    EntryRow,
    Journal,
    MoveRow,
    PresenceRow,
    RowQuestion,
    SeasonLine,
    SeasonPlayer,
    SeatRow,
    Settlement,
    StakeRow,
    WaitingDecision,
)

PERSON_FORMAT, PERSON_FORMAT_VERSION = "headtable-person", 1
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
"""Rows that belong to a person's entry in an evening, and the column of each field."""


OF_A_PRIZE = {"prize": "award__title", "why": "award__why", "taken_back": "award__withdrawn"}
ABOUT_A_ROW = {
    "question": "question",
    "answer": "answer",
    "asked": "asked__at",
    "answered": "answered__at",
    "closed": "closed__at",
}


def collect_person_data(player: Player) -> dict[str, Any]:
    """Return all stored data of the person with this entry, as plain values for JSON."""
    return {
        "format": PERSON_FORMAT,
        "format_version": PERSON_FORMAT_VERSION,
        "made": timezone.now(),
        "people": describe_people(
            [(player.club.name, order_entries(player.pk, load_merges(player.club_id)))]
        ),
    }


def order_entries(player: int, merges: Mapping[int, int]) -> Sequence[int]:
    """Return the person's entries, the kept entry first.

    ``merges``: for each merged entry, the kept entry.
    """
    return sorted(find_entries(player, merges), key=lambda pk: (pk in merges, pk))


def describe_people(people: Sequence[tuple[str, Sequence[int]]]) -> Rows:
    """Return the stored data of people, each with the name of the club and all entries of the person."""
    ids = {pk for _club, entries in people for pk in entries}
    players = Player.objects.in_bulk(ids)
    groups = _group_by_player(Player.groups.through.objects.filter(player__in=ids), "group__name")
    evenings, seasons, questions = _load_evenings(ids), _load_seasons(ids), _load_questions(ids)
    prizes = _load_season_prizes(ids)
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


def describe_rows(rows: QuerySet[Any], fields: Mapping[str, str]) -> Rows:
    """Return the rows with each field under its own name."""
    read = rows.values_list(*fields.values())
    return [dict(zip(fields, row, strict=True)) for row in read]


def _group_by_player(rows: QuerySet[Any], field: str) -> dict[int, list[str]]:
    names_by_player: dict[int, list[str]] = defaultdict(list)
    for player, value in rows.values_list("player", field):
        names_by_player[player].append(value)
    return names_by_player


def _load_seasons(players: Collection[int]) -> dict[int, Rows]:
    rows = SeasonPlayer.objects.filter(player__in=players).order_by("pk")
    fields = {
        "league": "season__league__name",
        "season": "season__name",
        "division": "division__name",
        "guest": "guest",
    }
    return _group_rows(rows, "player", fields)


def _load_questions(players: Collection[int]) -> dict[int, Rows]:
    """Return, by player, the questions about their rows, without the askers."""
    rows = RowQuestion.objects.filter(player__in=players).order_by("pk")
    return _group_rows(rows, "player", {"season": "season__name", **ABOUT_A_ROW})


def _load_evenings(players: Collection[int]) -> dict[int, Rows]:
    """Return, by player, every evening, with all recorded data of the player there."""
    entries = EntryRow.objects.filter(player__in=players).order_by("evening__held_on", "pk")
    fields = {
        "entry": "pk",
        "evening": "evening__name",
        "date": "evening__held_on",
        "game": "evening__game",
        "name": "name",
        "role": "role",
    }
    rows_by_evening = _group_rows(
        entries.annotate(taken_back=TAKEN_BACK), "player", {**fields, "taken_back": "taken_back"}
    )
    ids = [row["entry"] for rows in rows_by_evening.values() for row in rows]
    details = {name: _load_entry_rows(model, ids, fields) for name, (model, fields) in OF_AN_ENTRY.items()}
    prizes = _load_prizes(ids)
    for rows in rows_by_evening.values():
        for row in rows:
            entry = row.pop("entry")
            row |= {name: by_entry[entry] for name, by_entry in details.items()}
            row["prizes"] = prizes[entry]
    return rows_by_evening


def _load_entry_rows(model: Any, entries: Collection[int], fields: Mapping[str, str]) -> dict[int, Rows]:
    """Return the rows by entry; rows that were taken back are marked."""
    rows = model._default_manager.filter(entry__in=entries).order_by("pk")
    if any(field.name == "void" for field in model._meta.fields):
        return _group_rows(
            rows.annotate(taken_back=TAKEN_BACK), "entry", {**fields, "taken_back": "taken_back"}
        )
    return _group_rows(rows, "entry", fields)


def _load_prizes(entries: Collection[int]) -> dict[int, Rows]:
    rows = Award.winners.through.objects.filter(entryrow__in=entries).order_by("pk")
    return _group_rows(rows, "entryrow", {"version": "award__result__version", **OF_A_PRIZE})


def _load_season_prizes(players: Collection[int]) -> dict[int, Rows]:
    """Return, by player, the prizes of seasons: those written at a closing, and those by hand."""
    rows = Award.players.through.objects.filter(player__in=players).order_by("pk")
    season = Coalesce("award__season__name", "award__season_result__season__name")
    fields = {"season": "in_season", "version": "award__season_result__version", **OF_A_PRIZE}
    return _group_rows(rows.annotate(in_season=season), "player", fields)


def _group_rows(rows: QuerySet[Any], by: str, fields: Mapping[str, str]) -> dict[int, Rows]:
    groups: dict[int, Rows] = defaultdict(list)
    for key, *values in rows.values_list(by, *fields.values()):
        groups[key].append(dict(zip(fields, values, strict=True)))
    return groups


FORMAT, FORMAT_VERSION = "headtable-account", 1

QUESTION = {"club": "season__league__club__name", "season": "season__name", **ABOUT_A_ROW}
"""A question about a row of a season."""


@dataclass(frozen=True)
class Leaving:
    """Data deleted with an account: the user's people on lists, clubs without other members, API tokens."""

    people: tuple[Player, ...]
    clubs: tuple[str, ...]
    tokens: int


def preview_leaving(user: User) -> Leaving:
    """Return the effects of deleting the user's account, in three queries."""
    claims = _query_claims(user).filter(granted=True, ended_at=None)
    other_members = Membership.objects.filter(club=OuterRef("club")).exclude(user=user)
    clubs_alone = (
        Membership.objects.filter(user=user).exclude(Exists(other_members)).order_by(*by_name("club__name"))
    )
    return Leaving(
        people=tuple(claim.player for claim in claims),
        clubs=tuple(clubs_alone.values_list("club__name", flat=True)),
        tokens=Token.objects.filter(user=user, revoked_at=None).count(),
    )


def collect_own_data(user: User) -> dict[str, Any]:
    """Return all stored data of the user, as plain values for JSON."""
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "made": timezone.now(),
        "account": {
            "email": user.email,
            "name": user.name,
            "since": user.date_joined,
            "last_signed_in": user.last_login,
            "administrator": user.is_staff,
        },
        "addresses": list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary")),
        "memberships": describe_rows(
            Membership.objects.filter(user=user).order_by(*by_name("club__name"), "pk"),
            {"club": "club__name", "role": "role", "since": "since"},
        ),
        "tokens": describe_rows(
            Token.objects.filter(user=user).order_by("pk"),
            {
                "name": "name",
                "begins": "hint",
                "role": "role",
                "club": "club__name",
                "made": "made_at",
                "good_until": "expires",
                "last_used": "used_at",
                "revoked": "revoked_at",
            },
        ),
        "invitations": {
            "made": _describe_invitations(Invitation.objects.filter(made_by=user)),
            "taken": _describe_invitations(Invitation.objects.filter(used_by=user)),
        },
        "claims": _describe_claims(user),
        "people": _describe_own_people(user),
        "questions": describe_rows(RowQuestion.objects.filter(asked__actor=user).order_by("pk"), QUESTION),
        "written": _load_written_lines(user),
    }


def _query_claims(user: User) -> QuerySet[Claim]:
    return Claim.objects.filter(user=user).select_related("player__club").order_by("pk")


def _describe_claims(user: User) -> Rows:
    """Return the user's claims. The name on the list is only for members who are that person.

    For other claims return the public values.
    """
    member = Exists(Membership.objects.filter(user=user, club=OuterRef("player__club")))
    return [
        {
            "club": claim.player.club.name,
            "person": claim.player.name
            if claim.granted and claim.ended_at is None and claim.member
            else get_public_name(claim.player),
            "asked": claim.asked_at,
            "granted": claim.granted,
            "decided": claim.decided_at,
            "ended": claim.ended_at,
        }
        for claim in _query_claims(user).annotate(member=member)
    ]


def _describe_invitations(rows: QuerySet[Invitation]) -> Rows:
    return describe_rows(
        rows.order_by("pk"),
        {
            "club": "club__name",
            "role": "role",
            "made": "made_at",
            "good_until": "expires",
            "taken": "used_at",
            "revoked": "revoked_at",
        },
    )


def _describe_own_people(user: User) -> Rows:
    """Return the people on clubs' lists who are the user, with all their entries."""
    claims = list(_query_claims(user).filter(granted=True, ended_at=None))
    clubs = {claim.player.club_id for claim in claims}
    into = dict(Merge.objects.filter(kept__club__in=clubs, undone_at=None).values_list("gone", "kept"))
    merges = {entry: follow_merges(into, entry) for entry in into}
    return describe_people(
        [(claim.player.club.name, order_entries(claim.player_id, merges)) for claim in claims]
    )


def _load_written_lines(user: User) -> Rows:
    """Return the lines of journals and seasons' books by the user, and their decisions in *What waits*."""
    line = {"line": "seq", "what": "verb", "at": "at", "reason": "reason"}
    evenings = Journal.objects.filter(actor=user, evening__rehearsal_of=None).order_by("evening", "seq")
    seasons = SeasonLine.objects.filter(actor=user).order_by("season", "seq")
    return [
        *describe_rows(evenings, {"club": "evening__club__name", "evening": "evening__name", **line}),
        *describe_rows(seasons, {"club": "season__league__club__name", "season": "season__name", **line}),
        *describe_rows(
            WaitingDecision.objects.filter(by=user).order_by("pk"),
            {"club": "club__name", "what": "what", "at": "at", "reason": "reason"},
        ),
    ]
