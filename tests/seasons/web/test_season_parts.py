"""Which evenings count for a season, its divisions, and who stands where."""

from datetime import date, timedelta

import pytest

from accounts.models import Player
from tests.played_seasons import PEOPLE, a_season, an_evening, by, played, player
from tests.web.html import Page, shows
from tournaments.models import Division, Evening, Season, SeasonEvening, SeasonLine, SeasonPlayer
from tournaments.seasons.services.seasons import divisions_set, player_place


@pytest.fixture(autouse=True)
def bob(client, cast):
    client.force_login(cast.bob)


def as_shown(client, page):
    """Where everybody stands as the page's form would send it again, with what it showed."""
    fields = [field for _person, _division, field in client.get(page).context["people"]]
    values = {field.html_name: field.initial for field in fields}
    return values | {field.html_initial_name: field.initial for field in fields}


def test_an_evening_counts_and_no_longer(client, cast):
    season, evening = a_season(cast), an_evening(cast, 1)
    here = f"/seasons/{season.pk}/evenings/"
    assert "Evening 1" in client.get(here).content.decode()
    assert client.post(here, {"evening": evening.pk, "weight": "200"}).status_code == 302
    assert SeasonEvening.objects.get(season=season).weight == 200
    first = client.get(f"/seasons/{season.pk}/").context["table"].divisions[0].rows[0]
    assert (first.name, first.total) == ("Ada", "24")
    assert client.post(f"{here}{evening.pk}/", {"weight": "50"}).status_code == 302
    assert SeasonEvening.objects.get(season=season).weight == 50
    assert client.post(f"{here}{evening.pk}/", {"remove": "", "weight": "50"}).status_code == 302
    assert not SeasonEvening.objects.filter(season=season).exists()


def test_several_evenings_are_ticked_at_once(client, cast):
    season, (first, second, third) = a_season(cast), (an_evening(cast, n) for n in (1, 2, 3))
    here = f"/seasons/{season.pk}/evenings/"
    boxes = [
        box.attributes["value"]
        for box in Page(client.get(here).text).root.all("input")
        if box.attributes.get("type") == "checkbox"
    ]
    assert boxes == [str(one.pk) for one in (third, second, first)]
    key = "5bd1f9a4-3a4e-4a4b-9f43-0a2f3a6d6a01"
    body = {"evening": [first.pk, third.pk, first.pk], "weight": "150", "request_key": key}
    for _the_same_request in range(2):
        assert client.post(here, body).status_code == 302
    counted = SeasonEvening.objects.order_by("evening").values_list("evening", "weight")
    assert list(counted) == [(first.pk, 150), (third.pk, 150)]
    assert SeasonLine.objects.filter(verb="evening_counts").count() == 2


def test_of_several_evenings_all_or_none_are_added(client, cast):
    season, first = a_season(cast), an_evening(cast, 1)
    here = f"/seasons/{season.pk}/evenings/"
    answer = client.post(here, {"evening": [first.pk, 999_999], "weight": "100"})
    assert answer.status_code == 422
    assert "The club has no such evening." in answer.text
    boxes = Page(answer.text).root.all("input")
    assert [box.attributes["value"] for box in boxes if "checked" in box.attributes] == [str(first.pk)]
    assert not SeasonEvening.objects.exists()
    for odd in ("x", "-1", "9" * 5000, "\x00"):
        assert client.post(here, {"evening": [odd], "weight": "100"}).status_code == 422


def test_the_evening_leads_to_its_seasons(client, cast):
    season = played(cast, PEOPLE)
    client.force_login(cast.vera)
    page = client.get(f"/evenings/{season.evenings.get().evening_id}/").content.decode()
    assert f'href="/seasons/{season.pk}/">Thursday League · Winter</a>' in page


def test_divisions_and_who_stands_in_them(client, cast):
    season = played(cast, PEOPLE)
    here = f"/seasons/{season.pk}/people/"
    assert client.post(here, {"names": "Upper\n\nLower\n"}).status_code == 302
    upper, lower = Division.objects.filter(season=season).order_by("rank")
    ada, ben, cora = (player(cast, name) for name in ("Ada", "Ben", "Cora"))
    stands = {f"place-{ada}": lower.pk, f"place-{ben}": upper.pk, f"place-{cora}": "guest"}
    assert client.post(f"{here}stand/", as_shown(client, here) | stands).status_code == 302
    tables = client.get(f"/seasons/{season.pk}/").context["table"].divisions
    assert [(one.name, [row.name for row in one.rows]) for one in tables] == [
        ("Upper", ["Ben"]),
        ("Lower", ["Ada"]),
        ("", ["Dan"]),
    ]
    lines = Season.objects.get(pk=season.pk).seq
    assert client.post(f"{here}stand/", as_shown(client, here) | {f"place-{ada}": "off"}).status_code == 302
    assert not SeasonPlayer.objects.filter(season=season, player=ada).exists()
    assert SeasonPlayer.objects.filter(season=season).count() == 2
    assert Season.objects.get(pk=season.pk).seq == lines + 1


