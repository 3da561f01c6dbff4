"""What waits over all clubs: each kind by itself, with its pages; and clubs at a glance."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Claim, Membership, Player, User
from tests.seasons import PEOPLE, by, played, player
from tests.web.html import shows
from tests.web.scoring.test_deals import correct
from tests.web.wording import queries
from tournaments.core.record import Stage
from tournaments.models import Award, Evening, Settlement
from tournaments.pages.club import waiting as page
from tournaments.pages.club.waiting import recalculated, waiting
from tournaments.services.journal import By
from tournaments.services.results.prizes import prizes_change
from tournaments.services.seasons.questions import row_question_ask
from tournaments.services.seasons.results import season_close
from tournaments.services.seasons.seasons import evening_add

pytestmark = pytest.mark.postgresql
ADDRESS = "admin:tournaments_evening_waiting"


@pytest.fixture
def boss(client, cast):
    assert cast.club
    client.force_login(User.objects.create_superuser("boss@example.org", "correct horse"))
    return client


def found(what):
    (section,) = (one for one in waiting(timezone.localdate()) if one.title == page.SECTIONS[what][0])
    assert section.count == len(section.lines)
    return [line.name for line in section.lines]


def test_nothing_waits_at_first(boss, cast):
    assert cast.club
    assert not any(section.count for section in waiting(timezone.localdate()))
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


def test_after_the_last_bell_it_waits_at_once(night):
    evening = night(8, Stage.SETTLING).evening
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
    row_question_ask(by(cast, season), player=player(cast, "Ada"), text="Why?")
    Claim.objects.create(user=cast.vera, player=Player.objects.get(name="Ben"))
    assert found("questions") == ["Thursday League · Winter: Ada"]
    assert found("claims") == ["Ben"]
    shows(boss.get(reverse(ADDRESS)), f"/seasons/{season.pk}/people/{player(cast, 'Ada')}/")


def test_a_club_without_an_owner(cast):
    """An owner who comes in no more is none."""
    User.objects.filter(pk=cast.charlie.pk).update(is_active=False)
    assert found("ownerless") == [cast.other_club.name]


def test_results_are_calculated_again(boss, night):
    night = night(8, Stage.FINISHED).reveal()
    assert recalculated() == page.Recalculated(0, 1, 1, ())
    Settlement.objects.filter(place=1).update(net=999)
    (line,) = recalculated(99).differ
    assert line.row == night.evening
    shows(boss.get(reverse(ADDRESS)), "differ from a new calculation", night.evening.name)


def test_a_second_is_enough(boss, night, monkeypatch):
    monkeypatch.setattr(page, "SECONDS", 0)
    for _time in range(2):
        night(8, Stage.FINISHED).reveal()
    assert [(one.after, one.last, one.older) for one in map(recalculated, (0, 1))] == [
        (0, 1, True),
        (1, 2, False),
    ]
    shows(boss.get(reverse(ADDRESS)), "Finished evenings 1 to 1 of 2", "?after=1#s0")


def test_queries_do_not_grow(boss, cast, night):
    season = played(cast, PEOPLE)
    row_question_ask(by(cast, season), player=player(cast, "Ada"), text="Why?")
    night(8, Stage.SETTLING)
    few = queries(boss.get, reverse(ADDRESS))
    for name in PEOPLE:
        row_question_ask(by(cast, season), player=player(cast, name), text="Why?")
    for _more in range(3):
        night(8, Stage.SETTLING)
    assert queries(boss.get, reverse(ADDRESS)) == few


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
    ).players.set([player(cast, "Dan")])
    answer = boss.get(reverse("admin:tournaments_season_change", args=[season.pk]))
    shows(answer, "Standings", *PEOPLE, "Raffle", "Given by hand: Luck.")


def test_evenings_of_one_name_are_told_apart(boss, night):
    evening = night(8, Stage.PLAYING).evening
    for name in ("journal", "entryrow", "roundrow"):
        answer = boss.get(reverse(f"admin:tournaments_{name}_changelist"))
        shows(answer, f"{evening.name} · Thursday Club · ")


def test_a_list_that_was_corrected_is_compared_with_its_own_settings(cast, night):
    night = night(8, Stage.FINISHED).reveal()
    prizes_change(
        By(night.evening.pk, cast.alice, "Promised"), before=night.evening.settings.prizes, after=("booby",)
    )
    assert recalculated().differ == ()
