"""Tables that are brought along: all of them or nothing, once however often they are sent."""

from datetime import date
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.errors import StaleError
from accounts.models import Club, Group, Merge, Player
from tests.cast import everything, refused
from tests.recordings import recorded
from tournaments.core.files.results_table import read_people, read_results
from tournaments.core.record import Stage
from tournaments.core.results.elsewhere import ResultLine
from tournaments.models import Award, Evening, Journal, Result, Settlement
from tournaments.transfer.presenters.import_preview import describe_plan
from tournaments.transfer.selectors.imports import ImportState, plan_people, plan_results
from tournaments.transfer.services.imports import people_import, results_import

pytestmark = pytest.mark.postgresql

TODAY = date(2026, 3, 1)
PEOPLE = "name,role,public_name,groups\nAnn,lady,,juniors\nBob,,The Fox,juniors|new\nCid,,,\n"
RESULTS = (
    "date,evening,game,name,place,counters\n"
    "2025-10-02,October,Draw Poker,Ann,1,80\n"
    "2025-10-02,October,Draw Poker,Bob,2,60\n"
    "2025-11-06,November,Draw Poker,BOB,1,70\n"
)


def bring_people(cast, text=PEOPLE, **changes):
    people = read_people(text).good
    given = {"by": cast.bob, "club": cast.club, "people": people, "mark": plan_people(cast.club, people).mark}
    return people_import(**given | changes)


def bring_results(cast, text=RESULTS, **changes):
    evenings = read_results(text, TODAY).good
    mark = plan_results(cast.club, evenings).mark
    given = {"by": cast.bob, "club": cast.club, "evenings": evenings, "mark": mark}
    return results_import(**given | changes)


class TestPeople:
    def test_it_works(self, cast):
        Player.objects.create(club=cast.club, name="cid")
        plan = bring_people(cast)
        assert describe_plan(plan) == ["2 new players", "players unchanged: 1"]
        ann, bob, cid = Player.objects.filter(club=cast.club).order_by("name")
        assert (ann.name, ann.role, ann.public) == ("Ann", "lady", "")
        assert (bob.public, bob.public_name) == ("other", "The Fox")
        assert cid.name == "cid"
        groups = {
            group.name: {player.name for player in group.players.all()} for group in Group.objects.all()
        }
        assert groups == {"juniors": {"Ann", "Bob"}, "new": {"Bob"}}

    def test_what_is_told_changes_and_what_is_not_stays(self, cast):
        group = Group.objects.create(club=cast.club, name="JUNIORS")
        ann = Player.objects.create(club=cast.club, name="Ann", role="lady", public="initials")
        bob = Player.objects.create(club=cast.club, name="Bob", role="gentleman")
        bob.groups.add(Group.objects.create(club=cast.club, name="old"))
        plan = bring_people(cast)
        assert [(one.person.name, one.columns) for one in plan.select_people(ImportState.CHANGED)] == [
            ("Ann", ("groups",)),
            ("Bob", ("public", "groups")),
        ]
        ann.refresh_from_db()
        bob.refresh_from_db()
        assert (ann.role, ann.public) == ("lady", "initials")
        assert (bob.role, bob.public_name) == ("gentleman", "The Fox")
        assert {player.name for player in group.players.all()} == {"Ann", "Bob"}
        assert {group.name for group in bob.groups.all()} == {"old", "JUNIORS", "new"}

    def test_the_list_is_remembered_anew(self, cast):
        before = Club.objects.get(pk=cast.club.pk).revision
        bring_people(cast)
        assert Club.objects.get(pk=cast.club.pk).revision == before + 1

    def test_again_changes_nothing(self, cast):
        mark = plan_people(cast.club, read_people(PEOPLE).good).mark
        bring_people(cast)
        before = everything()
        assert bring_people(cast, mark=mark).nothing_new
        assert everything() == before

    def test_what_is_no_more_as_it_was_shown_is_refused(self, cast):
        mark = plan_people(cast.club, read_people(PEOPLE).good).mark
        Player.objects.create(club=cast.club, name="Ann")
        with refused("text", "changed since you opened the page", error=StaleError):
            bring_people(cast, mark=mark)

    def test_who_was_merged_is_the_one_who_is_kept(self, cast):
        gone, kept = (Player.objects.create(club=cast.club, name=name) for name in ("Bob", "Robert"))
        Merge.objects.create(gone=gone, kept=kept)
        bring_people(cast)
        kept.refresh_from_db()
        assert kept.public_name == "The Fox"
        with refused("name", "are merged on the player list"):
            bring_people(cast, PEOPLE + "Robert,,,\n")

    def test_its_queries_do_not_grow(self, cast, django_assert_num_queries):
        Player.objects.create(club=cast.club, name="Ann", role="host")
        with CaptureQueriesContext(connection) as few:
            bring_people(cast)
        many = "name,role,groups\nAnn,queen,new\n" + "".join(f"p{n},,g{n}\n" for n in range(60))
        with django_assert_num_queries(len(few)):
            bring_people(cast, many)


