"""An import is taken back whole: what came with it goes, and what has been used since stays."""

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.errors import ForbiddenError, RequiredError, StaleError, StateError
from accounts.models import Group, Player
from tests.cast import everything, refused
from tests.played_seasons import PEOPLE, a_season, by, played
from tests.transfer.services.test_importing import RESULTS, bring_results
from tests.transfer.services.test_season_import import bring, told
from tests.web.admin_pages import root
from tournaments.attendance.services import entry_reassign
from tournaments.core.record import Stage
from tournaments.models import Evening, League, Result, Season, SeasonLine, Settlement
from tournaments.records.services.ratings import ratings_follow
from tournaments.seasons.services.results import season_close, season_prize_give, season_reopen
from tournaments.seasons.services.seasons import SeasonBy, evening_add
from tournaments.transfer.presenters.evening import export_evening
from tournaments.transfer.selectors.imports_made import load_imports, plan_take_back
from tournaments.transfer.services.imported_results import import_take_back

pytestmark = pytest.mark.postgresql
WHY = "the wrong file"
PRIZES = "date,evening,game,name,place,counters,prizes\n"
SECOND = "date,evening,game,name,place,counters\n2025-12-04,December,Draw Poker,Bob,1,90\n"
AGAIN = RESULTS.replace("BOB,1,70", "BOB,1,75") + "2025-11-06,November,Draw Poker,Dora,2,10\n"


def newest(cast):
    return load_imports(cast.club.pk)[0].key


def plan_of(cast, key=""):
    plan = plan_take_back(cast.club.pk, key or newest(cast))
    assert plan is not None
    return plan


def take_back(cast, key="", **changes):
    key = key or newest(cast)
    given = {"by": cast.bob, "club": cast.club, "key": key, "mark": plan_of(cast, key).mark, "reason": WHY}
    return import_take_back(**given | changes)


def names(rows):
    return [row.name for row in rows]


def test_it_works(cast):
    Player.objects.create(club=cast.club, name="Ann")
    bring_results(cast)
    ratings_follow()
    made = load_imports(cast.club.pk)
    assert [(one.who, one.evenings) for one in made] == [("Bob", 2)]
    plan = plan_of(cast)
    assert names(plan.removed) == ["October", "November"]
    assert (names(plan.players), names(plan.used_players)) == (["Bob"], [])
    take_back(cast)
    assert not Evening.objects.exists()
    assert names(Player.objects.filter(club=cast.club)) == ["Ann"]
    assert load_imports(cast.club.pk) == []
    assert "Import taken back: 2 evenings, 1 players, 0 seasons" in [
        line.change_message for line in LogEntry.objects.all()
    ]
    bring_results(cast)
    assert Evening.objects.count() == 2


def test_who_won_a_raffle_or_is_counted_by_an_earlier_version_stays(cast, night):
    """Ann's entry of another evening is Nell's by now, but its first result still counts for Ann."""
    bring_results(cast)
    bob = Player.objects.get(club=cast.club, name="Bob")
    night = night(6, Stage.FINISHED)
    for name in ("Ann", "Nell"):
        entry_reassign(night.because("mixed up"), entry=Settlement.objects.latest("pk").entry_id, name=name)
    season_prize_give(by(cast, a_season(cast), WHY), title="Raffle", winners=[bob.pk])
    plan = plan_of(cast)
    assert (names(plan.players), sorted(names(plan.used_players))) == ([], ["Ann", "Bob"])


def test_of_two_files_one_is_taken_back(cast):
    bring_results(cast)
    bring_results(cast, SECOND)
    first, second = load_imports(cast.club.pk)[::-1]
    plan = plan_of(cast, first.key)
    assert (names(plan.players), names(plan.used_players)) == (["Ann"], ["Bob"])
    take_back(cast, first.key)
    assert names(Evening.objects.all()) == ["December"]
    assert names(Player.objects.filter(club=cast.club)) == ["Bob"]
    assert [one.key for one in load_imports(cast.club.pk)] == [second.key]


def test_players_who_are_in_use_stay(cast):
    bring_results(cast)
    ann = Player.objects.get(club=cast.club, name="Ann")
    Group.objects.create(club=cast.club, name="Juniors").players.add(ann)
    assert names(plan_of(cast).used_players) == ["Ann"]
    take_back(cast)
    assert names(Player.objects.filter(club=cast.club)) == ["Ann"]


def test_an_evening_that_it_changed_has_its_earlier_result_again(cast):
    bring_results(cast)
    first = newest(cast)
    before = told_of(Evening.objects.get(name="November"))
    bring_results(cast, AGAIN, reason="Dora was missing")
    plan = plan_of(cast)
    assert (names(plan.removed), names(plan.restored), names(plan.players)) == ([], ["November"], [])
    assert names(plan.used_players) == ["Dora"]
    take_back(cast)
    november = Evening.objects.get(name="November")
    assert told_of(november) == before
    assert Result.objects.filter(evening=november).count() == 3
    line = november.journal.latest("seq")
    assert (line.verb, line.reason) == ("result_recorded", WHY)
    assert names(plan_of(cast, first).removed) == ["October", "November"]


