"""What is kept of somebody who has an account, told to that person alone: docs/account-data.md.

Dates and times are as ISO 8601 has them; words are the program's own, in English, whatever the reader's
language. Everything is read in a bounded number of queries.
"""

from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from accounts.database.folding import by_name
from accounts.models import Claim, Invitation, Membership, Merge, Player, Token, User
from accounts.players.selectors.claims import read_by_strangers
from accounts.players.selectors.players import last
from tournaments.models import Journal, RowQuestion, SeasonLine, WaitingDecision
from tournaments.records.selectors.person_data import ABOUT_A_ROW, Rows, in_order, people_told, rows_told

FORMAT, FORMAT_VERSION = "headtable-account", 1

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
    alone = Membership.objects.filter(user=user).exclude(Exists(others)).order_by(*by_name("club__name"))
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
        "memberships": rows_told(
            Membership.objects.filter(user=user).order_by(*by_name("club__name"), "pk"),
            {"club": "club__name", "role": "role", "since": "since"},
        ),
        "tokens": rows_told(
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
        "questions": rows_told(RowQuestion.objects.filter(asked__actor=user).order_by("pk"), QUESTION),
        "written": _written(user),
    }


def _claims(user: User) -> QuerySet[Claim]:
    return Claim.objects.filter(user=user).select_related("player__club").order_by("pk")


def _asked(user: User) -> Rows:
    """The name on the list is for members who are the person; others are told what strangers read."""
    member = Exists(Membership.objects.filter(user=user, club=OuterRef("player__club")))
    return [
        {
            "club": claim.player.club.name,
            "person": claim.player.name
            if claim.granted and claim.ended_at is None and claim.member
            else read_by_strangers(claim.player),
            "asked": claim.asked_at,
            "granted": claim.granted,
            "decided": claim.decided_at,
            "ended": claim.ended_at,
        }
        for claim in _claims(user).annotate(member=member)
    ]


def _invitations(rows: QuerySet[Invitation]) -> Rows:
    return rows_told(
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
    return people_told([(claim.player.club.name, in_order(claim.player_id, one)) for claim in claims])


def _written(user: User) -> Rows:
    """The lines of journals and of seasons' books that the user wrote, and decisions in *What waits*."""
    line = {"line": "seq", "what": "verb", "at": "at", "reason": "reason"}
    evenings = Journal.objects.filter(actor=user, evening__rehearsal_of=None).order_by("evening", "seq")
    seasons = SeasonLine.objects.filter(actor=user).order_by("season", "seq")
    return [
        *rows_told(evenings, {"club": "evening__club__name", "evening": "evening__name", **line}),
        *rows_told(seasons, {"club": "season__league__club__name", "season": "season__name", **line}),
        *rows_told(
            WaitingDecision.objects.filter(by=user).order_by("pk"),
            {"club": "club__name", "what": "what", "at": "at", "reason": "reason"},
        ),
    ]
