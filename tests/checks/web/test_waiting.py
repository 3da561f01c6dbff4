"""What waits over all clubs: each kind by itself, with its pages; and clubs at a glance."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse
from django.utils import timezone

from accounts.clubs.services import club_create
from accounts.models import Claim, Club, Membership, Player, User
from accounts.players.services import player_unmerge
from tests.played_seasons import PEOPLE, by, played
from tests.played_seasons import player as player_of
from tests.scoring.web.test_deals import correct
from tests.web.admin_pages import staff
from tests.web.html import shows
from tests.web.wording import queries
from tournaments.admin import mending as admin_mending
from tournaments.attendance.services import entry_withdraw
from tournaments.checks import presenters as checks_presenters
from tournaments.checks.presenters import compare_evening, load_waiting_sections
from tournaments.checks.selectors import count_results
from tournaments.core.record import Stage
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Award, Evening, Journal, Settlement, WaitingDecision
from tournaments.prizes.services import prize_give, prizes_change
from tournaments.records.services.people import account_delete, players_merge
from tournaments.seasons.services.results import row_question_ask, season_close, season_rewrite
from tournaments.seasons.services.seasons import evening_add

pytestmark = pytest.mark.postgresql
ADDRESS = "admin:tournaments_evening_waiting"


@pytest.fixture
def boss(client, cast):
    assert cast.club
    client.force_login(User.objects.create_superuser("boss@example.org", "correct horse"))
    return client


def found(what):
    (section,) = (
        one
        for one in load_waiting_sections(timezone.localdate())
        if one.title == checks_presenters.SECTIONS[what][0]
    )
    assert section.count == len(section.lines)
    return [line.name for line in section.lines]


def test_nothing_waits_at_first(boss, cast):
    assert cast.club
    assert not any(section.count for section in load_waiting_sections(timezone.localdate()))
    answer = boss.get(reverse(ADDRESS))
    shows(answer, "Nothing waits here", "match a new calculation")
    shows(boss.get("/admin/"), reverse(ADDRESS), "What waits")


@pytest.mark.parametrize("stage", [Stage.CHECK_IN, Stage.PLAYING])
def test_an_evening_of_yesterday_that_is_not_finished(night, stage):
    evening = night(8, stage).evening
    Evening.objects.update(held_on=timezone.localdate())
    assert found("unsettled") == []
    Evening.objects.update(held_on=timezone.localdate() - timedelta(days=1))
    assert found("unsettled") == [evening.name]


def test_prizes_wait_until_all_are_announced(night):
    night = night(8, Stage.FINISHED)
    assert found("hidden") == [night.evening.name]
    night.reveal()
    assert found("hidden") == []


def test_what_was_corrected_after_closing(boss, cast, night):
    night = night(8, Stage.FINISHED).reveal()
    season = played(cast, PEOPLE)
    evening_add(by(cast, season), evening=night.evening.pk)
    season_close(by(cast, season))
    assert found("corrected") == []
    correct(night, "Slip was read wrongly", table=1)
    assert found("corrected") == [f"Thursday League · Winter: {night.evening.name}"]
    shows(boss.get(reverse(ADDRESS)), reverse("season", args=[season.pk]))


def test_claims_and_questions(boss, cast):
    season = played(cast, PEOPLE)
    row_question_ask(by(cast, season), player=player_of(cast, "Ada"), text="Why?")
    Claim.objects.create(user=cast.vera, player=Player.objects.get(name="Ben"))
    assert found("questions") == ["Thursday League · Winter: Ada"]
    assert found("claims") == ["Ben"]
    shows(boss.get(reverse(ADDRESS)), f"/seasons/{season.pk}/people/{player_of(cast, 'Ada')}/")


def test_a_version_of_a_result_is_calculated_again_once(boss, cast, night, monkeypatch):
    """The look that finds it new does so; later looks ask nothing of it, and a correction makes it new."""
    asked, compare = [], compare_evening

    def noted(evening, result):
        asked.append(evening.pk)
        return compare(evening, result)

    monkeypatch.setattr(admin_mending, "compare_evening", noted)
    night = night(8, Stage.FINISHED).reveal()
    Settlement.objects.filter(place=1).update(net=999)
    for _look in range(3):
        shows(
            boss.get(reverse(ADDRESS)), "differ from a new calculation", night.evening.name, "1 of 1 results"
        )
    assert asked == [night.evening.pk]
    assert found("differing") == [night.evening.name]
    correct(night, "Slip was read wrongly", table=1)
    shows(boss.get(reverse(ADDRESS)), "match a new calculation", "1 of 1 results")
    assert len(asked) == 2
    assert found("differing") == []


def test_the_button_calculates_the_others(boss, cast, night):
    nights = [night(8, Stage.FINISHED).reveal() for _n in range(3)]
    Settlement.objects.filter(result__evening=nights[0].evening, place=1).update(net=999)
    shows(boss.get(reverse(ADDRESS)), "1 of 3 results", "match a new calculation", "Calculate the others")
    answer = boss.post(reverse(ADDRESS), {"do": "compare"}, follow=True)
    shows(answer, "3 of 3 results", "differ from a new calculation", never="Calculate the others")
    assert found("differing") == [nights[0].evening.name]


def test_what_is_not_in_force_is_not_calculated_again(cast, night):
    """Neither evenings under way or from elsewhere, nor what waits for a cut."""
    night(8, Stage.SETTLING)
    played(cast, PEOPLE)
    assert count_results() == (0, 0)
    night(8, Stage.FINISHED)
    assert count_results() == (1, 1)


def everything_waits(cast, night, clubs):
    """In each of some more clubs: a thing of every kind that waits."""
    for _club in range(clubs):
        club = club_create(owner=cast.alice, name=f"Club {Club.objects.count()}")
        Membership.objects.filter(club=club).update(role="organiser")
        evenings = [night(8, stage, club=club).evening for stage in (Stage.SETTLING, Stage.FINISHED)]
        Settlement.objects.filter(result__evening=evenings[1], place=1).update(net=999)
        player = Player.objects.create(club=club, name="Ben")
        Claim.objects.create(user=cast.vera, player=player)


@pytest.mark.parametrize(("address", "most"), [(ADDRESS, 14), ("admin:index", 13)])
def test_queries_do_not_grow_with_clubs_and_evenings(boss, cast, night, address, most):
    """Nor is the first look at many new results dearer than the first at one."""
    season = played(cast, PEOPLE)
    row_question_ask(by(cast, season), player=player_of(cast, "Ada"), text="Why?")
    everything_waits(cast, night, 1)
    first, few = queries(boss.get, reverse(address)), queries(boss.get, reverse(address))
    everything_waits(cast, night, 3)
    for name in PEOPLE:
        row_question_ask(by(cast, season), player=player_of(cast, name), text="Why?")
    assert queries(boss.get, reverse(address)) <= first <= 30
    boss.post(reverse(ADDRESS), {"do": "compare"})
    assert queries(boss.get, reverse(address)) == few <= most


def leaving(what, reason="Nobody comes again"):
    """What the page sends to leave the first line of a kind as it is."""
    line = next(one for one in load_waiting_sections(timezone.localdate()) if one.key == what).lines[0]
    return {"do": "leave", "what": what, "row": line.pk, "mark": line.mark, "reason": reason}


def leave(boss, what, reason="Nobody comes again"):
    return boss.post(reverse(ADDRESS), leaving(what, reason), follow=True)


def make_wait(what, cast, night):
    """Let one thing of the kind wait."""
    match what:
        case "unsettled":
            night(8, Stage.SETTLING)
        case "hidden":
            night(8, Stage.FINISHED)
        case "gifts":
            night = night(8, Stage.CHECK_IN)
            first = night.facts.entries[0].id
            prize_give(night.because("Ticket 42"), title="Raffle", winners=[first])
            entry_withdraw(night.by, entry=first)
        case "cuts":
            evening = night(8, Stage.FINISHED).reveal().evening
            evening.refresh_from_db()
            payload = {"awaits_cut": True}
            Journal.objects.create(evening=evening, seq=evening.seq + 1, verb="cut_made", payload=payload)
        case "differing":
            night(8, Stage.FINISHED).reveal()
            Settlement.objects.filter(place=1).update(net=999)
        case "corrected":
            evening = night(8, Stage.FINISHED).reveal()
            season = played(cast, PEOPLE)
            evening_add(by(cast, season), evening=evening.evening.pk)
            season_close(by(cast, season))
            correct(evening, "Slip was read wrongly", table=1)
        case "merged":
            merged_season(cast)
        case "claims":
            player = Player.objects.create(club=cast.club, name="Ben")
            Claim.objects.create(user=cast.vera, player=player)
        case "questions":
            season = played(cast, PEOPLE)
            row_question_ask(by(cast, season), player=player_of(cast, "Ada"), text="Why?")
        case "ownerless":
            User.objects.filter(pk=cast.charlie.pk).update(is_active=False)


APART = (("Ada", "Cora"), ("Ben", "Cora"), ("Dan", "Cora"))
"""Evenings at which three were never there together: they can be one."""


def merge(cast, gone, kept):
    stays, goes = (Player.objects.get(club=cast.club, name=name) for name in (kept, gone))
    players_merge(by=cast.alice, stays=stays, goes=goes)


def merged_season(cast):
    """A closed season of which two players were merged since."""
    season = played(cast, *APART)
    season_close(by(cast, season))
    merge(cast, "Ben", "Ada")
    return season


def season_today(client, season):
    return client.get(f"/api/v1/seasons/{season.pk}/").json()["today"]


def test_a_merge_after_closing_waits_until_the_season_is_written_anew(boss, cast):
    season = merged_season(cast)
    ada, ben = player_of(cast, "Ada"), player_of(cast, "Ben")
    assert found("merged") == ["Thursday League · Winter"]
    admin = boss.get(reverse("admin:tournaments_season_change", args=[season.pk]))
    shows(admin, "Calculated today, it would be different", "?what=merged")
    boss.force_login(cast.alice)
    today = season_today(boss, season)
    assert today["merged"]
    assert {ada, ben} <= set(today["players"])
    season_rewrite(by(cast, season, "They are one"))
    assert found("merged") == []
    assert season_today(boss, season) is None


def test_a_merge_that_is_undone_waits_no_more(boss, cast):
    """Unless the season counted the two as one when it was closed."""
    season = merged_season(cast)
    player_unmerge(by=cast.alice, gone=Player.objects.get(name="Ben"))
    assert found("merged") == []
    merge(cast, "Ben", "Ada")
    season_rewrite(by(cast, season, "They are one"))
    assert found("merged") == []
    player_unmerge(by=cast.alice, gone=Player.objects.get(name="Ben"))
    assert found("merged") == ["Thursday League · Winter"]
    boss.force_login(cast.alice)
    assert season_today(boss, season)["merged"]
    merge(cast, "Ben", "Ada")
    assert found("merged") == []
    assert season_today(boss, season) is None


def test_a_merge_that_changes_no_closed_season_waits_nowhere(boss, cast):
    """Of people who are not in it, and of an open season; and one that is left, until another comes."""
    season = played(cast, *APART)
    for name in ("Zoe", "Zoey"):
        Player.objects.create(club=cast.club, name=name)
    merge(cast, "Dan", "Ada")
    season_close(by(cast, season))
    merge(cast, "Zoey", "Zoe")
    assert found("merged") == []
    merge(cast, "Cora", "Zoe")
    assert found("merged") == ["Thursday League · Winter"]
    leave(boss, "merged")
    assert found("merged") == []
    shows(boss.get(reverse("admin:tournaments_season_change", args=[season.pk])), "left as it is")
    boss.force_login(cast.alice)
    assert not season_today(boss, season)["merged"]
    merge(cast, "Ben", "Ada")
    assert found("merged") == ["Thursday League · Winter"]


@pytest.mark.every_case
@pytest.mark.parametrize("what", checks_presenters.SECTIONS)
def test_each_kind_can_be_left_as_it_is_and_put_back(boss, cast, night, what):
    """With who, when and why; without a reason nothing is left."""
    make_wait(what, cast, night)
    boss.get(reverse(ADDRESS))
    assert len(found(what)) == 1
    shows(leave(boss, what, reason=" "), "Enter a reason")
    assert len(found(what)) == 1
    shows(leave(boss, what), "left as it is")
    assert found(what) == []
    decision = WaitingDecision.objects.get()
    assert (str(decision.by), decision.reason) == ("boss@example.org", "Nobody comes again")
    left = boss.get(reverse(ADDRESS), {"what": what, "left": "1"})
    shows(left, "boss@example.org", "Nobody comes again", "Put back")
    shows(boss.get(reverse(ADDRESS)), "Show what was left as it is")
    boss.post(reverse(ADDRESS), {"do": "return", "what": what, "row": decision.row})
    assert len(found(what)) == 1
    assert LogEntry.objects.filter(change_message__startswith="What waits: ").count() == 2


def test_what_changes_waits_again(boss, cast, night):
    """An abandoned evening that is taken up; a season of which another evening is corrected."""
    night = night(8, Stage.PLAYING)
    Evening.objects.update(held_on=timezone.localdate() - timedelta(days=1))
    leave(boss, "unsettled")
    assert found("unsettled") == []
    night.play(1)
    assert found("unsettled") == [night.evening.name]


def test_what_changed_since_it_was_seen_is_not_left(boss, cast, night):
    night = night(8, Stage.SETTLING)
    sent = leaving("unsettled")
    sent["mark"] -= 1
    shows(boss.post(reverse(ADDRESS), sent, follow=True), "Look at it again")
    for strange in ({"row": "x"}, {"what": "nothing"}, {"row": "9" * 30}, {"mark": ""}):
        shows(boss.post(reverse(ADDRESS), sent | strange, follow=True), "Look at it again")
    assert boss.post(reverse(ADDRESS), {"do": "nothing"}).status_code == 404
    assert found("unsettled") == [night.evening.name]


def test_a_club_that_loses_its_owner_again_waits_again(boss, cast):
    """The last member deletes the account; an owner comes, and deletes theirs too."""
    for user in (cast.charlie, cast.vera):
        user.set_password("correct horse")
        user.save()
    account_delete(user=cast.charlie, password="correct horse")
    leave(boss, "ownerless")
    assert found("ownerless") == []
    Membership.objects.create(club=cast.other_club, user=cast.vera, role="owner")
    account_delete(user=cast.vera, password="correct horse")
    assert found("ownerless") == [cast.other_club.name]


def test_every_line_is_reached(boss, cast, night, monkeypatch):
    monkeypatch.setattr(checks_presenters, "MOST_OF_A_KIND", 2)
    monkeypatch.setattr(checks_presenters, "A_PAGE", 2)
    season = played(cast, PEOPLE)
    for name in PEOPLE:
        row_question_ask(by(cast, season), player=player_of(cast, name), text="Why?")
    shows(boss.get(reverse(ADDRESS)), f"Show all {len(PEOPLE)}", "?what=questions")
    seen, address = [], "?what=questions"
    while address:
        answer = boss.get(reverse(ADDRESS) + address)
        ((_section, lines),) = answer.context["sections"]
        seen += [one.line.name.partition(": ")[2] for one in lines]
        further = re.search(r'href="([^"]+)">\s*Next', answer.text)
        address = unescape(further[1]) if further else ""
    assert seen == list(PEOPLE)
    assert boss.get(reverse(ADDRESS), {"what": "questions", "page": "99"}).status_code == 200


def test_only_who_may_change_evenings_decides(client, cast, night):
    night(8, Stage.SETTLING)
    client.force_login(staff("view_evening"))
    shows(client.get(reverse(ADDRESS)), "Thursday", never="Leave it")
    assert client.post(reverse(ADDRESS), leaving("unsettled")).status_code == 403
    assert not WaitingDecision.objects.exists()


def test_only_who_may_look_at_evenings_sees_it(client, cast):
    User.objects.filter(pk=cast.charlie.pk).update(is_staff=True)
    client.force_login(User.objects.get(pk=cast.charlie.pk))
    assert client.get(reverse(ADDRESS)).status_code == 403


def test_clubs_at_a_glance(boss, cast, night):
    night(8, Stage.FINISHED)
    Evening.objects.update(held_on=timezone.localdate())
    address = reverse("admin:accounts_club_changelist")
    shows(boss.get(address), "Owners", "Alice", "Evenings this year")
    row = boss.get(address).context["cl"].result_list.get(pk=cast.club.pk)
    assert (row.player_count, row.newest, row.year) == (8, timezone.localdate(), 1)
    few = queries(boss.get, address)
    Membership.objects.create(club=cast.club, user=cast.charlie, role="owner")
    assert queries(boss.get, address) == few
    shows(boss.get(address), "Alice, Charlie")


def test_a_season_has_its_table_and_prizes(boss, cast):
    season = played(cast, PEOPLE)
    Award.objects.create(
        season=season, rank=1, prize="hand-1", title="Raffle", why="prize_by_hand", figures={"reason": "Luck"}
    ).players.set([player_of(cast, "Dan")])
    answer = boss.get(reverse("admin:tournaments_season_change", args=[season.pk]))
    shows(answer, "Standings", *PEOPLE, "Raffle", "Given by hand: Luck.")


def test_a_list_that_was_corrected_is_compared_with_its_own_settings(cast, night):
    night = night(8, Stage.FINISHED).reveal()
    prizes_change(
        RequestedBy(night.evening.pk, cast.alice, "Promised"),
        before=night.evening.settings.prizes,
        after=("booby",),
    )
    night.evening.refresh_from_db()
    assert compare_evening(night.evening).differences == ()