def test_a_winner_who_was_missing_before_it_is_missing_again(cast):
    """The second file leaves Ann out, who won; the third changes a figure, and is taken back."""
    first = (
        PRIZES + "2025-12-04,December,Draw Poker,Ann,1,90,Raffle\n2025-12-04,December,Draw Poker,Bob,2,80,\n"
    )
    bring_results(cast, first)
    for counters in (80, 81):
        bring_results(cast, SECOND.replace("Bob,1,90", f"Bob,1,{counters}"), reason=WHY)
    take_back(cast)
    last = Result.objects.latest("version")
    raffle = last.awards.get()
    assert (last.version, raffle.title) == (4, "Raffle")
    assert (names(raffle.current_winners), names(raffle.removed_winners)) == ([], ["Ann"])
    assert list(last.settlements.values_list("entry__name", "counters")) == [("Bob", 80)]


def told_of(evening):
    last = Result.objects.filter(evening=evening).latest("version")
    return list(last.settlements.values_list("entry__name", "entry__void", "place", "counters", "net"))


def test_one_that_was_changed_since_stays(cast):
    bring_results(cast)
    bring_results(cast, AGAIN, reason="Dora was missing")
    second = newest(cast)
    bring_results(cast, AGAIN.replace("BOB,1,75", "BOB,1,76"), reason="a slip")
    plan = plan_of(cast, second)
    assert (names(plan.restored), names(plan.changed_since)) == ([], ["November"])


def test_a_file_of_the_evening_does_not_tell_which_import_it_was(cast):
    bring_results(cast)
    evening = Evening.objects.get(name="October")
    assert "import" in evening.journal.get().payload
    assert export_evening(evening)["journal"][0]["payload"] == {}


def test_open_seasons_count_without_it(cast):
    bring_results(cast)
    season = a_season(cast)
    for evening in Evening.objects.all():
        evening_add(by(cast, season), evening=evening.pk)
    assert names(plan_of(cast).open_seasons) == ["Winter"]
    take_back(cast)
    gone = SeasonLine.objects.filter(verb="evening_counts_not")
    assert [(line.payload["deleted"], line.reason) for line in gone] == [(True, WHY)] * 2


def test_a_closed_season_is_in_the_way(cast):
    bring_results(cast)
    season = a_season(cast)
    evening_add(by(cast, season), evening=Evening.objects.earliest("held_on").pk)
    season_close(by(cast, season))
    assert names(plan_of(cast).closed_seasons) == ["Winter"]
    with refused("evening", "The season “Thursday League · Winter” is closed. Reopen it first.", StateError):
        take_back(cast)
    season_reopen(by(cast, season, WHY))
    take_back(cast)
    assert not Evening.objects.exists()


def test_a_season_that_was_imported_goes_with_its_evenings(cast):
    bring(cast, told(played(cast, PEOPLE, PEOPLE[::-1])))
    club = cast.other_club
    (made,) = load_imports(club.pk)
    plan = plan_take_back(club.pk, made.key)
    assert plan is not None
    assert (len(plan.removed), names(plan.seasons), sorted(names(plan.players))) == (2, ["Winter"], [*PEOPLE])
    import_take_back(by=cast.charlie, club=club, key=made.key, mark=plan.mark, reason=WHY)
    assert not Season.objects.filter(league__club=club).exists()
    assert not Player.objects.filter(club=club).exists()
    assert League.objects.filter(club=club).exists()


def test_a_season_to_which_more_was_added_stays(cast):
    season = bring(cast, told(played(cast, PEOPLE)))
    bring_results(cast, by=cast.charlie, club=cast.other_club)
    more = Evening.objects.get(club=cast.other_club, name="October")
    evening_add(SeasonBy(season.pk, cast.charlie), evening=more.pk)
    key = load_imports(cast.other_club.pk)[-1].key
    plan = plan_take_back(cast.other_club.pk, key)
    assert plan is not None
    assert (names(plan.seasons), names(plan.open_seasons)) == ([], ["Winter"])


@pytest.mark.parametrize("what", ["mark", "reason", "key"])
def test_what_is_refused(cast, what):
    bring_results(cast)
    before = everything()
    error = RequiredError if what == "reason" else StaleError
    given = {"key": newest(cast), "mark": plan_of(cast).mark, "reason": WHY} | {what: ""}
    with refused("reason" if what == "reason" else "mark", error=error):
        import_take_back(by=cast.bob, club=cast.club, **given)
    assert everything() == before


def test_only_who_runs_the_club(cast):
    bring_results(cast)
    boss = root()
    for who in (cast.sam, cast.vera, cast.charlie, boss):
        with refused("role", error=ForbiddenError):
            take_back(cast, by=who)
    take_back(cast, by=boss, admin=True)
    assert not Evening.objects.exists()


def test_it_takes_the_same_queries_for_any_number_of_players(cast):
    def queries(people):
        lines = (f"2025-12-04,December,Draw Poker,p{n:02},{n},0\n" for n in range(1, people + 1))
        bring_results(cast, SECOND.splitlines()[0] + "\n" + "".join(lines))
        with CaptureQueriesContext(connection) as found:
            take_back(cast)
        return len(found)

    queries(3)  # what is remembered from then on
    assert queries(3) == queries(40)
