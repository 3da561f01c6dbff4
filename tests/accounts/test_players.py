"""A club's list of players and its groups: added, changed, merged, and by whom."""

from typing import Any

import pytest

from accounts.clubs.services import club_change
from accounts.errors import ForbiddenError, RuleError
from accounts.models import Club, Group, Merge, Player
from accounts.players.selectors import (
    find_entries,
    list_standing_players,
    load_groups_with_members,
    load_merges,
    map_former_entries,
)
from accounts.players.services import (
    group_change,
    group_create,
    group_delete,
    player_add,
    player_change,
    player_merge,
    player_unmerge,
    players_ensure,
)
from tests.cast import refused


@pytest.fixture
def listed(cast):
    """Ann, Anna and Annie, in this order."""
    return [Player.objects.create(club=cast.club, name=name) for name in ("Ann", "Anna", "Annie")]


@pytest.fixture
def juniors(cast):
    return group_create(by=cast.bob, club=cast.club, name=" The  juniors ")


def test_who_may_not_change_a_list_is_refused(cast, listed, juniors):
    ann, anna, _annie = listed
    theirs = player_add(by=cast.charlie, club=cast.other_club, name="Ned")
    as_ned = {"name": "Ned", "role": "", "active": True}
    for person in (cast.charlie, cast.vera, cast.sam):
        for service, body in (
            (player_add, {"club": cast.club, "name": "Nell"}),
            (player_change, {"player": ann, **as_ned}),
            (player_merge, {"gone": ann, "kept_as": anna}),
            (player_unmerge, {"gone": ann}),
            (group_create, {"club": cast.club, "name": "Seniors"}),
            (group_change, {"group": juniors, "name": "Seniors", "players": []}),
            (group_delete, {"group": juniors}),
            (club_change, {"club": cast.club, "name": "Ours", "public": "name"}),
        ):
            with refused("role", error=ForbiddenError):
                service(by=person, **body)
    for service, body in (
        (player_add, {"club": cast.other_club, "name": "Nell"}),
        (player_change, {"player": theirs, **as_ned}),
        (player_merge, {"gone": anna, "kept_as": theirs}),
        (club_change, {"club": cast.club, "name": "Ours", "public": "name"}),
    ):
        with refused("role", error=ForbiddenError):
            service(by=cast.bob, **body)
    with refused("gone", "another club"):
        player_merge(by=cast.bob, gone=theirs, kept_as=anna)
    with refused("players", "another club"):
        group_change(by=cast.bob, group=juniors, name="Juniors", players=[theirs.pk])


# One by one


def test_a_player_is_added_and_changed(cast):
    added = player_add(by=cast.bob, club=cast.club, name=" Nell  Gwyn ", role=" lady ")
    nell = Player.objects.get(pk=added.pk)
    assert (nell.club, nell.name, nell.role, nell.active) == (cast.club, "Nell Gwyn", "lady", True)
    player_change(by=cast.bob, player=nell, name=" Eleanor ", role="", active=False)
    nell = Player.objects.get()
    assert (nell.name, nell.role, nell.active) == ("Eleanor", "", False)


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        *(("name", {"name": name}) for name in ("", "x" * 200, "a\x00", "ANN", " anna ")),
        *(("role", {"role": role}) for role in ("x" * 31, "a\x00")),
    ],
)
def test_what_a_player_cannot_be(cast, listed, field, changes):
    annie = listed[2]
    with refused(field):
        player_add(**{"by": cast.bob, "club": cast.club, "name": "Nell", **changes})
    with refused(field):
        player_change(
            **{"by": cast.bob, "player": annie, "name": "Nell", "role": "", "active": True, **changes}
        )


def test_ones_own_name_and_one_of_another_club_are_free(cast, listed):
    player_change(by=cast.bob, player=listed[0], name="ANN", role="", active=True)
    player_add(by=cast.charlie, club=cast.other_club, name="Ann")
    with refused("name", "already on the list"):
        player_add(by=cast.bob, club=cast.club, name="Ann")


def test_what_strangers_read(cast, listed):
    ann = listed[0]
    change = {"by": cast.bob, "player": ann, "name": "Ann", "role": "", "active": True}
    for public, own, found in (
        ("other", " The  Fox ", ("other", "The Fox")),
        (None, None, ("other", "The Fox")),
        ("initials", None, ("initials", "")),
    ):
        more: dict[str, Any] = {"public": public, "public_name": own}
        player_change(**change, **{key: value for key, value in more.items() if value is not None})
        assert Player.objects.values_list("public", "public_name").get(pk=ann.pk) == found


@pytest.mark.parametrize(
    ("public", "own", "field"),
    [
        ("loudly", "", "public"),
        ("other", " ", "public_name"),
        ("initials", "The Fox", "public_name"),
        (None, "The Fox", "public_name"),
    ],
)
def test_what_strangers_cannot_read(cast, listed, public, own, field):
    change = {"by": cast.bob, "player": listed[0], "name": "Ann", "role": "", "active": True}
    with refused(field):
        player_change(**change, public=public, public_name=own)


def test_who_comes_is_found_on_the_list_or_added(cast, listed):
    ann = listed[0]
    Player.objects.create(club=cast.other_club, name="Ned")
    found = players_ensure(club=cast.club, people=[("ANN", ""), ("Ned", "gentleman")])
    ned = found["ned"]
    assert (found["ann"], ned.club, ned.name, ned.role) == (ann, cast.club, "Ned", "gentleman")
    assert players_ensure(club=cast.club, people=[("Ned", "")]) == {"ned": ned}
    with pytest.raises(RuleError, match="Ann is already checked in under another name"):
        players_ensure(club=cast.club, people=[("Ann", "")], taken=[ann.pk])
    assert players_ensure(club=cast.club, people=[("Ann", "")])["ann"] == ann


