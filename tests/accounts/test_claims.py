"""“This is me”: asked by one with an account, decided by the club, ended by either."""

from datetime import timedelta
from functools import partial

import pytest
from django.core.signing import TimestampSigner
from django.db import connection
from django.utils import timezone

from accounts.clubs.services import claim_ask, claim_decide, claim_end, claimed_name_change
from accounts.errors import ForbiddenError, RuleError, StaleError
from accounts.models import Claim, Membership, Player, Role
from accounts.players import selectors as players_selectors
from accounts.players.selectors import (
    find_claiming_user,
    find_own_player,
    is_valid_ticket,
    list_own_players,
    list_pending_claims,
    list_unclaimed_players,
    make_claim_ticket,
    map_own_players,
)
from accounts.players.services import player_merge, player_unmerge
from tests.cast import refused
from tests.services.races.test_races import at_once


@pytest.fixture
def ada(cast):
    return Player.objects.create(club=cast.club, name="Ada Berg")


@pytest.fixture
def ben(cast):
    return Player.objects.create(club=cast.club, name="Ben")


def granted(cast, user, player):
    claim = claim_ask(by=user, player=player)
    claim_decide(by=cast.alice, claim=claim, granted=True)
    return claim


def is_(user, club):
    found = find_own_player(user.pk, club.pk)
    return found[1] if found else None


def test_it_is_asked_and_granted(cast, ada, ben):
    """Who is in the club already keeps the role."""
    claim = claim_ask(by=cast.charlie, player=ada)
    assert list(list_pending_claims(cast.club.pk)) == [claim]
    assert is_(cast.charlie, cast.club) is None
    assert not Membership.objects.filter(user=cast.charlie, club=cast.club).exists()
    claim_decide(by=cast.bob, claim=claim, granted=True)
    assert is_(cast.charlie, cast.club) == ada
    assert Membership.objects.get(user=cast.charlie, club=cast.club).role == Role.VIEWER
    assert find_claiming_user(ada) == cast.charlie.pk
    assert not list_pending_claims(cast.club.pk)
    granted(cast, cast.bob, ben)
    assert Membership.objects.get(user=cast.bob, club=cast.club).role == Role.ORGANISER


def test_it_is_refused_by_the_club_and_decided_once(cast, ada):
    claim = claim_ask(by=cast.charlie, player=ada)
    for who in (cast.sam, cast.vera, cast.charlie):
        with refused("role", error=ForbiddenError):
            claim_decide(by=who, claim=claim, granted=True)
    claim_decide(by=cast.alice, claim=claim, granted=False)
    assert is_(cast.charlie, cast.club) is None
    assert not Membership.objects.filter(user=cast.charlie, club=cast.club).exists()
    for again in (True, False):
        with refused("claim", error=StaleError):
            claim_decide(by=cast.alice, claim=claim, granted=again)
    assert claim_ask(by=cast.charlie, player=ada).pk != claim.pk


def test_the_same_is_asked_once_and_of_two_the_later_counts(cast, ada, ben):
    first = claim_ask(by=cast.vera, player=ada)
    assert claim_ask(by=cast.vera, player=ada) == first
    second = claim_ask(by=cast.vera, player=ben)
    assert list(list_pending_claims(cast.club.pk)) == [second]
    with refused("claim", error=StaleError):
        claim_decide(by=cast.alice, claim=first, granted=True)


def test_a_person_is_one_user_and_a_user_one_person_in_a_club(cast, ada, ben):
    both = [claim_ask(by=user, player=ada) for user in (cast.vera, cast.sam)]
    claim_decide(by=cast.alice, claim=both[0], granted=True)
    with refused("player", "Another account"):
        claim_decide(by=cast.alice, claim=both[1], granted=True)
    with refused("player", "Another account"):
        claim_ask(by=cast.bob, player=ada)
    claim_decide(by=cast.alice, claim=both[1], granted=False)
    for player in (ada, ben):
        with refused("player", "already"):
            claim_ask(by=cast.vera, player=player)
    elsewhere = Player.objects.create(club=cast.other_club, name="Vera")
    assert claim_ask(by=cast.vera, player=elsewhere).granted is None


def test_who_was_forgotten_is_nobody(cast, ada):
    Player.objects.filter(pk=ada.pk).update(forgotten_at=timezone.now())
    ada.refresh_from_db()
    with refused("player"):
        claim_ask(by=cast.vera, player=ada)
    assert ada not in list_unclaimed_players(cast.club.pk)


