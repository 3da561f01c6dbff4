"""Check-in by names, and the hall while it fills."""

import re

import pytest

from accounts.models import Player
from tests.web.wording import queries
from tournaments.attendance.services import player_drop, player_pause
from tournaments.core.movement.seating import presence_of
from tournaments.core.record import Stage
from tournaments.models import EntryRow, Journal


def here(night):
    return {entry.name: entry.role for entry in EntryRow.objects.filter(evening=night.evening, void=None)}


@pytest.fixture
def send(client, cast):
    def send(night, names, user=cast.bob, **more):
        client.force_login(user)
        return client.post(f"/evenings/{night.evening.pk}/check-in/", {"names": names, **more})

    return send


def test_it_works(client, night, send):
    hall = night(0, Stage.CHECK_IN)
    response = send(hall, "Anna Berg, lady\r\n\r\n  Bert   Olsen\tGENTLEMAN \nCara; l\nDora")
    assert response.headers["location"] == f"/evenings/{hall.evening.pk}/"
    assert here(hall) == {"Anna Berg": "lady", "Bert Olsen": "gentleman", "Cara": "lady", "Dora": ""}
    page = client.get(response.headers["location"])
    assert "Checked in: 4." in page.text
    assert "4 players are here" in page.text
    assert "1 player has no role. Without a role a player cannot win the prize of a role." in page.text


def test_the_same_request_twice_is_one_check_in(night, send):
    hall = night(0, Stage.CHECK_IN)
    key = "8c5b7e0e-6b1b-4c7e-9a51-222222222222"
    assert send(hall, "Anna", request_key=key).status_code == 302
    again = send(hall, "Anna", request_key=key)
    assert again.headers["location"] == f"/evenings/{hall.evening.pk}/"
    assert list(here(hall)) == ["Anna"]


@pytest.mark.thorough
def test_usual_roles_are_known(cast, night, send):
    hall = night(0, Stage.CHECK_IN)
    Player.objects.create(club=cast.club, name="Anna", role="lady")
    Player.objects.create(club=cast.club, name="Bert", role="dummy")
    send(hall, "anna\nBert")
    assert here(hall) == {"anna": "lady", "Bert": ""}


def test_who_only_looks_has_no_field_for_names(client, cast, night):
    hall = night(0, Stage.CHECK_IN)
    client.force_login(cast.sam)
    assert "<textarea" not in client.get(f"/evenings/{hall.evening.pk}/").text


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("", "Enter at least one name."),
        ("Xaver\nP01\nP02", "Already checked in: p01, p02."),
        ("Jo\nAnna\njo", "These names appear twice: Jo."),
        ("Anna, captain", "“Anna, captain”: only a role can follow the comma (lady, gentleman)."),
        ("x" * 200, "has 200 characters. Enter at most 60."),
        ("a\x00b", "Null characters are not allowed."),
    ],
)
def test_it_refuses_at_the_field_and_keeps_what_was_typed(night, send, names, said):
    hall = night(3, Stage.CHECK_IN)
    response = send(hall, names)
    assert response.status_code == 422
    assert said in " ".join(response.context["names"].errors["names"])
    assert "Nobody was checked in. See what is wrong." in response.text
    assert len(here(hall)) == 3
    assert response.context["names"]["names"].value() == names


def test_all_that_is_double_is_named_at_once(night, send):
    hall = night(3, Stage.CHECK_IN)
    errors = send(hall, "p01\nJo\nJo").context["names"].errors["names"]
    assert list(errors) == ["These names appear twice: Jo.", "Already checked in: p01."]


def test_who_is_here_already_can_be_left_out(client, night, send):
    hall = night(3, Stage.CHECK_IN)
    assert 'name="skip"' in send(hall, "p01\nAnna").text
    assert send(hall, "p01\nAnna", skip="on").status_code == 302
    assert list(here(hall)) == ["p01", "p02", "p03", "Anna"]
    again = send(hall, "p01\nAnna", skip="on")
    assert "All these players are already checked in." in client.get(again.headers["location"]).text


PASTED = "Spieler\n1. Anna Berg, lady\n2. Bert <bert@x.example>\n• Cara\t39\n\n50 Cent\nJean-Luc\n"


@pytest.mark.parametrize("stage", [Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING])
def test_a_pasted_list_is_shown_cleaned_before_it_is_recorded(night, send, stage):
    hall = night(0 if stage is Stage.CHECK_IN else 12, stage)
    before = here(hall)
    page = send(hall, PASTED)
    assert page.status_code == 200
    assert here(hall) == before
    for part in ("1. Anna Berg, lady", "2. Bert &lt;bert@x.example&gt;", "• Cara", "Spieler", "left out"):
        assert part in page.text
    assert "Nobody is checked in yet. Look at the names, then press Check in." in page.text
    form = page.context["names"]
    assert form["names"].value() == "Anna Berg, lady\nBert\nCara\n50 Cent\nJean-Luc"
    assert send(hall, form["names"].value(), wanted=form["wanted"].value()).status_code == 302
    come = {"Anna Berg": "lady", "Bert": "", "Cara": "", "50 Cent": "", "Jean-Luc": ""}
    assert here(hall) == before | come
    assert "@" not in str(list(Journal.objects.filter(evening=hall.evening).values()))


def test_a_line_can_be_put_back_as_it_was_pasted(night, send):
    hall = night(0, Stage.CHECK_IN)
    form = send(hall, "1. FC Hill\n2. Tom <tom@x>").context["names"]
    assert send(hall, "1. FC Hill\nTom", wanted=form["wanted"].value()).status_code == 302
    assert list(here(hall)) == ["1. FC Hill", "Tom"]


