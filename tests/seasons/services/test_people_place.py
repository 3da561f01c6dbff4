"""Where several people stand in a season, said at once; and one more of the club's list by name."""

from accounts.models import Merge, Player
from tests.cast import refused
from tests.played_seasons import by, player
from tests.services.season_cases import SeasonCase, two_evenings
from tests.web.wording import queries
from tournaments.models import Division, SeasonPlayer
from tournaments.seasons.presenters.journal import load_book
from tournaments.seasons.presenters.table import load_season_table
from tournaments.seasons.services.leagues import SeasonEntry, people_place, person_add
from tournaments.seasons.services.seasons import divisions_set, player_place

GUEST, OFF = SeasonEntry(guest=True), SeasonEntry(listed=False)


def with_a_guest(cast):
    season = two_evenings(cast)
    player_place(by(cast, season), player=player(cast, "Ada"), guest=True)
    return season


CASE = SeasonCase(
    people_place,
    scene=with_a_guest,
    body=lambda cast, season: {"people": {player(cast, "Ada"): OFF, player(cast, "Ben"): GUEST}},
)


def test_one_line_of_the_book_names_everybody(cast):
    season = CASE.scene(cast)
    divisions_set(by(cast, season), names=["Upper"])
    upper = SeasonEntry(division=Division.objects.get().pk)
    names = {"Ada": OFF, "Ben": GUEST, "Cora": upper, "Dan": SeasonEntry()}
    people_place(by(cast, season), people={player(cast, name): stands for name, stands in names.items()})
    rows = SeasonPlayer.objects.values_list("player__name", "division__name", "guest")
    assert set(rows) == {("Ben", None, True), ("Cora", "Upper", False), ("Dan", None, False)}
    line = load_book(season).lines[0]
    assert line.words == "Players with a new division or role: 4."
    assert line.more == (
        "Ada is no longer on the season’s player list. Ben is a guest and does not count. Cora plays "
        "in division “Upper”. Dan is on the season’s player list, without a division."
    )
    people_place(by(cast, season), people={player(cast, "Ben"): upper})
    assert load_book(season).lines[0].words == "Ben plays in division “Upper”."
    assert SeasonPlayer.objects.filter(division=upper.division).count() == 2


def test_the_queries_do_not_grow_with_the_people(cast):
    season = CASE.scene(cast)
    crowd = Player.objects.bulk_create(Player(club=cast.club, name=f"p{n}") for n in range(100))
    counted = []
    for people in (crowd[:2], crowd):
        guests = {one.pk: GUEST for one in people}
        counted.append(queries(people_place, by(cast, season), people=guests))
    assert counted[0] == counted[1] < 16
    assert SeasonPlayer.objects.filter(guest=True).count() == 101


def test_who_is_no_guest_any_more_counts_again(cast):
    """Off the list somebody is with every entry of the person."""
    season, gone = CASE.scene(cast), Player.objects.create(club=cast.club, name="Ada L.")
    people_place(by(cast, season), people={player(cast, "Ada"): OFF})
    assert not SeasonPlayer.objects.exists()
    assert "Ada" in [row.name for row in load_season_table(season).divisions[0].rows]
    player_place(by(cast, season), player=gone.pk)
    Merge.objects.create(gone=gone, kept_id=player(cast, "Ada"))
    people_place(by(cast, season), people={gone.pk: OFF})
    assert not SeasonPlayer.objects.exists()


def test_all_of_it_or_nothing(cast):
    season = CASE.scene(cast)
    zoe = Player.objects.create(club=cast.other_club, name="Zoe")
    nowhere = SeasonEntry(division=10_000_000)
    for field, people in (("player", {zoe.pk: GUEST}), ("division", {player(cast, "Cora"): nowhere})):
        with refused(field):
            people_place(by(cast, season), people={player(cast, "Ben"): GUEST, **people})


def test_by_name(cast):
    season = CASE.scene(cast)
    eve, evie = (Player.objects.create(club=cast.club, name=name) for name in ("Eve", "Evie"))
    Merge.objects.create(gone=evie, kept=eve)
    person_add(by(cast, season), name=" eVIE ", entry=GUEST)
    assert set(SeasonPlayer.objects.values_list("player__name", flat=True)) == {"Ada", "Eve"}
    Player.objects.create(club=cast.other_club, name="Zoe")
    with refused("name", "no such player"):
        person_add(by(cast, season), name="Zoe", entry=GUEST)
