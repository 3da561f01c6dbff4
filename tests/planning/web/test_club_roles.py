"""What a club calls its roles goes through its evenings; a club without roles has none anywhere."""

import pytest

from accounts.models import Club, Player
from tests.cast import Night
from tests.planning.web.test_evening_new import usual  # noqa: F401
from tournaments.attendance.services import Arrival, people_check_in
from tournaments.core.record import Stage
from tournaments.evening.services.evenings import check_in_open
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Evening
from tournaments.planning.forms import choices
from tournaments.planning.forms.prepare import describe_settings
from tournaments.planning.presenters import make_first_settings


def called(cast, *roles):
    Club.objects.filter(pk=cast.club.pk).update(roles=list(roles))
    cast.club.refresh_from_db()


def planned(client, cast, usual):  # noqa: F811
    """The evening that the form makes, as it was offered."""
    page = client.get(f"/clubs/{cast.club.pk}/evenings/new/")
    sent = {**usual, "roles": page.context["form"].initial["roles"]}
    answer = client.post(f"/clubs/{cast.club.pk}/evenings/new/", sent)
    assert answer.status_code == 302, answer.context["form"].errors
    return page, Evening.objects.latest("pk")


@pytest.mark.thorough
def test_new_evenings_begin_with_them(client, cast, usual):  # noqa: F811
    called(cast, "Dame", "Herr", "Kind")
    client.force_login(cast.bob)
    _page, evening = planned(client, cast, usual)
    assert evening.settings.roles == ("Dame", "Herr", "Kind")
    by = RequestedBy(evening.pk, cast.alice)
    check_in_open(by)
    people_check_in(by, people=[Arrival("Anna", "Dame"), Arrival("Ben", "Herr")])
    check_in = client.get(f"/evenings/{evening.pk}/", follow=True).text
    assert "Role of Anna: Dame" in check_in
    assert "Anna Berg, Dame" in check_in
    prizes = client.get(f"/clubs/{cast.club.pk}/prizes/")
    assert prizes.status_code == 200


def test_without_roles_there_is_none_anywhere(client, cast, usual):  # noqa: F811
    called(cast)
    Player.objects.create(club=cast.club, name="Anna", role="lady")
    client.force_login(cast.alice)
    page, evening = planned(client, cast, usual)
    assert evening.settings.roles == ()
    assert "one prize for each role" not in page.text
    by = RequestedBy(evening.pk, cast.alice)
    check_in_open(by)
    night = Night(evening, cast.alice)
    people_check_in(by, people=[Arrival(name) for name in ("Anna", "Ben", "Cleo", "Dora")])
    pages = ["", "settings/", "people/"]
    for at in pages:
        text = client.get(f"/evenings/{evening.pk}/{at}", follow=True).text
        for word in ("lady", "gentleman", "no role", "one prize for each role"):
            assert word not in text, (at, word)
    for at in ("players/", f"players/{Player.objects.get(name='Anna').pk}/"):
        text = client.get(f"/clubs/{cast.club.pk}/{at}").text
        assert "lady" not in text
        assert "Usual role" not in text
    assert night.evening.settings.roles == ()


@pytest.mark.thorough
@pytest.mark.parametrize("roles", [(), ("lady", "gentleman"), ("Dame", "Herr")])
def test_results_name_the_evenings_roles(client, cast, night, roles):
    made = night(8, Stage.FINISHED, roles=roles).reveal()
    client.force_login(cast.alice)
    foreign = {"lady", "gentleman", "Dame", "Herr"} - set(roles)
    for at in ("prizes/", "certificates/", "standings/", "people/", "paper/", "settings/"):
        answer = client.get(f"/evenings/{made.evening.pk}/{at}", follow=True)
        assert answer.status_code == 200
        for word in foreign:
            assert word not in answer.text, (at, word)
    prizes = client.get(f"/evenings/{made.evening.pk}/prizes/").text
    for role in roles:
        assert role in prizes


def test_what_the_prize_is_called(cast):
    for roles, words in (((), "Most counters"), (("Dame",), "Most counters, one prize for each role")):
        called(cast, *roles)
        evening = Evening(club=cast.club, game="draw-poker", options={}, format="progressive", chosen={})
        settings = choices.make_usual_settings(evening.play, make_first_settings(cast.club))
        first, more = describe_settings(settings, evening.play)
        assert words in dict([*first, *more])["Prizes"].split("; ")
