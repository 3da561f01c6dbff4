"""Whose name it is: an entry is corrected to somebody else's, in the evening and after it."""

import pytest

from accounts.errors import RuleError
from accounts.models import Player
from accounts.players.services import player_add, player_unmerge
from tests import played_seasons
from tests.cast import refused
from tests.services.cases import Case
from tournaments.attendance.services import Arrival, NameOwner, entry_change, entry_reassign, people_check_in
from tournaments.core.record import Stage
from tournaments.models import EntryRow, Result
from tournaments.records.services.people import players_merge
from tournaments.seasons.selectors.counting import count_season, load_player_figures
from tournaments.seasons.services.results import season_close, season_rewrite
from tournaments.seasons.services.seasons import evening_add

CASE = Case(
    entry_reassign,
    scene=lambda make: make(6, Stage.FINISHED),
    body=lambda night: {"entry": night.entry("p01"), "name": "Nell"},
    stages=(Stage.FINISHED,),
    asks_reason=True,
)


@pytest.fixture
def door(night, cast):
    """Mara Lind is checked in; the list has Mara Linde, too."""
    night = night(5, Stage.CHECK_IN)
    player_add(by=cast.alice, club=night.evening.club, name="Mara Linde")
    people_check_in(night.by, people=[Arrival("Mara Lind")])
    return night


def row(night, name):
    return EntryRow.objects.get(evening=night.evening, void=None, name=name)


def listed(night):
    return sorted(Player.objects.filter(club=night.evening.club).values_list("name", flat=True))


def test_it_is_asked_who_is_meant(door):
    entry = door.entry("Mara Lind")
    with refused("whose", "mara LINDE is on the player list. Is it this player?"):
        entry_change(door.by, entry=entry, name="mara LINDE", role="")
    assert row(door, "Mara Lind").player.name == "Mara Lind"


def test_it_is_the_other_player(door):
    entry_change(door.by, entry=door.entry("Mara Lind"), name="Mara Linde", role="", whose=NameOwner.OTHER)
    assert row(door, "Mara Linde").player.name == "Mara Linde"
    people_check_in(door.by, people=[Arrival("Mara Lind")])
    assert row(door, "Mara Lind").player.name == "Mara Lind"
    assert listed(door).count("Mara Lind") == 1


def test_it_is_only_tonights_name(door):
    entry_change(door.by, entry=door.entry("Mara Lind"), name="Mara Linde", role="", whose=NameOwner.TONIGHT)
    assert row(door, "Mara Linde").player.name == "Mara Lind"
    with refused("names", "Mara Lind is already checked in under another name"):
        people_check_in(door.by, people=[Arrival("Mara Lind")])
    assert listed(door).count("Mara Lind") == 1


def test_the_list_changes_too_but_never_holds_a_name_twice(door):
    entry = door.entry("Mara Lind")
    with refused("name", "Mara Linde is already on the list"):
        entry_change(door.by, entry=entry, name="Mara Linde", role="", whose=NameOwner.LIST)
    entry_change(door.by, entry=entry, name="Mara Lindt", role="", whose=NameOwner.LIST)
    assert row(door, "Mara Lindt").player.name == "Mara Lindt"
    with refused("whose", "is not on the player list"):
        entry_change(door.by, entry=entry, name="Nobody", role="", whose=NameOwner.OTHER)


def test_somebody_who_plays_cannot_be_the_other_too(door):
    people_check_in(door.by, people=[Arrival("Mara Linde")])
    entry_change(door.by, entry=door.entry("Mara Linde"), name="Tom", role="", whose=NameOwner.TONIGHT)
    with refused("whose", "Mara Linde played this evening too"):
        entry_change(
            door.by, entry=door.entry("Mara Lind"), name="Mara Linde", role="", whose=NameOwner.OTHER
        )


def test_a_name_that_came_back_by_parting_a_merge(door, cast):
    club = door.evening.club
    keeps = Player.objects.get(club=club, name="Mara Linde")
    goes = Player.objects.get(club=club, name="p01")
    players_merge(by=cast.alice, stays=keeps, goes=goes)
    Player.objects.filter(pk=keeps.pk).update(name="P01")
    with pytest.raises(RuleError, match="p01 is already on the list"):
        player_unmerge(by=cast.alice, gone=goes)


def test_afterwards_everything_goes_to_the_other_player(night, cast):
    night = night(6, Stage.FINISHED).reveal()
    entry = night.entry("p01")
    other = player_add(by=cast.alice, club=night.evening.club, name="Mara Linde")
    entry_reassign(night.because("names were alike"), entry=entry, name="mara linde")
    made = EntryRow.objects.get(pk=entry)
    assert (made.player, made.name) == (other, "mara linde")
    assert list(Result.objects.filter(evening=night.evening).values_list("version", flat=True)) == [1, 2]
    with refused("name", "Two players are called p02"):
        entry_reassign(night.because("again"), entry=entry, name="p02")
    entry_reassign(night.because("a new player"), entry=entry, name="Nell")
    assert EntryRow.objects.filter(pk=entry, player__name="Nell").exists()


def test_not_where_both_played(night, cast):
    night = night(6, Stage.CHECK_IN)
    entry_change(night.by, entry=night.entry("p02"), name="Tom", role="", whose=NameOwner.TONIGHT)
    type(night.evening).objects.filter(pk=night.evening.pk).update(stage=Stage.FINISHED)
    with refused("name", "p02 played this evening too"):
        entry_reassign(night.because("mixed up"), entry=night.entry("p01"), name="p02")


def test_a_closed_season_keeps_whom_it_counted(night, cast):
    """Its table, prizes, file and rewriting: the other player stands there once it is written again."""
    night = night(6, Stage.FINISHED).reveal()
    season = played_seasons.a_season(cast, prize=5)
    evening_add(played_seasons.by(cast, season), evening=night.evening.pk)
    season_close(played_seasons.by(cast, season))
    one, other = night.entry("p01"), player_add(by=cast.alice, club=night.evening.club, name="Mara Linde")
    before = table(season)
    entry_reassign(night.because("mixed up"), entry=one, name="Mara Linde")
    assert table(season) == before
    assert not load_player_figures(count_season(season, all_known=True), other.pk)
    season_rewrite(played_seasons.by(cast, season, "they were mixed up"))
    assert table(season) == {"Mara Linde" if name == "p01" else name: told for name, told in before.items()}


def table(season):
    """The points of everybody by name, and how many evenings their own page knows."""
    season.refresh_from_db()
    counted = count_season(season, all_known=True)
    return {
        counted.names[row.player]: (row.total, len(load_player_figures(counted, row.player)))
        for row in counted.rows
    }
