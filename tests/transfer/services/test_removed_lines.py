"""An old file that changes an evening in which somebody is "A former player" brings no name back."""

import json
from dataclasses import replace
from datetime import date
from uuid import uuid4

import pytest

from accounts.errors import RuleError
from accounts.models import Merge, Player
from tests.cast import refused
from tests.played_seasons import PEOPLE, a_season, by, played
from tests.records.services.test_player_forget import held
from tournaments.core.files.results_table import read_results
from tournaments.core.files.season import read_season
from tournaments.core.results.elsewhere import ResultLine
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Award, Evening, Result, Season
from tournaments.records.services.people import player_forget
from tournaments.seasons.presenters.table import load_season_table
from tournaments.seasons.services.results import season_close
from tournaments.seasons.services.seasons import evening_add
from tournaments.transfer.presenters.import_preview import describe_plan
from tournaments.transfer.presenters.tables import build_season_document
from tournaments.transfer.selectors.imports import ImportState, plan_results, plan_season
from tournaments.transfer.services.imported_results import result_record
from tournaments.transfer.services.imports import results_import, season_import

pytestmark = pytest.mark.postgresql

TODAY = date(2026, 3, 1)
CALLED = "A former player"
NAME = "Zoë Quill"
OLD = {
    "counters": (
        "date,evening,game,name,place,counters,fresh,net,yellow,prizes\n"
        f"2025-10-02,October,Draw Poker,{NAME},1,90,1,40,3,Raffle\n"
        "2025-10-02,October,Draw Poker,Ann,2,30,,,1,\n"
        "2025-10-02,October,Draw Poker,Bob,3,20,,,,\n"
        "2025-11-06,November,Draw Poker,Ann,1,80,,,,\n"
    ),
    "points": (
        "date,evening,game,name,place,points,exact,deals,prizes\n"
        f"2025-10-02,October,Clag,{NAME},1,61,7,10,Raffle\n"
        "2025-10-02,October,Clag,Ann,2,30,5,10,\n"
        "2025-10-02,October,Clag,Bob,3,20,4,10,\n"
        "2025-11-06,November,Clag,Ann,1,80,,,\n"
    ),
    "places": (
        "date,evening,game,name,place,prizes\n"
        f"2025-10-02,October,Clag,{NAME},1,Raffle\n"
        "2025-10-02,October,Clag,Ann,2,\n"
        "2025-10-02,October,Clag,Bob,3,\n"
        "2025-11-06,November,Clag,Ann,1,\n"
    ),
}


def plan_of(cast, text, ticked=()):
    return plan_results(cast.club, read_results(text, TODAY).good, ticked)


def bring(cast, text, ticked=(), mark=None):
    return results_import(
        by=cast.bob, club=cast.club, evenings=read_results(text, TODAY).good, reason="Corrected",
        mark=plan_of(cast, text).mark if mark is None else mark, not_removed=ticked, key=uuid4(),
    )  # fmt: skip


def forget(cast, name=NAME):
    player = Player.objects.get(club=cast.club, name=name)
    player_forget(by=cast.bob, player=player, typed=name)
    return player


def names(evening="October"):
    result = Result.objects.filter(evening__name=evening).order_by("-version")[0]
    return {row.place: row.entry.name for row in result.settlements.select_related("entry")}


@pytest.fixture(params=OLD)
def old(request, cast):
    """A file whose winner was removed after the import."""
    bring(cast, OLD[request.param])
    forget(cast)
    return OLD[request.param]


def corrected(old):
    """The same file with Cid instead of Bob."""
    return old.replace(",Bob,", ",Cid,")


def test_the_same_file_again_is_nothing_new(cast, old):
    plan = plan_of(cast, old)
    assert [(one.line, one.evening, one.name) for one in plan.removed.lines] == [(2, "October", NAME)]
    assert describe_plan(plan) == ["evenings unchanged: 2", "players unchanged: 3"]
    bring(cast, old)
    assert NAME not in held()
    assert Result.objects.count() == 2


