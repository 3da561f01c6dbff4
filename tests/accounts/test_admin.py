"""Clubs and their lists in the administration: every change is counted, and merges are only looked at."""

import pytest
from django.urls import reverse

from accounts.models import Club, Group, Merge, Player


@pytest.fixture(autouse=True)
def alice(client, cast):
    cast.alice.is_staff = cast.alice.is_superuser = True
    cast.alice.save()
    client.force_login(cast.alice)


def revision(cast):
    return Club.objects.get(pk=cast.club.pk).revision


def test_each_change_is_counted(client, cast):
    sent = {"club": cast.club.pk, "name": "Anna", "active": "on"}
    assert client.post(reverse("admin:accounts_player_add"), sent).status_code == 302
    anna = Player.objects.get()
    assert revision(cast) == 1
    sent |= {"public": "initials"}
    assert client.post(reverse("admin:accounts_player_change", args=[anna.pk]), sent).status_code == 302
    assert revision(cast) == 2
    sent = {"club": cast.club.pk, "name": "Juniors"}
    assert client.post(reverse("admin:accounts_group_add"), sent).status_code == 302
    assert revision(cast) == 3
    group = Group.objects.get()
    assert (
        client.post(reverse("admin:accounts_group_delete", args=[group.pk]), {"post": "yes"}).status_code
        == 302
    )
    assert revision(cast) == 4
    gone = reverse("admin:accounts_player_delete", args=[anna.pk])
    assert client.post(gone, {"post": "yes"}).status_code == 302
    assert revision(cast) == 5
    inline = {"TOTAL_FORMS": 0, "INITIAL_FORMS": 0}
    sent = {
        "name": "Ours",
        "public": "initials",
        "bell": "gong",
        "created_0": "2026-01-01",
        "created_1": "20:00",
    }
    sent |= {f"memberships-{key}": value for key, value in inline.items()}
    assert client.post(reverse("admin:accounts_club_change", args=[cast.club.pk]), sent).status_code == 302
    assert revision(cast) == 6


def test_merges_are_looked_at(client, cast):
    one, two = (Player.objects.create(club=cast.club, name=name) for name in ("Ann", "Anna"))
    merge = Merge.objects.create(gone=one, kept=two)
    assert client.get(reverse("admin:accounts_merge_changelist")).status_code == 200
    assert client.get(reverse("admin:accounts_merge_change", args=[merge.pk])).status_code == 200
    assert client.post(reverse("admin:accounts_merge_change", args=[merge.pk]), {}).status_code == 403
    assert client.get(reverse("admin:accounts_merge_add")).status_code == 403
