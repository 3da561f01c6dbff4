import pytest

from accounts.models import Merge, Player
from tests.cast import refused
from tests.played_seasons import player
from tests.services.season_cases import CLOSED, OPEN, SeasonCase, two_evenings
from tournaments.prizes.presenters.prizes import load_gifts
from tournaments.seasons.presenters.journal import load_book
from tournaments.seasons.presenters.prizes import list_season_certificates, load_season_prizes
from tournaments.seasons.services.results import season_close, season_prize_give

CASE = SeasonCase(
    season_prize_give,
    lambda cast, _season: {"title": "Fairest player", "winners": [player(cast, "Ada")]},
    stages=(OPEN, CLOSED),
    asks_reason=True,
)


def give(cast, season, *names, reason="Vote of the members"):
    winners = [player(cast, name) for name in names]
    return season_prize_give(
        CASE.by(season, cast.alice, reason=reason), title="Fairest player", winners=winners
    )


@pytest.mark.postgresql
def test_it_works(cast):
    season = two_evenings(cast)
    give(cast, season, "Ada", "Dan")
    (gift,) = load_season_prizes(season, all_known=False).gifts
    assert (gift.key, gift.title, gift.names) == ("hand-1", "Fairest player", ("Ada", "Dan"))
    assert gift.why == "Given by hand: Vote of the members."
    newest = load_book(season).lines[0]
    assert newest.words == "“Fairest player” was given to Ada, Dan."
    assert newest.reason == "Vote of the members"


def test_a_closed_season_has_its_certificates(cast):
    season = two_evenings(cast)
    season_close(CASE.by(season, cast.bob))
    season.refresh_from_db()
    give(cast, season, "Dan")
    assert [(one.prize, one.name, one.why) for one in list_season_certificates(season, runs=False)] == [
        ("Fairest player", "Dan", "Vote of the members")
    ]


def test_merged_entries_win_once_and_strangers_nothing(cast):
    season = two_evenings(cast)
    Merge.objects.create(gone=Player.objects.get(name="Ben"), kept=Player.objects.get(name="Ada"))
    with refused("winners", "only once"):
        give(cast, season, "Ada", "Ben")
    give(cast, season, "Ben")
    assert load_gifts(season)[0].names == ("Ada",)
    other = Player.objects.create(club=cast.other_club, name="Zoe")
    with refused("winners", "of this evening or season"):
        season_prize_give(CASE.by(season, cast.bob), title="Raffle", winners=[other.pk])
