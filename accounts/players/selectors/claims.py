"""Who of a club's list has an account: claims that were granted, and those that are asked."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.core.signing import BadSignature, TimestampSigner
from django.db.models import QuerySet

from accounts.database.folding import by_name
from accounts.models import Claim, Merge, Player, User
from accounts.names import public_name
from accounts.players.selectors.players import entries_of, kept, last, standing

GOOD_FOR = timedelta(days=30)
"""So long the way to a claim is open that a stranger found on the page of an evening."""


@dataclass(frozen=True)
class Own:
    """A person on a club's list that the user is, or asks to be (not ``granted`` yet)."""

    claim: int
    club: int
    club_name: str
    player: int
    name: str
    granted: bool


def standing_claims() -> QuerySet[Claim]:
    return Claim.objects.filter(granted=True, ended_at=None)


def pending_claims(club: int) -> QuerySet[Claim]:
    """What is asked and was not decided, in the order in which it was asked."""
    asked = Claim.objects.filter(player__club=club, granted=None, ended_at=None)
    return asked.select_related("user", "player").order_by("asked_at", "pk")


def own_players(club: int) -> dict[int, tuple[Claim, Player]]:
    """By user the claim that stands, and the person on the list; three queries at most."""
    claims = list(standing_claims().filter(player__club=club).select_related("player", "user"))
    stands = _standing({claim.player for claim in claims}, kept(club)) if claims else {}
    return {claim.user_id: (claim, stands[claim.player_id]) for claim in claims}


def own_player(user: int, club: int) -> tuple[Claim, Player] | None:
    """The user's claim that stands in the club, and the person on the list; None for nobody on it."""
    claim = standing_claims().filter(user=user, player__club=club).select_related("player").first()
    if claim is None:
        return None
    return claim, _standing({claim.player}, kept(club))[claim.player_id]


def owns(user: User) -> tuple[Own, ...]:
    """Whom the user is and asks to be, in all clubs; three queries at most.

    Who is a stranger to the club still reads of the person as strangers do.
    """
    claims = list(
        Claim.objects.filter(user=user, ended_at=None)
        .exclude(granted=False)
        .select_related("player__club")
        .order_by(*by_name("player__club__name"), "pk")
    )
    clubs = {claim.player.club_id for claim in claims}
    stands = _standing({claim.player for claim in claims}, _kept_in(clubs)) if claims else {}
    return tuple(_own(claim, stands[claim.player_id]) for claim in claims)


def unclaimed(club: int) -> QuerySet[Player]:
    """Who of the list nobody is yet, by name."""
    taken = [player.pk for _claim, player in own_players(club).values()]
    return standing(club).filter(active=True, forgotten_at=None).exclude(pk__in=taken)


def claimed_by(player: Player) -> int | None:
    """The user that the person is, by any of the person's entries; None for nobody."""
    entries = entries_of(player.pk, kept(player.club_id))
    return standing_claims().filter(player__in=entries).values_list("user", flat=True).first()


def person_of(player: Player) -> Player:
    """The person that stands on the list, where entries were merged."""
    return _standing({player}, kept(player.club_id))[player.pk]


def read_by_strangers(player: Player) -> str:
    """What strangers read of the person."""
    return public_name(player.name, player.public, player.public_name, player.club.public)


def claim_ticket(player: int) -> str:
    """What opens the way to a claim to a stranger who found the person's page of an evening."""
    return _signer().sign(str(player))


def ticket_stands(player: int, ticket: str) -> bool:
    try:
        return _signer().unsign(ticket, max_age=GOOD_FOR) == str(player)
    except BadSignature:
        return False


def _signer() -> TimestampSigner:
    return TimestampSigner(salt="accounts.claim")


def _own(claim: Claim, player: Player) -> Own:
    club = claim.player.club
    name = player.name if claim.granted else read_by_strangers(player)
    return Own(claim.pk, club.pk, club.name, player.pk, name, bool(claim.granted))


def _kept_in(clubs: Collection[int]) -> Mapping[int, int]:
    into = dict(Merge.objects.filter(kept__club__in=clubs, undone_at=None).values_list("gone", "kept"))
    return {gone: last(into, gone) for gone in into}


def _standing(players: Collection[Player], one: Mapping[int, int]) -> dict[int, Player]:
    """By entry the one that stands for it."""
    known = {player.pk: player for player in players}
    missing = {one[pk] for pk in known if pk in one} - known.keys()
    if missing:
        known |= {
            player.pk: player for player in Player.objects.filter(pk__in=missing).select_related("club")
        }
    return {pk: known[one.get(pk, pk)] for pk in known}