def test_a_corrected_file_leaves_the_player_removed(cast, old):
    plan = plan_of(cast, corrected(old))
    assert describe_plan(plan)[:2] == ["1 new player", "evenings changed: 1"]
    bring(cast, corrected(old))
    assert names() == {1: CALLED, 2: "Ann", 3: "Cid"}
    (award,) = Award.objects.filter(result__version=2)
    assert list(award.winners.values_list("player__name", flat=True)) == [CALLED]
    assert NAME not in held()
    assert Player.objects.filter(club=cast.club, forgotten_at=None).count() == 3
    assert plan_of(cast, corrected(old)).nothing_new


def test_who_is_ticked_is_somebody_else(cast, old):
    ticked = [NAME.upper()]
    plan = plan_of(cast, old, ticked)
    assert describe_plan(plan)[:2] == ["1 new player", "evenings changed: 1"]
    assert not plan.removed.lines
    bring(cast, old, ticked, plan_of(cast, old).mark)
    assert names() == {1: NAME, 2: "Ann", 3: "Bob"}
    assert Player.objects.get(club=cast.club, name=NAME).forgotten_at is None


def test_another_spelling_is_found_by_its_figures(cast, old):
    other = old.replace(NAME, "Zoe Quillohara")
    assert [one.name for one in plan_of(cast, other).removed.lines] == ["Zoe Quillohara"]
    bring(cast, other)
    assert "Zoe Quillohara" not in held()


@pytest.mark.parametrize(
    ("key", "was", "now"),
    [
        ("points", f"{NAME},1,61", "Eve,1,62"),
        ("points", f"{NAME},1,61,7", "Eve,1,61,8"),
        ("counters", f"{NAME},1,90,1,40,3", "Eve,1,90,1,40,2"),
        ("places", f"{NAME},1,", "Eve,4,"),
    ],
)
def test_other_figures_or_another_place_are_somebody_new(cast, key, was, now):
    bring(cast, OLD[key])
    forget(cast)
    plan = plan_of(cast, OLD[key].replace(was, now).replace("Ann,2,\n", "Ann,1,\n"))
    assert not plan.removed.lines
    assert {one.person.name for one in plan.select_people(ImportState.NEW)} == {"Eve"}


def test_a_file_from_after_the_removal(cast, old):
    after = old.replace(NAME, CALLED)
    plan = plan_of(cast, after)
    assert plan.nothing_new
    assert not plan.removed.lines, "the name is not new"
    bring(cast, corrected(after))
    assert names() == {1: CALLED, 2: "Ann", 3: "Cid"}
    assert Player.objects.filter(club=cast.club, name__startswith=CALLED).count() == 1


def test_the_name_is_one_person_in_the_whole_file(cast, old):
    more = old + old.splitlines()[1].replace("2025-10-02,October", "2025-12-04,December") + "\n"
    bring(cast, more)
    assert names("December") == {1: CALLED}
    assert NAME not in held()
    assert Player.objects.filter(club=cast.club, forgotten_at__isnull=False).count() == 1


def test_somebody_of_that_name_who_joined_later_is_asked_about(cast, old):
    Player.objects.create(club=cast.club, name=NAME)
    plan = plan_of(cast, old)
    assert [one.name for one in plan.removed.lines] == [NAME]
    bring(cast, corrected(old))
    assert names()[1] == CALLED
    bring(cast, corrected(old), [NAME], plan_of(cast, corrected(old)).mark)
    assert names()[1] == NAME


def test_two_removed_players(cast, old):
    forget(cast, "Bob")
    plan = plan_of(cast, old)
    assert {one.name for one in plan.removed.lines} == {NAME, "Bob"}
    bring(cast, old.replace(",Ann,", ",Cid,"))
    assert names() == {1: CALLED, 2: "Cid", 3: f"{CALLED} 2"}


def test_a_merged_player_is_found(cast):
    bring(cast, OLD["points"])
    gone = Player.objects.get(name=NAME)
    stands = Player.objects.create(club=cast.club, name="Zoe Q")
    Merge.objects.create(gone=gone, kept=stands)
    forget(cast, "Zoe Q")
    bring(cast, corrected(OLD["points"]))
    assert names()[1].startswith(CALLED)
    assert NAME not in held()