class TestResults:
    def test_it_works(self, cast):
        Player.objects.create(club=cast.club, name="Ann")
        plan = bring_results(cast, key=uuid4())
        assert describe_plan(plan) == [
            "1 new player",
            "2 new evenings",
            "3 results",
            "players unchanged: 1",
        ]
        october, november = Evening.objects.order_by("held_on")
        assert (october.name, october.held_on, november.name) == ("October", date(2025, 10, 2), "November")
        assert list(Journal.objects.values_list("verb", flat=True)) == ["evening_recorded"] * 2
        assert Player.objects.filter(club=cast.club).count() == 2

    def test_again_changes_nothing(self, cast):
        key, mark = uuid4(), plan_results(cast.club, read_results(RESULTS, TODAY).good).mark
        bring_results(cast, key=key)
        before = everything()
        for again in (key, uuid4(), None):
            plan = bring_results(cast, key=again, mark=mark)
            assert describe_plan(plan) == ["evenings unchanged: 2", "players unchanged: 2"]
        assert everything() == before

    def test_another_result_is_another_version(self, cast):
        bring_results(cast)
        other = RESULTS.replace("Bob,2,60", "Cid,2,60")
        plan = plan_results(cast.club, read_results(other, TODAY).good)
        assert describe_plan(plan)[:2] == ["1 new player", "evenings changed: 1"]
        with refused("reason", "Enter a reason"):
            bring_results(cast, other)
        bring_results(cast, other, reason="it was Cid", key=uuid4())
        last = Result.objects.get(version=2)
        assert last.evening.name == "October"
        assert {row.entry.name for row in last.settlements.all()} == {"Ann", "Cid"}

    def test_prizes_come_with_the_results(self, cast):
        """The column tells them; without it they stay. Another word of them is another version."""
        with_prizes = RESULTS.replace("counters\n", "counters,prizes\n", 1)
        with_prizes = with_prizes.replace(",80", ',80,"Most counters, ladies|Raffle"').replace(
            ",60", ",60,booby PRIZE"
        )
        bring_results(cast, with_prizes.replace(",70", ",70,"))
        assert [(one.prize, one.title) for one in Award.objects.order_by("rank")] == [
            ("told-1", "Most counters, ladies"),
            ("told-2", "Raffle"),
            ("booby", "booby PRIZE"),
        ]
        for text in (with_prizes.replace(",70", ",70,"), RESULTS):
            assert plan_results(cast.club, read_results(text, TODAY).good).nothing_new
        other = with_prizes.replace("|Raffle", "|").replace(",70", ",70,Raffle")
        assert (
            describe_plan(bring_results(cast, other, reason="it was Bob’s ticket"))[0]
            == "evenings changed: 2"
        )
        last = Award.objects.filter(result__version=2).order_by("result_id", "rank")
        assert [one.title for one in last] == ["Most counters, ladies", "booby PRIZE", "Raffle"]

    def test_all_or_nothing(self, cast, night):
        night(4, Stage.PLAYING)
        Evening.objects.update(held_on=date(2025, 12, 4))
        text = RESULTS + "2025-12-04,THURSDAY,Draw Poker,Ann,1,\n"
        with refused("evening", "deal by deal"):
            bring_results(cast, text)

    def test_another_game_of_that_name_and_day_is_refused(self, cast):
        recorded(cast, ResultLine("Ann", place=1), name="October", game="clag")
        with refused("game", "with the game Clag"):
            bring_results(cast)

    def test_two_names_of_one_person_are_refused(self, cast):
        gone, kept = (Player.objects.create(club=cast.club, name=name) for name in ("Bob", "Ann"))
        Merge.objects.create(gone=gone, kept=kept)
        with refused("name", "are merged on the player list"):
            bring_results(cast)

    def test_what_fails_half_way_leaves_nothing(self, cast, monkeypatch):
        """The second evening cannot be written, so the first is not there either."""
        before, write = everything(), Settlement.objects.bulk_create
        calls = []

        def fail_at_last(rows):
            calls.append(1)
            if len(calls) > 1:
                raise OSError
            return write(rows)

        monkeypatch.setattr(Settlement.objects, "bulk_create", fail_at_last)
        with pytest.raises(OSError):  # noqa: PT011 - it is ours
            bring_results(cast)
        assert everything() == before

    def test_a_plan_takes_as_many_queries_for_any_table(self, cast, django_assert_num_queries):
        bring_results(cast)
        many = RESULTS + "".join(
            f"2025-{month:02}-{day:02},E{n},Clag,p{n},1,\n"
            for n, (month, day) in enumerate((m, d) for m in range(1, 5) for d in range(1, 11))
        )
        for text in (RESULTS, many):
            evenings = read_results(text, TODAY).good
            with django_assert_num_queries(7):
                plan_results(cast.club, evenings)
