"""What a club can play: every game as it stands, and its house rules."""

from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Membership, Role
from games.house.selectors import list_clubs_run_by, list_house_rules, list_playable
from games.house.services import house_rules_create
from games.models import HouseRules
from games.rules.registry import RULESETS


def make(cast, club=None, **changes):
    ours = {"game": "blackout", "name": "Ours", "options": {"hook": "last"}} | changes
    by = cast.charlie if club else cast.alice
    return house_rules_create(by=by, club=club or cast.club, **ours)


def test_every_game_and_the_clubs_own(cast):
    ours = make(cast)
    make(cast, cast.other_club, name="Theirs")
    choices = list_playable(cast.club.pk)
    assert [choice.key for choice in choices[:-1]] == list(RULESETS)
    assert all(choice.house is None for choice in choices[:-1])
    last = choices[-1]
    assert (last.key, last.title, last.house) == ("blackout", "Ours", ours.pk)
    assert last.options == RULESETS["blackout"].choose({"hook": "last"})


def test_house_rules_are_listed_by_name(cast):
    make(cast, name="B")
    make(cast, name="A", game="clag", options={"non_exact": True})
    lines = list_house_rules(cast.club.pk)
    assert [(line.name, line.key, line.changed) for line in lines] == [
        ("A", "clag", {"non_exact": True}),
        ("B", "blackout", {"hook": "last"}),
    ]
    assert lines[0].game is RULESETS["clag"]


def test_what_fits_its_game_no_more_is_listed_and_not_offered(cast):
    """A later version of the program may drop an option, or a game."""
    for n, (game, options) in enumerate(
        [("blackout", {"gone": True}), ("gone", {}), ("clag", []), ("clag", {"non_exact": 1})]
    ):
        HouseRules.objects.create(club=cast.club, name=str(n), game=game, options=options)
    assert [line.game for line in list_house_rules(cast.club.pk)] == [None] * 4
    assert [choice.house for choice in list_playable(cast.club.pk)] == [None] * len(RULESETS)


def test_one_query_however_many(cast):
    for n in range(12):
        make(cast, name=f"n{n}")
    with CaptureQueriesContext(connection) as queries:
        assert len(list_playable(cast.club.pk)) == len(RULESETS) + 12
    assert len(queries) == 1


def test_the_clubs_that_somebody_runs(cast):
    assert list_clubs_run_by(cast.alice) == list_clubs_run_by(cast.bob) == (cast.club,)
    assert list_clubs_run_by(cast.sam) == list_clubs_run_by(cast.vera) == ()
    Membership.objects.create(user=cast.bob, club=cast.other_club, role=Role.OWNER)
    assert list_clubs_run_by(cast.bob) == (cast.other_club, cast.club)
