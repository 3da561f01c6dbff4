"""What is kept of somebody who has an account, told to that person alone: docs/account-data.md.

Dates and times are as ISO 8601 has them; words are the program's own, in English, whatever the reader's
language. Everything is read in a bounded number of queries.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import Claim, Invitation, Membership, Merge, Player, Token, User
from accounts.selectors.claims import read_by_strangers
from accounts.selectors.players import entries_of, last
from tournaments.core.results.columns import FIGURES
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
)

FORMAT, FORMAT_VERSION = "headtable-account", 1
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


ABOUT_A_ROW = {
    "question": "question",
    "answer": "answer",
    "asked": "asked__at",
    "answered": "answered__at",
    "closed": "closed__at",
}
QUESTION = {"club": "season__league__club__name", "season": "season__name", **ABOUT_A_ROW}
"""A question about a row of a season."""


@dataclass(frozen=True)
class Leaving:
    """What goes with an account: the people it is on lists, the clubs nobody else is in, programs' tokens."""

    people: tuple[Player, ...]
    alone: tuple[str, ...]
    tokens: int


def leaving(user: User) -> Leaving:
    """What somebody leaves behind; three queries."""
    claims = _claims(user).filter(granted=True, ended_at=None)
    others = Membership.objects.filter(club=OuterRef("club")).exclude(user=user)
    alone = Membership.objects.filter(user=user).exclude(Exists(others)).order_by("club__name")
    return Leaving(
        people=tuple(claim.player for claim in claims),
        alone=tuple(alone.values_list("club__name", flat=True)),
        tokens=Token.objects.filter(user=user, revoked_at=None).count(),
    )


def own_data(user: User) -> dict[str, Any]:
    """All that is kept of the user, as plain values for JSON."""
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
        "memberships": _rows(
            Membership.objects.filter(user=user).order_by("club__name", "pk"),
            {"club": "club__name", "role": "role", "since": "since"},
        ),
        "tokens": _rows(
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
            "made": _invitations(Invitation.objects.filter(made_by=user)),
            "taken": _invitations(Invitation.objects.filter(used_by=user)),
        },
        "claims": _asked(user),
        "people": _people(user),
        "questions": _rows(RowQuestion.objects.filter(asked__actor=user).order_by("pk"), QUESTION),
        "written": _written(user),
    }


def _rows(rows: QuerySet[Any], fields: Mapping[str, str]) -> Rows:
    """The rows with each field under its own name."""
    read = rows.values_list(*fields.values())
    return [dict(zip(fields, row, strict=True)) for row in read]


def _claims(user: User) -> QuerySet[Claim]:
    return Claim.objects.filter(user=user).select_related("player__club").order_by("pk")


def _asked(user: User) -> Rows:
    """The name on the list is for members who are the person; others are told what strangers read."""
    clubs = set(Membership.objects.filter(user=user).values_list("club", flat=True))
    return [
        {
            "club": claim.player.club.name,
            "person": claim.player.name
            if claim.granted and claim.ended_at is None and claim.player.club_id in clubs
            else read_by_strangers(claim.player),
            "asked": claim.asked_at,
            "granted": claim.granted,
            "decided": claim.decided_at,
            "ended": claim.ended_at,
        }
        for claim in _claims(user)
    ]


def _invitations(rows: QuerySet[Invitation]) -> Rows:
    return _rows(
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


def _people(user: User) -> Rows:
    """Whom the user is on clubs' lists, with all entries there that are the same person."""
    claims = list(_claims(user).filter(granted=True, ended_at=None))
    clubs = {claim.player.club_id for claim in claims}
    into = dict(Merge.objects.filter(kept__club__in=clubs, undone_at=None).values_list("gone", "kept"))
    one = {gone: last(into, gone) for gone in into}
    entries = {claim.pk: entries_of(claim.player_id, one) for claim in claims}
    ids = {player for group in entries.values() for player in group}
    players = Player.objects.in_bulk(ids)
    groups = _by_player(Player.groups.through.objects.filter(player__in=ids), "group__name")
    evenings, seasons, questions = _evenings(ids), _seasons(ids), _questions(ids)
    return [
        {
            "club": claim.player.club.name,
            "entries": [
                {
                    **{
                        name: getattr(players[pk], name) for name in ("name", "role", "public", "public_name")
                    },
                    "on_the_list": players[pk].active,
                    "groups": sorted(groups[pk]),
                    "seasons": seasons[pk],
                    "questions": questions[pk],
                    "evenings": evenings[pk],
                }
                for pk in sorted(entries[claim.pk], key=lambda pk: (pk in one, pk))
            ],
        }
        for claim in claims
    ]


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
    fields = {"version": "award__result__version", "prize": "award__title", "why": "award__why"}
    return _grouped(rows, "entryrow", fields)


def _grouped(rows: QuerySet[Any], by: str, fields: Mapping[str, str]) -> dict[int, Rows]:
    found: dict[int, Rows] = defaultdict(list)
    for key, *values in rows.values_list(by, *fields.values()):
        found[key].append(dict(zip(fields, values, strict=True)))
    return found


def _written(user: User) -> Rows:
    """The lines of journals and of seasons' books that the user wrote."""
    line = {"line": "seq", "what": "verb", "at": "at", "reason": "reason"}
    evenings = Journal.objects.filter(actor=user).order_by("evening", "seq")
    seasons = SeasonLine.objects.filter(actor=user).order_by("season", "seq")
    return [
        *_rows(evenings, {"club": "evening__club__name", "evening": "evening__name", **line}),
        *_rows(seasons, {"club": "season__league__club__name", "season": "season__name", **line}),
    ]
