"""An evening's prizes in the administration: looked through, approved and announced, by the services."""

from datetime import date

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from accounts.models import Membership, Role
from tests.cast import everything
from tests.web.admin_pages import root, staff
from tournaments.attendance.services import Arrival, people_check_in, player_drop
from tournaments.core.record import Stage
from tournaments.core.results.elsewhere import ResultLine, ResultPrize
from tournaments.models import Award, Journal, Result
from tournaments.results.services import final_count
from tournaments.transfer.presenters.evening import export_evening
from tournaments.transfer.services.imported_results import ElsewhereResult, evening_record

pytestmark = pytest.mark.slow


@pytest.fixture
def boss(client, cast):
    user = root()
    client.force_login(user)
    return user


def address(evening):
    return reverse("admin:tournaments_evening_prizes", args=[evening.pk])


def do(client, at, what, **more):
    return client.post(address(at.evening), {"do": what, **more}, follow=True)


def told(answer):
    return [str(message) for message in answer.context["messages"]]


@pytest.mark.thorough
@pytest.mark.usefixtures("boss")
def test_each_prize_is_shown_with_its_figures_and_why(client, night):
    at = night(8, Stage.SETTLING)
    shown = client.get(address(at.evening))
    prize = shown.context["list"].prizes[0]
    for words in (prize.title, prize.names[0], prize.why, prize.steps[0], prize.ranking[0].figures[0]):
        assert str(words) in shown.text
    assert shown.context["rows"][0].name in shown.text
    assert "Finish the evening" in shown.text


@pytest.mark.thorough
def test_approving_writes_the_result_with_the_admin_as_who_did_it(client, boss, night):
    at = night(8, Stage.SETTLING)
    answer = do(client, at, "approve")
    assert told(answer) == ["The evening is finished."]
    line = Journal.objects.get(evening=at.evening, verb="evening_finished")
    assert line.actor == boss
    assert line.author == "Root (administration)"
    assert not Membership.objects.filter(user=boss).exists()
    assert Result.objects.filter(evening=at.evening, version=1).exists()
    assert LogEntry.objects.get().user == boss
    at.evening.refresh_from_db()
    assert export_evening(at.evening)["journal"][-1]["payload"]["admin"] is True


@pytest.mark.usefixtures("boss")
def test_lines_that_differ_are_named(client, night):
    at = night(8, Stage.SETTLING)
    someone = min(at.held())
    final_count(at.by, counts={someone: at.held()[someone] + 3})
    shown = client.get(address(at.evening))
    stands = shown.context["stands"]
    assert stands.blockers[0] in shown.text
    assert stands.differing[0].name in shown.text
    assert "Differences" in shown.text
    before = everything()
    assert told(do(client, at, "approve")) == [stands.blockers[0]]
    assert everything() == before


@pytest.mark.usefixtures("boss")
def test_prizes_are_announced_one_by_one_or_all(client, night):
    at = night(8, Stage.FINISHED)
    next_one = client.get(address(at.evening)).context["list"].next
    answer = do(client, at, "reveal", prize=next_one.key)
    assert told(answer) == ["The prize is announced."]
    assert [award.prize for award in Award.objects.exclude(revealed=None)] == [next_one.key]
    assert told(do(client, at, "reveal", prize=next_one.key)) == ["This prize is already announced."]
    do(client, at, "reveal-all")
    assert not Award.objects.filter(revealed=None).exists()
    assert "already" in told(do(client, at, "reveal-all"))[0]


@pytest.mark.thorough
@pytest.mark.usefixtures("boss")
def test_the_same_request_twice_is_done_once(client, night):
    at = night(8, Stage.SETTLING)
    key = {"request_key": "5b6d2b7e-8f0e-4a52-9a40-0c9c6f2f0b11"}
    for _again in range(2):
        assert told(do(client, at, "approve", **key))[-1] == "The evening is finished."
    assert Journal.objects.filter(evening=at.evening, verb="evening_finished").count() == 1


@pytest.mark.usefixtures("boss")
def test_what_is_no_command_is_not_found(client, night):
    at = night(8, Stage.SETTLING)
    assert client.post(address(at.evening), {"do": "delete"}).status_code == 404
    assert client.get(address(at.evening).replace(f"/{at.evening.pk}/", "/999999/")).status_code == 404


@pytest.mark.usefixtures("boss")
def test_an_evening_played_elsewhere_shows_what_was_told(client, cast):
    lines = (ResultLine("Ada", place=1, net=5), ResultLine("Ben", place=2, net=-5))
    told_of = ElsewhereResult("Old", date(2026, 1, 1), lines, prizes=[ResultPrize("The cup", ("Ada",))])
    evening = evening_record(actor=cast.alice, club=cast.club, result=told_of)
    shown = client.get(address(evening)).text
    assert "The cup: Ada" in shown


def test_who_may_look_and_who_may_act(client, cast, night):
    """Members are sent away, a club's owner too; staff look by one permission and act by another."""
    at = night(8, Stage.SETTLING)
    for user in (cast.alice, cast.charlie):
        client.force_login(user)
        assert client.get(address(at.evening)).status_code == 302
        assert client.post(address(at.evening), {"do": "approve"}).status_code == 302
    client.force_login(staff())
    assert client.get(address(at.evening)).status_code == 403
    client.force_login(staff("view_evening", name="Seb"))
    assert "cannot finish this evening" in client.get(address(at.evening)).text
    assert client.post(address(at.evening), {"do": "approve"}).status_code == 403
    assert not Result.objects.exists()
    client.force_login(staff("view_evening", "change_evening", name="Sue"))
    assert told(do(client, at, "approve")) == ["The evening is finished."]


def test_a_member_who_is_staff_acts_here_by_permission_and_not_by_role(client, cast, night):
    at = night(8, Stage.SETTLING)
    viewer = staff("view_evening", name="Seb")
    Membership.objects.create(user=viewer, club=cast.club, role=Role.OWNER)
    client.force_login(viewer)
    assert client.post(address(at.evening), {"do": "approve"}).status_code == 403
    assert client.post(reverse("finish", args=[at.evening.pk])).status_code == 302
    assert Result.objects.exists()


@pytest.mark.usefixtures("boss")
def test_who_cannot_win_stands_below_and_who_has_played_little_is_pointed_out(client, night):
    at = night(8, Stage.PLAYING, booby="yellow", roles=())
    leaver = at.table(2)[1]
    at.next_round()
    people_check_in(at.by, people=[Arrival("Zoe")])
    player_drop(at.by, entry=leaver)
    at.next_round()
    at.play_round()
    at.settle()
    shown = client.get(address(at.evening))
    assert "Zoe would win “Booby prize” after 1 of 3 deals." in shown.text
    assert f"{at.facts.names[leaver]}: Left in round 2." in shown.text
    assert reverse("prize-list", args=[at.evening.pk]) in shown.text
