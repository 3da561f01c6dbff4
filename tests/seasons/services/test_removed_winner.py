"""A winner of a season's prize by hand who takes part no more is asked about; a merged one is who stands."""

import pytest
from django.urls import reverse

from accounts.errors import StateError
from accounts.models import Player, User
from accounts.players.services import player_delete, player_unmerge
from tests.cast import refused
from tests.played_seasons import by, player
from tests.prizes.services.test_removed_winner import waits
from tests.services.season_cases import two_evenings
from tests.web.html import faults, shows
from tournaments.hall.presenters.published import load_public_season
from tournaments.prizes.presenters.prizes import load_gifts
from tournaments.records.services.people import players_merge
from tournaments.seasons.presenters.prizes import list_season_certificates
from tournaments.seasons.selectors.counting import count_season
from tournaments.seasons.selectors.document import build_document
from tournaments.seasons.services.leagues import SeasonEntry, people_place
from tournaments.seasons.services.results import season_close, season_prize_give
from tournaments.seasons.services.seasons import evening_remove

pytestmark = pytest.mark.postgresql


def give(cast, season, *names):
    winners = [player(cast, name) for name in names]
    season_prize_give(by(cast, season, "Vote"), title="Fairest player", winners=winners)


def place(cast, season, name, *, listed):
    people_place(by(cast, season), people={player(cast, name): SeasonEntry(listed=listed)})


@pytest.fixture
def season(cast):
    season = two_evenings(cast)
    Player.objects.create(club=cast.club, name="Zoe")
    place(cast, season, "Zoe", listed=True)
    return season


def everywhere(client, cast, season):
    """Who has won the season's last prize, by each place that says it."""
    client.force_login(User.objects.get(pk=cast.alice.pk))
    (told,) = client.get(f"/api/v1/seasons/{season.pk}/prizes/").json()["prizes"][-1:]
    counted = count_season(season, all_known=True)
    file = build_document(season, counted, lambda _result: {})
    given = [file["people"][number - 1]["name"] for gift in file["given"] for number in gift["winners"]]
    User.objects.filter(pk=cast.alice.pk).update(is_staff=True, is_superuser=True)
    (row,) = (
        client.get(reverse("admin:tournaments_award_changelist") + "?kind=hand").context["cl"].result_list
    )
    return {
        "API": [one["name"] for one in told["winners"]],
        "page": list(load_gifts(season)[-1].names),
        "certificates": [one.name for one in list_season_certificates(season, runs=True)],
        "file": given,
        "prize standings": [one.name for one in row.line.winners],
    }


def test_taken_off_the_season_and_back(client, cast, season):
    give(cast, season, "Ada", "Zoe")
    assert set(map(tuple, everywhere(client, cast, season).values())) == {("Ada", "Zoe")}
    assert waits() == []
    place(cast, season, "Zoe", listed=False)
    assert waits() == ["Thursday League · Winter: Fairest player"]
    assert set(map(tuple, everywhere(client, cast, season).values())) == {("Ada",)}
    told = client.get(f"/api/v1/seasons/{season.pk}/prizes/").json()["prizes"][-1]
    assert told["removed_winners"] == [{"player": player(cast, "Zoe"), "name": "Zoe"}]
    page = client.get(f"/seasons/{season.pk}/prizes/")
    shows(page, "Given to Zoe, no longer taking part.", "Choose again who wins, or leave it.")
    assert not faults(page.content.decode())
    place(cast, season, "Zoe", listed=True)
    assert waits() == []
    assert load_gifts(season)[0].names == ("Ada", "Zoe")
    place(cast, season, "Zoe", listed=False)
    season_close(by(cast, season))
    season.refresh_from_db()
    assert load_public_season(season).prizes[-1].names == ("Ada",)


def test_whose_only_evening_counts_no_more(cast, season):
    season_prize_give(by(cast, season, "Vote"), title="Fairest player", winners=[player(cast, "Ada")])
    for row in list(season.evenings.all()):
        evening_remove(by(cast, season, "Not ours"), evening=row.evening_id)
    assert waits() == ["Thursday League · Winter: Fairest player"]
    assert load_gifts(season)[0].removed_winners == ((player(cast, "Ada"), "Ada"),)


def test_a_merged_winner_is_who_stands(client, cast, season):
    """Also if only the other entry takes part, and merges follow on merges; until it is undone."""
    give(cast, season, "Zoe")
    ada, zoe, zoey, zo = (
        Player.objects.get_or_create(club=cast.club, name=name)[0] for name in ("Ada", "Zoe", "Zoey", "Zo")
    )
    players_merge(by=cast.alice, goes=zoe, stays=zoey)
    assert set(map(tuple, everywhere(client, cast, season).values())) == {("Zoey",)}
    players_merge(by=cast.alice, goes=zoey, stays=zo)
    assert set(map(tuple, everywhere(client, cast, season).values())) == {("Zo",)}
    assert waits() == []
    player_unmerge(by=cast.alice, gone=zoey)
    player_unmerge(by=cast.alice, gone=zoe)
    players_merge(by=cast.alice, goes=zoe, stays=ada)
    place(cast, season, "Ada", listed=False)
    assert load_gifts(season)[0].names == ("Ada",)
    assert waits() == []
    place(cast, season, "Ada", listed=True)
    give(cast, season, "Zo", "Zoey")
    assert load_gifts(season)[1].names == ("Zo", "Zoey")
    players_merge(by=cast.alice, goes=zoey, stays=zo)
    assert load_gifts(season)[1].names == ("Zo",), "two winners who are one win once"


def test_who_never_took_part_is_not_asked_about(cast, season):
    """A helper of the season; and nobody deletes such a winner from the list."""
    helper = Player.objects.create(club=cast.club, name="Helper")
    give(cast, season, "Helper")
    assert load_gifts(season)[0].names == ("Helper",)
    assert waits() == []
    boss = User.objects.create_superuser("boss@example.org", "correct horse")
    with refused("name", "cannot be deleted", error=StateError):
        player_delete(by=boss, player=helper)


def test_who_chooses_again_keeps_the_title(client, cast, season):
    give(cast, season, "Zoe")
    place(cast, season, "Zoe", listed=False)
    client.force_login(cast.alice)
    here, sent = f"/seasons/{season.pk}/prizes", {"prize": "hand-1", "again": "Fairest player"}
    assert client.post(f"{here}/take-back/", sent).url == f"{here}/"
    answer = client.post(f"{here}/take-back/", sent | {"reason": "Not there"}, follow=True)
    shows(answer, "Give a prize", 'value="Fairest player"')
    assert waits() == []
