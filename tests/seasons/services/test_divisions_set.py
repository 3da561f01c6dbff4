import pytest

from accounts.models import Merge, Player
from tests.cast import refused
from tests.played_seasons import by, player
from tests.services.season_cases import SeasonCase
from tournaments.models import Division, SeasonPlayer
from tournaments.seasons.services.seasons import divisions_set, player_place

pytestmark = pytest.mark.postgresql

CASE = SeasonCase(divisions_set, body=lambda cast, season: {"names": ["Upper", "Lower"]})


def divided(cast, season, **divisions):
    """Put people into divisions."""
    divisions_set(by(cast, season), names=list(divisions))
    for name, people in divisions.items():
        division = season.divisions.get(name=name).pk
        for who in people:
            player_place(by(cast, season), player=player(cast, who), division=division)


@pytest.fixture
def season(cast):
    season = CASE.scene(cast)
    divisions_set(by(cast, season), names=["A", "B", "C"])
    return season


@pytest.mark.parametrize(
    ("names", "was"),
    [
        (["C", "A", "B"], {"C": "C", "A": "A", "B": "B"}),
        (["A", " c "], {"A": "A", "c": "C"}),
        (["Premier", "B", "C"], {"Premier": "A", "B": "B", "C": "C"}),
        (["Top", "A", "B", "C"], {"Top": None, "A": "A", "B": "B", "C": "C"}),
        (["B", "Top"], {"B": "B", "Top": "A"}),
        ([], {}),
    ],
)
def test_who_stays_and_who_is_renamed(cast, season, names, was):
    """One of the same name stays; else the first that is left takes the new name."""
    before = {row.pk: row.name for row in Division.objects.all()}
    divisions_set(by(cast, season), names=names)
    rows = list(Division.objects.filter(season=season).order_by("rank"))
    assert [(row.rank, row.name) for row in rows] == [(n, name.strip()) for n, name in enumerate(names, 1)]
    assert {row.name: before.get(row.pk) for row in rows} == was


def test_what_cannot_be(cast, season):
    last = Division.objects.get(name="C")
    player_place(by(cast, season), player=player(cast, "Ada"), division=last.pk)
    with refused("names", "C has players"):
        divisions_set(by(cast, season), names=["A", "B"])
    for names in (["A", "a"], ["A", " "], ["x" * 61], [str(n) for n in range(21)]):
        with refused("names"):
            divisions_set(by(cast, season), names=names)


def test_whom_nobody_sees_in_it_does_not_hold_it(cast, season):
    """Ada’s former entry is in C, and Ada in A; Ben’s is in B, and it is all that says where they are."""
    rows = {row.name: row.pk for row in Division.objects.all()}
    player_place(by(cast, season), player=player(cast, "Ada"), division=rows["A"])
    for name, stays, division in (("Ada L.", "Ada", "C"), ("Benny", "Ben", "B")):
        gone = Player.objects.create(club=cast.club, name=name)
        player_place(by(cast, season), player=gone.pk, division=rows[division])
        Merge.objects.create(gone=gone, kept_id=player(cast, stays))
    divisions_set(by(cast, season), names=["A", "B"])
    assert SeasonPlayer.objects.get(player__name="Ada L.").division is None
    with refused("names", "B has players"):
        divisions_set(by(cast, season), names=["A"])