@pytest.mark.thorough
def test_what_was_changed_elsewhere_meanwhile_stays(client, cast):
    season = played(cast, PEOPLE)
    here = f"/seasons/{season.pk}/people/"
    shown = as_shown(client, here)
    player_place(by(cast, season), player=player(cast, "Ben"), guest=True)
    client.post(f"{here}stand/", shown | {f"place-{player(cast, 'Ada')}": "guest"})
    assert {row.player.name for row in SeasonPlayer.objects.filter(guest=True)} == {"Ada", "Ben"}


def test_it_refuses_bad_divisions_and_places(client, cast):
    season = played(cast, PEOPLE)
    divisions_set(by(cast, season), names=["Upper"])
    here = f"/seasons/{season.pk}/people/"
    assert client.post(here, {"names": "One\none"}).status_code == 422
    stands = {f"place-{player(cast, 'Cora')}": "guest", f"place-{player(cast, 'Ben')}": "999999"}
    assert client.post(f"{here}stand/", as_shown(client, here) | stands).status_code == 422
    assert not SeasonPlayer.objects.exists()


def test_only_people_of_the_season_and_two_hundred_at_a_time(client, cast, django_assert_max_num_queries):
    """However many the club knows, the form can be sent; whoever is missing is added by name."""
    season = played(cast, PEOPLE)
    crowd = Player.objects.bulk_create(Player(club=cast.club, name=f"p{n:04}") for n in range(1_100))
    here = f"/seasons/{season.pk}/people/"
    assert set(as_shown(client, here)) == {
        name.format(player(cast, one)) for one in PEOPLE for name in ("place-{}", "initial-place-{}")
    }
    shows(client.get(here), '<option value="p0007">', never='<option value="Ada">')
    assert client.post(f"{here}add/", {"name": " P0007", "place": "guest"}).status_code == 302
    assert SeasonPlayer.objects.get().player.name == "p0007"
    refused = client.post(f"{here}add/", {"name": "Nobody", "place": ""})
    assert refused.status_code == 422
    assert "The club has no such player." in refused.content.decode()
    SeasonPlayer.objects.all().delete()
    SeasonPlayer.objects.bulk_create(SeasonPlayer(season=season, player=one) for one in crowd)
    second = as_shown(client, f"{here}?page=2")
    assert len(second) == 2 * 200
    moved = {f"place-{crowd[196].pk}": "guest", f"place-{crowd[300].pk}": "off"}
    with django_assert_max_num_queries(30):
        answer = client.post(f"{here}stand/?page=2", second | moved)
    assert answer.url == f"{here}?page=2"
    assert SeasonPlayer.objects.get(guest=True).player == crowd[196]
    assert SeasonPlayer.objects.count() == 1_099
    assert "Page 6 of 6" in client.get(f"{here}?page=99").content.decode()


def test_an_evening_of_any_year_can_be_added(client, cast):
    season = a_season(cast)
    Evening.objects.bulk_create(
        Evening(
            club=cast.club,
            name=f"E{n}",
            held_on=date(2020, 1, 1) + timedelta(days=2 * n),
            join_code=f"{n:06}",
        )
        for n in range(260)
    )
    here = f"/seasons/{season.pk}/evenings/"
    offered = client.get(here).context["form"].fields["evening"].widget.choices
    assert len(offered) == 200
    assert offered[0][1].startswith("E259,")
    page = client.get(here + "?year=2020")
    assert [label.split(",")[0] for _pk, label in page.context["form"].fields["evening"].widget.choices][
        -1
    ] == "E0"
    assert '<option value="2020" selected>2020</option>' in page.content.decode()
    oldest = Evening.objects.get(name="E0")
    assert client.post(here, {"evening": oldest.pk, "weight": "100"}).status_code == 302
    assert SeasonEvening.objects.get().evening == oldest
    for odd in ("", "x", "0", "99999", "-3"):
        assert client.get(here, {"year": odd}).status_code == 200


def test_who_does_not_run_it_reads_them(client, cast):
    season = played(cast, PEOPLE)
    client.force_login(cast.vera)
    for page in ("evenings", "people"):
        shows(client.get(f"/seasons/{season.pk}/{page}/"), never='action="/seasons/')
