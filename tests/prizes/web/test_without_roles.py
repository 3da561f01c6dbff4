"""Roles that nobody has: one prize for everybody; and who alone can win a prize, named beforehand."""

import pytest
from django.urls import reverse

from tests.api.asking import answer
from tests.cast import Night
from tests.web.html import faults, shows
from tests.web.test_every_member import CASES
from tournaments.attendance.services import entry_change, player_drop
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.prize_list import Listed
from tournaments.core.record import Stage
from tournaments.core.results.prizes import list_prizes
from tournaments.core.settings import Settings
from tournaments.models import EntryRow, Result
from tournaments.prizes.services import prizes_reveal_all
from tournaments.results.services import evening_finish, evening_reopen
from tournaments.simulation.rounds import SimulationOrder, simulate
from tournaments.standings.selectors.standings import compute_reckoning, query_newest_awards

AMBER = "Nobody has a role: choose roles, or there is one prize for everybody."
INSTEAD = "Nobody has a role. There is one prize for everybody instead of prizes for roles."


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


@pytest.fixture
def plain_names(night):
    """An evening of people who were checked in without roles, and one role for each of ``roles``."""

    def make(players, stage, roles=(), **settings):
        made = night(players, stage, **settings)
        EntryRow.objects.filter(evening=made.evening).update(role="")
        for name, role in dict(roles).items():
            EntryRow.objects.filter(evening=made.evening, name=name).update(role=role)
        return made

    return make


def won(night):
    return {
        award.prize: [one.name for one in award.winners.all()] for award in query_newest_awards(night.evening)
    }


def page(client, night, name="evening"):
    return client.get(reverse(name, args=[night.evening.pk]))


def best(night):
    """Who would win for everybody, by the counters as they are settled."""
    return next(award for award in compute_reckoning(night.facts).awards if award.prize.key == "counters")


def test_undecided_at_the_finish_one_prize_is_for_everybody(plain_names, client):
    night = plain_names(8, Stage.SETTLING)
    winners = best(night).winners
    evening_finish(night.by)
    assert list(won(night)) == ["yellow", "counters", "booby"]
    assert won(night)["counters"] == [night.facts.names[one] for one in winners] != []
    prizes_reveal_all(night.by)
    shows(page(client, night, "prizes"), "Most counters", never="Nobody in the role")
    document = page(client, night, "evening-json").json()
    assert [prize["key"] for prize in document["prizes"]] == ["yellow", "counters", "booby"]
    assert {prize["role"] for prize in document["prizes"]} == {None}
    assert client.get(reverse("certificates", args=[night.evening.pk])).status_code == 200
    assert client.get(reverse("hall", args=[night.evening.join_code])).text.count("Most counters") >= 1


@pytest.mark.sample(4)
@pytest.mark.parametrize(("format", "game"), CASES)
def test_no_format_and_no_kind_loses_its_main_prize(cast, format, game):
    """Everybody who plays a whole evening is without a role, whatever is played."""
    roles = ("red", "blue")
    order = SimulationOrder(
        "Plain", 8, 2, game=game, format=format.key, settings=Settings(games=2, roles=roles)
    )
    evening = simulate(order, club=cast.club, actor=cast.alice)
    had_roles = any(prize.role for prize in list_prizes(evening.settings, evening.play))
    EntryRow.objects.filter(evening=evening).update(role="")
    Result.objects.filter(evening=evening).delete()
    evening.stage = Stage.SETTLING
    evening.save()
    night = Night(evening, cast.alice)
    evening_finish(night.by)
    assert not any(key.startswith("counters-") for key in won(night))
    assert bool(won(night)["counters"]) or not had_roles


def test_one_late_comer_with_a_role_still_wins_its_prize(plain_names):
    night = plain_names(8, Stage.SETTLING, {"p03": "lady"})
    evening_finish(night.by)
    assert won(night)["counters-lady"] == ["p03"]
    assert won(night)["counters-gentleman"] == []


def test_those_who_cannot_win_leave_it_to_everybody(plain_names):
    """The only one with a role is not present at the last bell."""
    night = plain_names(8, Stage.PLAYING, {"p03": "lady"})
    night.next_round()
    player_drop(night.by, entry=night.entry("p03"))
    night.next_round()
    night.play_round()
    night.settle()
    evening_finish(night.by)
    assert won(night)["counters"] not in ([], ["p03"])


def test_prizes_of_the_club_for_roles_by_one_metric_are_one(plain_names):
    own = (
        Listed("own-1", "Queen", (Step("yellow"),), role="lady"),
        Listed("own-2", "King", (Step("yellow"),), role="gentleman"),
        Listed("own-3", "Raffle", (Step("yellow"),)),
    )
    night = plain_names(8, Stage.SETTLING, prizes=own)
    evening_finish(night.by)
    assert list(won(night)) == ["own-1", "own-3"]
    assert won(night)["own-1"] == won(night)["own-3"] != []
    assert Result.objects.get(evening=night.evening).settings.roles == ()
    assert night.evening.settings.prizes == own


def test_reopened_it_is_decided_again(plain_names):
    night = plain_names(8, Stage.SETTLING)
    evening_finish(night.by)
    first = won(night)
    evening_reopen(night.because("Look again"))
    evening_finish(night.by)
    assert won(night) == first
    evening_reopen(night.because("Roles were forgotten"))
    for number in range(1, 9):
        role = ("lady", "gentleman")[number % 2]
        name = f"p{number:02}"
        entry_change(night.by, entry=night.entry(name), name=name, role=role)
    evening_finish(night.by)
    assert list(won(night)) == ["yellow", "counters-lady", "counters-gentleman", "booby"]