# Two entries are one person


def test_two_are_one(cast, listed):
    ann, anna, annie = listed
    player_merge(by=cast.bob, gone=ann, kept_as=anna, reason=" her  married name ")
    player_merge(by=cast.alice, gone=anna, kept_as=annie)
    one = load_merges(cast.club.pk)
    assert one == {ann.pk: annie.pk, anna.pk: annie.pk}
    assert map_former_entries(cast.club.pk) == {annie.pk: [ann, anna]}
    assert find_entries(ann.pk, one) == find_entries(annie.pk, one) == {ann.pk, anna.pk, annie.pk}
    assert list(list_standing_players(cast.club.pk)) == [annie]
    row = Merge.objects.get(gone=ann)
    assert (row.by, row.reason) == (cast.bob, "her married name")


def test_everything_is_as_before_when_it_is_undone(cast, listed):
    ann, anna, annie = listed
    player_merge(by=cast.bob, gone=ann, kept_as=anna)
    player_merge(by=cast.bob, gone=anna, kept_as=annie)
    player_unmerge(by=cast.bob, gone=anna)
    assert load_merges(cast.club.pk) == {ann.pk: anna.pk}
    player_unmerge(by=cast.alice, gone=ann)
    assert not load_merges(cast.club.pk)
    assert set(list_standing_players(cast.club.pk)) == set(listed)
    assert set(Merge.objects.values_list("undone_by", flat=True)) == {cast.bob.pk, cast.alice.pk}
    player_merge(by=cast.bob, gone=anna, kept_as=ann)
    assert load_merges(cast.club.pk) == {anna.pk: ann.pk}


def test_what_cannot_be_merged(cast, listed):
    ann, anna, annie = listed
    with refused("gone", "two different players"):
        player_merge(by=cast.bob, gone=ann, kept_as=ann)
    with refused("reason"):
        player_merge(by=cast.bob, gone=ann, kept_as=anna, reason="x" * 201)
    with refused("gone", "not merged"):
        player_unmerge(by=cast.bob, gone=ann)
    player_merge(by=cast.bob, gone=ann, kept_as=anna)
    for gone, into in ((ann, annie), (anna, ann), (annie, ann)):
        with refused("gone", "Ann is already merged with another entry"):
            player_merge(by=cast.bob, gone=gone, kept_as=into)


def test_either_name_is_the_entry_that_stands_at_check_in(cast, listed):
    ann, anna, _annie = listed
    player_merge(by=cast.bob, gone=ann, kept_as=anna)
    assert players_ensure(club=cast.club, people=[("ann", "")]) == {"ann": anna}
    assert players_ensure(club=cast.club, people=[("Anna", "")]) == {"anna": anna}
    with refused("names", "Ann and Anna are merged"):
        players_ensure(club=cast.club, people=[("Ann", ""), ("Anna", "")])
    for taken in (ann, anna):  # checked in before they were merged, or since
        with refused("names", "Ann is already checked in under another name"):
            players_ensure(club=cast.club, people=[("Ann", "")], taken=[taken.pk])


def test_each_change_of_the_list_is_counted(cast, listed):
    ann, anna, _annie = listed
    before = cast.club.revision
    for act, more in (
        (lambda: player_merge(by=cast.bob, gone=ann, kept_as=anna), 1),
        (lambda: player_unmerge(by=cast.bob, gone=ann), 2),
        (lambda: players_ensure(club=cast.club, people=[("Anna", "")]), 2),
        (lambda: players_ensure(club=cast.club, people=[("Bea", "")]), 3),
    ):
        act()
        assert Club.objects.get(pk=cast.club.pk).revision == before + more


# Groups


def test_a_group_is_made_changed_and_deleted(cast, juniors, listed):
    assert juniors.name == "The juniors"
    group_change(by=cast.bob, group=juniors, name="Juniors", players=[listed[0].pk])
    assert load_groups_with_members(cast.club.pk) == ((Group.objects.get(name="Juniors"), (listed[0],)),)
    group_delete(by=cast.alice, group=juniors)
    assert not Group.objects.exists()


@pytest.mark.parametrize("name", ["", "THE JUNIORS", "x" * 31, "a\u202eb", "a|b"])
def test_what_a_group_cannot_be_called(cast, juniors, name):
    with refused("name"):
        group_create(by=cast.bob, club=cast.club, name=name)


def test_a_group_in_use_keeps_its_name_and_stays(cast, juniors, listed):
    used = ["Next Thursday"]
    with refused("name", "The group “The juniors” has a prize in: Next Thursday. Delete that prize first."):
        group_change(by=cast.bob, group=juniors, name="Juniors", players=[], used=used)
    with refused("name", "Next Thursday"):
        group_delete(by=cast.bob, group=juniors, used=used)
    group_change(by=cast.bob, group=juniors, name="The juniors", players=[listed[0].pk], used=used)
    assert list(juniors.players.all()) == [listed[0]]


def test_who_was_merged_is_in_a_group_once(cast, juniors, listed):
    ann, anna, _annie = listed
    group_change(by=cast.bob, group=juniors, name="Juniors", players=[anna.pk, ann.pk])
    player_merge(by=cast.bob, gone=ann, kept_as=anna)
    assert [people for _group, people in load_groups_with_members(cast.club.pk)] == [(anna,)]