def test_the_same_list_pasted_again_is_shown_again(night, send):
    hall = night(0, Stage.CHECK_IN)
    wanted = send(hall, "1. Ann\n2. Tom <tom@x>").context["names"]["wanted"].value()
    assert send(hall, "1. Ann\n2. Tom <tom@x>", wanted=wanted).status_code == 200
    assert not here(hall)


def test_a_list_without_a_name_is_refused(night, send):
    page = send(night(0, Stage.CHECK_IN), "<a@x>\nb@x")
    assert page.status_code == 422
    assert "Enter at least one name." in page.text


def test_names_with_commas_where_there_are_no_roles(night, send):
    hall = night(0, Stage.CHECK_IN, roles=())
    send(hall, "Berg, Anna")
    assert here(hall) == {"Berg, Anna": ""}


def test_two_hundred_names(client, night, send):
    hall = night(0, Stage.CHECK_IN)
    assert send(hall, "\n".join(f"Player {n}, lady" for n in range(200))).status_code == 302
    assert len(here(hall)) == 200


def test_hostile_names_are_escaped(client, night, send):
    hall = night(0, Stage.CHECK_IN)
    send(hall, '<script>alert(1)</script>\n"><img src=x>')
    page = client.get(f"/evenings/{hall.evening.pk}/")
    assert "<script>alert" not in page.text
    assert "<img src=x" not in page.text


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("players", "said"),
    [
        (0, "Nobody is here yet"),
        (1, "This game needs at least 2 players. Players now: 1."),
        (7, "Players: 7. At each table: 7."),
        (23, "about six at the others: 4-5-5-5-4."),
    ],
)
def test_the_tables_for_so_many(client, cast, night, players, said):
    hall = night(players, Stage.CHECK_IN)
    client.force_login(cast.alice)
    text = client.get(f"/evenings/{hall.evening.pk}/").text
    assert said in text
    assert ("Draw the seats" in text) == (players >= 2)


@pytest.mark.thorough
def test_who_comes_late_is_seated_or_waits(client, cast, night, send):
    client.force_login(cast.alice)
    for stage, said in (
        (Stage.SEATED, "a free seat at once"),
        (Stage.PLAYING, "wait for a seat until the next round"),
    ):
        made = night(12, stage)
        assert said in client.get(f"/evenings/{made.evening.pk}/check-in/").text
        assert send(made, "Late").status_code == 302
        assert "Late" in here(made)


def test_the_page_by_itself_is_for_who_comes_late(client, cast, night):
    hall = night(3, Stage.CHECK_IN)
    client.force_login(cast.alice)
    response = client.get(f"/evenings/{hall.evening.pk}/check-in/")
    assert response.headers["location"] == f"/evenings/{hall.evening.pk}/"


def test_a_draft_takes_nobody(night, send):
    draft = night(0, Stage.DRAFT)
    response = send(draft, "Anna")
    assert response.status_code == 422
    assert "still being prepared" in response.text


def test_its_queries_do_not_grow(client, cast, night):
    client.force_login(cast.alice)
    pages = [f"/evenings/{night(players, Stage.CHECK_IN).evening.pk}/" for players in (16, 27, 120)]
    counts = [queries(client.get, page) for page in pages]
    assert counts[0] == counts[1] == counts[2] <= 5
    assert len(client.get(pages[1]).content) < 100_000


def offers_of(answer, night):
    """The entries for which the page offers *Is back*."""
    found = re.findall(rf'action="/evenings/{night.evening.pk}/people/(\d+)/return/"', answer.text)
    return {int(entry) for entry in found}


@pytest.mark.parametrize("way", [player_drop, player_pause])
def test_the_page_offers_is_back_to_each_who_left(client, cast, night, send, way):
    playing = night(12)
    gone, other = playing.table(2)[:2]
    for entry in (gone, other):
        way(playing.by, entry=entry)
    name = playing.facts.names[gone]
    answer = send(playing, f"Nell\n{name.upper()}")
    assert answer.status_code == 422
    assert f"{name} played already and left. On their own page, press “Is back”." in answer.text
    assert "Already checked in" not in answer.text
    assert offers_of(answer, playing) == {gone}
    assert f"Is back: {name}" in answer.text
    page = client.post(f"/evenings/{playing.evening.pk}/people/{gone}/return/", {"next": "people"})
    assert page.headers["location"] == f"/evenings/{playing.evening.pk}/people/"
    assert presence_of(playing.facts, gone, 2).plays
    assert offers_of(send(playing, name), playing) == set()


def test_who_left_is_not_left_out_as_already_here(client, cast, night, send):
    """The others are checked in, and whoever left is named; alone they are offered *Is back*."""
    playing = night(12)
    gone = playing.table(2)[0]
    player_drop(playing.by, entry=gone)
    name = playing.facts.names[gone]
    answer = send(playing, name, skip="on")
    assert answer.status_code == 200
    assert offers_of(answer, playing) == {gone}
    answer = send(playing, f"Nell\n{name}", skip="on", next="people")
    assert answer.status_code == 302
    assert "Nell" in here(playing)
    assert f"{name} played already and left." in client.get(answer.headers["location"]).text


def test_ticked_on_the_list_they_are_offered_is_back(client, cast, night):
    playing = night(12)
    gone = playing.table(2)[0]
    player_drop(playing.by, entry=gone)
    client.force_login(cast.bob)
    player = EntryRow.objects.get(pk=gone).player_id
    answer = client.post(f"/evenings/{playing.evening.pk}/check-in/list/", {"players": [player]})
    assert answer.status_code == 422
    assert offers_of(answer, playing) == {gone}
