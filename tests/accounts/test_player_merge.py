"""Two entries on the list are one person, and two people after all."""

import pytest

from accounts.errors import ForbiddenError
from accounts.models import Club, Merge, Player
from accounts.selectors.players import entries_of, former, kept, standing
from accounts.services.merging import player_merge, player_unmerge
from accounts.services.players import players_ensure
from tests.cast import refused


@pytest.fixture
def listed(cast):
    """Ann, Anna and Annie, in this order."""
    return [Player.objects.create(club=cast.club, name=name) for name in ("Ann", "Anna", "Annie")]


def test_it_works(cast, listed):
    ann, anna, annie = listed
    player_merge(by=cast.bob, gone=ann, kept_as=anna, reason=" her  married name ")
    player_merge(by=cast.alice, gone=anna, kept_as=annie)
    one = kept(cast.club.pk)
    assert one == {ann.pk: annie.pk, anna.pk: annie.pk}
    assert former(cast.club.pk) == {annie.pk: [ann, anna]}
    assert entries_of(ann.pk, one) == entries_of(annie.pk, one) == {ann.pk, anna.pk, annie.pk}
    assert list(standing(cast.club.pk)) == [annie]
    row = Merge.objects.get(gone=ann)
    assert (row.by, row.reason) == (cast.bob, "her married name")


def test_everything_is_as_before_when_it_is_undone(cast, listed):
    ann, anna, annie = listed
    player_merge(by=cast.bob, gone=ann, kept_as=anna)
    player_merge(by=cast.bob, gone=anna, kept_as=annie)
    player_unmerge(by=cast.bob, gone=anna)
    assert kept(cast.club.pk) == {ann.pk: anna.pk}
    player_unmerge(by=cast.alice, gone=ann)
    assert not kept(cast.club.pk)
    assert set(standing(cast.club.pk)) == set(listed)
    assert set(Merge.objects.values_list("undone_by", flat=True)) == {cast.bob.pk, cast.alice.pk}
    player_merge(by=cast.bob, gone=anna, kept_as=ann)
    assert kept(cast.club.pk) == {anna.pk: ann.pk}


def test_it_validates_ownership(cast, listed):
    ann, anna, _annie = listed
    for person in (cast.charlie, cast.vera, cast.sam):
        with refused("role", error=ForbiddenError):
            player_merge(by=person, gone=ann, kept_as=anna)
        with refused("role", error=ForbiddenError):
            player_unmerge(by=person, gone=ann)
    theirs = Player.objects.create(club=cast.other_club, name="Ann")
    with refused("gone", "another club"):
        player_merge(by=cast.bob, gone=theirs, kept_as=anna)
    with refused("role", error=ForbiddenError):
        player_merge(by=cast.bob, gone=anna, kept_as=theirs)


def test_refusals(cast, listed):
    ann, anna, annie = listed
    with refused("gone", "this person already"):
        player_merge(by=cast.bob, gone=ann, kept_as=ann)
    with refused("reason"):
        player_merge(by=cast.bob, gone=ann, kept_as=anna, reason="x" * 201)
    with refused("gone", "not merged"):
        player_unmerge(by=cast.bob, gone=ann)
    player_merge(by=cast.bob, gone=ann, kept_as=anna)
    for gone, into in ((ann, annie), (anna, ann), (annie, ann)):
        with refused("gone", "Ann is merged with somebody already"):
            player_merge(by=cast.bob, gone=gone, kept_as=into)


def test_either_name_is_the_entry_that_stands_at_check_in(cast, listed):
    ann, anna, _annie = listed
    player_merge(by=cast.bob, gone=ann, kept_as=anna)
    assert players_ensure(club=cast.club, people=[("ann", "")]) == {"ann": anna}
    assert players_ensure(club=cast.club, people=[("Anna", "")]) == {"anna": anna}
    with refused("names", "Ann and Anna are one person"):
        players_ensure(club=cast.club, people=[("Ann", ""), ("Anna", "")])
    for taken in (ann, anna):  # checked in before they were merged, or since
        with refused("names", "Ann is here already, by another name"):
            players_ensure(club=cast.club, people=[("Ann", "")], taken=[taken.pk])


def test_each_change_of_the_list_is_counted(cast, listed):
    def revision():
        return Club.objects.get(pk=cast.club.pk).revision

    ann, anna, _annie = listed
    before = revision()
    player_merge(by=cast.bob, gone=ann, kept_as=anna)
    assert revision() == before + 1
    player_unmerge(by=cast.bob, gone=ann)
    assert revision() == before + 2
    players_ensure(club=cast.club, people=[("Anna", "")])
    assert revision() == before + 2, "nobody new"
    players_ensure(club=cast.club, people=[("Bea", "")])
    assert revision() == before + 3