def test_a_result_from_before_keeps_its_prizes_in_a_correction(plain_names, monkeypatch):
    """It was written by roles though nobody had one: a correction does not give its prizes to others."""
    night = plain_names(8, Stage.SETTLING)
    with monkeypatch.context() as patched:
        patched.setattr("tournaments.core.results.prizes.are_roles_undecided", lambda *_: False)
        evening_finish(night.by)
    assert won(night)["counters-lady"] == []
    night.evening.refresh_from_db()
    assert [one.prize.key for one in compute_reckoning(night.facts).awards][1] == "counters-lady"


def test_before_the_draw_one_sentence_and_two_taps(plain_names, client):
    night = plain_names(8, Stage.CHECK_IN)
    for name in ("evening", "evening-settings"):
        shows(page(client, night, name), AMBER, "One prize for everybody", "Choose roles")
    assert faults(page(client, night).text) == []
    answer = client.post(reverse("roles", args=[night.evening.pk]), follow=True)
    shows(answer, "The prizes for roles are now one prize for everybody.", never=AMBER)
    night.evening.refresh_from_db()
    assert night.evening.settings.roles == ()


@pytest.mark.parametrize(("roles", "then"), [({}, ()), ({"p01": "lady"}, ("lady", "gentleman"))])
def test_also_after_the_draw_but_roles_that_somebody_has_stay(plain_names, client, roles, then):
    night = plain_names(8, Stage.SEATED, roles)
    shows(page(client, night), *([] if roles else [AMBER]))
    client.post(reverse("roles", args=[night.evening.pk]))
    night.evening.refresh_from_db()
    assert night.evening.settings.roles == then
    shows(page(client, night), never=AMBER)


def test_choose_roles_gives_each_with_one_tap(plain_names, client):
    night = plain_names(4, Stage.CHECK_IN)
    roles = page(client, night, "roles")
    shows(roles, "Choose roles", 'name="role" value="lady"')
    assert faults(roles.text) == []
    where = reverse("person-change", args=[night.evening.pk, night.entry("p01"), "rename"])
    answer = client.post(where, {"name": "p01", "role": "lady", "next": "roles"})
    assert answer.url == reverse("roles", args=[night.evening.pk])
    assert EntryRow.objects.get(name="p01", evening=night.evening).role == "lady"
    shows(page(client, night, "roles"), 'aria-pressed="true"')


@pytest.mark.parametrize("roles", [(), ("lady", "gentleman")])
def test_nothing_is_asked_where_there_is_nothing_to_decide(night, client, roles):
    night = night(8, Stage.CHECK_IN, roles=roles)
    shows(page(client, night), never=["Nobody has a role", "can win:"])


@pytest.mark.parametrize("stage", [Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING, Stage.SETTLING])
def test_who_alone_can_win_is_named(plain_names, client, stage):
    night = plain_names(8, stage, {"p03": "lady"})
    shows(
        page(client, night),
        "Only p03 can win: Most counters: lady. Nobody can win: Most counters: gentleman.",
    )


def test_a_role_that_all_have_left_is_named_during_play(plain_names, client):
    night = plain_names(8, Stage.PLAYING, dict.fromkeys(["p01", "p02"], "lady") | {"p03": "gentleman"})
    for name in ("p01", "p02"):
        player_drop(night.by, entry=night.entry(name))
    shows(page(client, night), "Nobody can win: Most counters: lady.")


def test_undecided_while_it_settles_up(plain_names, client):
    shows(page(client, plain_names(8, Stage.SETTLING)), INSTEAD, "Most counters")


def test_a_late_player_without_a_role_is_not_warned_where_nobody_has_one(plain_names, client):
    night = plain_names(8, Stage.PLAYING)
    told = client.post(reverse("check-in", args=[night.evening.pk]), {"names": "Zoe"}, follow=True)
    shows(told, never=["No role: Zoe", "cannot win:"])
    told = client.post(reverse("check-in", args=[night.evening.pk]), {"names": "Yan, lady"}, follow=True)
    shows(told, "Only Yan can win: Most counters: lady.")


def test_a_group_of_few_is_named(plain_names, client):
    prizes = (Listed("own-1", "Best junior", (Step("yellow"),), group="Juniors"),)
    night = plain_names(8, Stage.CHECK_IN, prizes=prizes, roles={})
    shows(page(client, night), "Nobody can win: Best junior: Juniors.")


def test_the_public_calculator_agrees():
    people = [{"name": name, "counters": 50 + at} for at, name in enumerate(("Ann", "Ben", "Cleo"))]
    found = answer("/api/v1/progressive/prizes/", {"people": people})
    assert {prize["key"]: prize["winners"] for prize in found["prizes"]}["counters"] == ["Cleo"]
    people[0]["role"] = "lady"
    found = answer("/api/v1/progressive/prizes/", {"people": people})
    assert {prize["key"]: prize["winners"] for prize in found["prizes"]}["counters-lady"] == ["Ann"]


def test_a_role_that_nobody_has_is_named_in_the_readers_language(plain_names, client):
    night = plain_names(8, Stage.SETTLING, {"p03": "lady"})
    client.cookies["language"] = "de"
    text = client.get(
        reverse("evening", args=[night.evening.pk]), headers={"accept-language": "de"}
    ).content.decode()
    assert "„Herr“" in text
    assert "gentleman" not in text.replace('value="gentleman"', "").replace("counters-gentleman", "")