def test_two_lines_with_the_same_figures_must_be_told_apart(cast):
    tied = (
        "date,evening,game,name,place\n2025-10-02,October,Clag,Ann,1\n"
        f"2025-10-02,October,Clag,{NAME},2\n2025-10-02,October,Clag,Bob,2\n"
    )
    bring(cast, tied)
    forget(cast)
    assert plan_of(cast, tied).nothing_new
    other = tied.replace("Bob", "Cid")
    plan = plan_of(cast, other)
    assert {one.name for one in plan.removed.lines} == {NAME, "Cid"}
    assert plan.complaints
    with refused("name", "Tick the name"):
        bring(cast, other)
    bring(cast, other, ["Cid"])
    entries = Evening.objects.get().entries.filter(void=None)
    assert {entry.name for entry in entries} == {"Ann", CALLED, "Cid"}
    assert NAME not in held()


def test_the_command_too(cast, old):
    evening = Evening.objects.get(name="October")
    lines = read_results(corrected(old), TODAY).good[0].lines
    result_record(RequestedBy(evening.pk, cast.bob, "Corrected"), lines=lines)
    assert names() == {1: CALLED, 2: "Ann", 3: "Cid"}
    assert NAME not in held()
    result_record(RequestedBy(evening.pk, cast.bob, "Another person"), lines=lines, not_removed=[NAME])
    assert names() == {1: NAME, 2: "Ann", 3: "Cid"}


def test_a_club_without_removed_players_is_as_before(cast):
    evening = bring(cast, OLD["points"]).evenings[0]
    assert evening.state is ImportState.NEW
    assert not plan_of(cast, corrected(OLD["points"])).removed.lines
    with pytest.raises(RuleError):
        result_record(
            RequestedBy(Evening.objects.get(name="October").pk, cast.bob, ""),
            lines=[ResultLine("Ann", place=1)],
        )


def season_of(cast, made, name, stage):
    """A season's file from before the removal of somebody who played."""
    season = made()
    if stage == "closed":
        season_close(by(cast, season))
    text = json.dumps(build_season_document(Season.objects.get(pk=season.pk), all_known=True))
    forget(cast, name)
    return season, text


@pytest.mark.parametrize("stage", ["open", "closed"])
def test_an_old_file_of_a_season_is_known_already(cast, stage):
    season, text = season_of(cast, lambda: played(cast, PEOPLE, PEOPLE[::-1]), PEOPLE[0], stage)
    planned = plan_season(cast.club, read_season(text))
    assert planned.season == season
    assert {one.name for one in planned.plan.removed.lines} == {PEOPLE[0]}
    ticked = plan_season(cast.club, read_season(text), [PEOPLE[0]])
    assert ticked.season is None
    assert {one.error.field for one in ticked.plan.complaints} == {"evenings", "season"}


@pytest.mark.parametrize("stage", ["open", "closed"])
def test_an_old_file_of_a_season_of_another_name(cast, stage):
    """Its evenings are here already, and hold "A former player"."""
    _season, text = season_of(cast, lambda: played(cast, PEOPLE, PEOPLE[::-1]), PEOPLE[0], stage)
    other = replace(read_season(text), name="Another")
    planned = plan_season(cast.club, other)
    assert planned.plan.complaints == ()
    made = season_import(by=cast.bob, club=cast.club, file=other, mark=planned.mark)
    assert CALLED in {row.name for division in load_season_table(made).divisions for row in division.rows}
    assert Player.objects.filter(club=cast.club, name=PEOPLE[0]).count() == 0
    assert Player.objects.filter(club=cast.club, name__startswith=CALLED).count() == 1


def test_an_old_file_with_an_evening_that_was_played_here(cast, night):
    def made():
        evening = night(8)
        evening.next_round()
        evening.finish()
        evening.reveal()
        season = a_season(cast)
        evening_add(by(cast, season), evening=evening.evening.pk)
        return season

    season, text = season_of(cast, made, "p03", "open")
    planned = plan_season(cast.club, read_season(text))
    assert planned.season == season
    assert {one.name for one in planned.plan.removed.lines} == {"p03"}
