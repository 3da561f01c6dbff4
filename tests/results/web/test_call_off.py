"""An evening is called off by its page, and every screen says so until that is undone."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.linked_phones import form, linked, scan
from tests.played_seasons import a_season, by
from tests.published import page_of, publish_all
from tests.web.html import faults, shows
from tournaments.attendance.services import player_pause
from tournaments.core.record import Stage
from tournaments.models import Evening, Journal, League
from tournaments.results.services import evening_call_off
from tournaments.seasons.services.seasons import evening_add

OFF = "This evening was called off."
WHY = "The lights went out"


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def where(night, name="evening-call-off", *more):
    return reverse(name, args=[night.evening.pk, *more])


@pytest.mark.parametrize("stage", [Stage.PLAYING, Stage.SETTLING])
def test_the_page_says_what_happens_asks_why_and_does_it(client, cast, night, stage):
    night, season = night(8, stage), a_season(cast)
    if stage is Stage.PLAYING:
        shows(client.get(where(night, "evening-settings")), "Settings", never="Call off the evening")
        night.play_table(1)
    evening_add(by(cast, season), evening=night.evening.pk)
    shows(client.get(where(night, "evening-settings")), "Call off the evening")
    page = client.get(where(night))
    shows(page, "Nothing more is recorded.", "It counts nowhere: no result, no prizes, no rating.")
    shows(page, "It does not count for: Thursday League · Winter.")
    without = client.post(where(night))
    shows(without, "Enter a reason. It is kept in the journal.", status=422)
    answer = client.post(where(night), {"reason": WHY}, follow=True)
    shows(answer, OFF, WHY, "What was recorded is kept.", "Undo", never="Call off the evening")
    assert faults(answer.text) == []
    shows(client.get(where(night, "evening-settings")), "Settings", never="Call off the evening")
    assert Journal.objects.get(verb="evening_called_off").reason == WHY


def test_it_is_undone_where_it_is_said(client, night):
    night = night(8, Stage.CALLED_OFF)
    line = Journal.objects.get(verb="evening_called_off")
    back = where(night, "line-back", line.seq)
    shows(client.get(where(night, "evening")), f'href="{back}"')
    shows(client.get(where(night, "journal")), f'href="{back}?next=')
    client.post(back, {"reason": ""})
    night.evening.refresh_from_db()
    assert night.evening.stage == Stage.PLAYING
    shows(client.get(where(night, "journal")), f"Undone: {OFF}")


def test_there_is_nothing_to_undo_but_that(client, night):
    night = night(8)
    player_pause(night.by, entry=night.table(1)[0])
    paused, off = Journal.objects.latest("seq"), evening_call_off(night.because(WHY))
    back = where(night, "line-back", off.seq)
    shows(client.get(where(night, "journal")), back, never=where(night, "line-back", paused.seq))


def test_standings_and_prizes_lead_to_it_and_its_file_is_empty(client, night):
    night = night(8, Stage.CALLED_OFF)
    for name in ("standings", "prizes"):
        assert client.get(where(night, name))["Location"] == where(night, "evening")
        shows(client.get(where(night, "evening")), OFF, never=f'href="{where(night, name)}"')
    assert len(client.get(where(night, "evening-csv")).text.strip().splitlines()) == 1
    shows(client.get(where(night, "certificates")), never="p01")
    shows(client.get(where(night, "pictures")), OFF, never="Results appear here")
    assert client.get(where(night, "evening-json")).json()["evening"]["stage"] == "called_off"


def test_nothing_can_be_recorded_or_corrected(client, night):
    """No page of a person, a table or a deal offers what would be refused."""
    night = night(8, Stage.CALLED_OFF)
    deal = where(night, "deal", 1, 1, 1)
    for page in (
        *(where(night, name) for name in ("people", "deals", "ledger", "evening-settings", "links", "paper")),
        *(where(night, "person", entry) for entry in night.table(1)),
        deal,
    ):
        answer = client.get(page)
        sends = [part.split(">")[0] for part in answer.text.split("<form ")[1:] if 'method="post"' in part]
        own = [one for one in sends if f"/evenings/{night.evening.pk}/" in one or "action" not in one]
        assert (answer.status_code, own) == (200, []), page


def test_hall_phones_and_the_public_page_say_so(client, night):
    night = linked(night(8))
    night.play_table(1)
    publish_all(Evening.objects.all())
    night.evening.refresh_from_db()
    phone, stranger = scan(night), Client()
    evening_call_off(night.because(WHY))
    code = night.evening.join_code
    for address in (
        reverse("hall", args=[code]),
        reverse("player", args=[code, night.table(1)[0]]),
        page_of(night.evening),
    ):
        shows(stranger.get(address), OFF, never=[WHY, "Your seat on your phone", 'class="htable', "seat 1"])
    shows(phone.get("/score/"), "This evening is over", never="Prizes")
    assert phone.get("/score/1/2/")["Location"] == "/score/"
    late = phone.post("/score/1/2/", form(night, won=[night.table(2)[0]]), follow=True)
    shows(late, "The evening is over. This was not recorded: tell the organiser.")
    told = stranger.get(f"/api/v1{page_of(night.evening)}").json()
    assert (told["stage"], told["state"], told["tables"], told["prizes"]) == ("called_off", OFF, [], [])


def test_lists_show_its_state_and_every_member_reads_it(client, cast, night):
    night = night(8, Stage.CALLED_OFF)
    for page in (reverse("home"), reverse("club", args=[cast.club.pk])):
        shows(client.get(page), "Called off", never=["On now", "Finished"])
    listed = client.get("/api/v1/evenings/?stage=called_off").json()["results"]
    assert [one["id"] for one in listed] == [night.evening.pk]
    assert client.get(where(night)).status_code == 302
    shows(client.post(where(night), {"reason": "x"}), OFF, status=422)
    client.force_login(cast.vera)
    shows(client.get(where(night, "evening")), OFF, never=["Undo", "Call off"])


def test_programs_call_it_off_and_undo_it(client, night):
    night = night(8)
    night.play_table(1)
    own = f"/api/v1/evenings/{night.evening.pk}"

    def post(command, **body):
        return client.post(f"{own}/{command}/", body, "application/json")

    line = post("evening-call-off", reason=WHY).json()
    now = client.get(f"{own}/").json()
    assert (now["stage"], now["next"], now["round"], now["settling"]) == ("called_off", [], None, None)
    assert client.get(f"{own}/standing/").json()["standing"] == []
    assert client.get(f"{own}/prizes/").json()["prizes"] == []
    assert post("line-take-back", line=line["seq"]).status_code == 200
    assert client.get(f"{own}/").json()["stage"] == "playing"


def test_the_season_says_it_once_and_is_closed(client, cast, night):
    night, season = night(8), a_season(cast)
    evening_add(by(cast, season), evening=night.evening.pk)
    close = reverse("season-close", args=[season.pk])
    shows(client.get(close), "Finish these evenings first")
    evening_call_off(night.because(WHY))
    shows(client.get(close), OFF, never="Finish these evenings first")
    shows(client.get(reverse("season-evenings", args=[season.pk])), "called off", never="not finished")
    table = client.get(f"/api/v1/seasons/{season.pk}/table/").json()
    assert (table["waiting"], table["called_off"]) == ([], [night.evening.pk])
    client.post(close)
    page = client.get(reverse("season", args=[season.pk]))
    shows(page, OFF, never="Coming evenings")
    assert page.text.count(OFF) == 1
    publish_all(League.objects.all())
    season.refresh_from_db()
    shows(Client().get(page_of(season)), "called off", never="not played yet")