def test_it_ends_by_oneself_or_by_the_club(cast, ada):
    for by in (cast.charlie, cast.bob):
        claim = granted(cast, cast.charlie, ada)
        for who in (cast.sam, cast.vera):
            with refused("role", error=ForbiddenError):
                claim_end(by=who, claim=claim)
        claim_end(by=by, claim=claim)
        assert is_(cast.charlie, cast.club) is None
        assert Membership.objects.filter(user=cast.charlie, club=cast.club).exists()
        with refused("claim", error=StaleError):
            claim_end(by=by, claim=claim)
    claim = claim_ask(by=cast.charlie, player=ada)
    claim_end(by=cast.charlie, claim=claim)
    with refused("claim", error=StaleError):
        claim_decide(by=cast.alice, claim=claim, granted=True)


def test_an_entry_that_was_merged_is_who_stands(cast, ada, ben):
    player_merge(by=cast.alice, gone=ben, kept_as=ada)
    assert claim_ask(by=cast.vera, player=ben).player == ada
    granted(cast, cast.sam, ben)
    assert is_(cast.sam, cast.club) == ada
    with refused("player", "Another account"):
        claim_ask(by=cast.bob, player=ben)


def test_what_is_merged_later_follows(cast, ada, ben):
    """But two who have accounts are not made one."""
    granted(cast, cast.vera, ben)
    player_merge(by=cast.alice, gone=ben, kept_as=ada)
    assert is_(cast.vera, cast.club) == ada
    assert find_claiming_user(ada) == cast.vera.pk
    assert map_own_players(cast.club.pk)[cast.vera.pk][1] == ada
    assert ada not in list_unclaimed_players(cast.club.pk)
    assert [(one.player, one.name) for one in list_own_players(cast.vera)] == [(ada.pk, "Ada Berg")]
    with refused("player", "Another account"):
        claim_ask(by=cast.sam, player=ada)
    player_unmerge(by=cast.alice, gone=ben)
    assert is_(cast.vera, cast.club) == ben
    assert find_claiming_user(ada) is None
    granted(cast, cast.sam, ada)
    with refused("gone", "Both players are linked to accounts"):
        player_merge(by=cast.alice, gone=ben, kept_as=ada)


def test_one_chooses_how_strangers_read_of_oneself(cast, ada, ben):
    granted(cast, cast.vera, ada)
    before = cast.club.revision
    claimed_name_change(by=cast.vera, player=ada, public="other", public_name=" The  Countess ")
    ada.refresh_from_db()
    cast.club.refresh_from_db()
    assert (ada.name, ada.public, ada.public_name) == ("Ada Berg", "other", "The Countess")
    assert cast.club.revision > before
    for by, player in ((cast.vera, ben), (cast.sam, ada), (cast.alice, ada), (cast.charlie, ada)):
        with refused("player", error=ForbiddenError):
            claimed_name_change(by=by, player=player, public="initials", public_name="")
    with refused("public_name"):
        claimed_name_change(by=cast.vera, player=ada, public="other", public_name=" ")


def test_what_one_is_in_all_clubs(cast, ada, django_assert_num_queries):
    granted(cast, cast.charlie, ada)
    zoe = Player.objects.create(club=cast.other_club, name="Zoe Zorn", public="initials")
    claim_ask(by=cast.charlie, player=zoe)
    with django_assert_num_queries(2):
        found = list_own_players(cast.charlie)
    assert [(one.club_name, one.name, one.granted) for one in found] == [
        ("Charlie's Club", "Z. Z.", False),
        ("Thursday Club", "Ada Berg", True),
    ]


def test_a_ticket_opens_one_person_for_a_while(ada, ben, monkeypatch):
    ticket = make_claim_ticket(ada.pk)
    assert is_valid_ticket(ada.pk, ticket)
    assert not is_valid_ticket(ben.pk, ticket)
    for forged in (ticket[:-1], str(ada.pk), TimestampSigner(salt="accounts.other").sign(str(ada.pk))):
        assert not is_valid_ticket(ada.pk, forged)
    monkeypatch.setattr(players_selectors, "GOOD_FOR", timedelta(seconds=-1))
    assert not is_valid_ticket(ada.pk, ticket)


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "postgresql", reason="on SQLite one writes at a time")
def test_of_two_granted_at_once_one_is(cast):
    players = [Player.objects.create(club=cast.club, name=name) for name in ("Ada", "Ben")]
    player_merge(by=cast.alice, gone=players[1], kept_as=players[0])
    for _time in range(5):
        Claim.objects.all().delete()
        asked = [claim_ask(by=user, player=players[0]) for user in (cast.vera, cast.sam)]
        answers = at_once([partial(claim_decide, by=cast.alice, claim=one, granted=True) for one in asked])
        assert sum(isinstance(answer, RuleError) for answer in answers) == 1
        assert Claim.objects.filter(granted=True, ended_at=None).count() == 1
