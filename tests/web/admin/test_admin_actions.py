"""What is done to rows that are ticked: exported, calculated again, undone for a reason."""

import io
import json
import re
import zipfile

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse
from django.utils.html import escape

from accounts.clubs.services import club_create
from tests.cast import everything
from tests.played_seasons import by, played
from tests.web.admin_pages import chosen, root, staff, where
from tournaments.admin import evenings as evening_lists
from tournaments.attendance.services import player_drop
from tournaments.core.record import Stage
from tournaments.models import Award, Evening, Season, SeasonEvening, SeasonResult, Settlement
from tournaments.seasons.services.results import season_close
from tournaments.transfer.presenters.evening import export_evening

pytestmark = pytest.mark.slow


@pytest.fixture
def boss(client, cast):
    user = root()
    client.force_login(user)
    return user


def told(answer):
    return [str(message) for message in answer.context["messages"]]


@pytest.mark.usefixtures("boss")
def test_one_evening_is_exported_as_its_document(client, night):
    at = night(8, Stage.FINISHED)
    answer = client.post(where(Evening), chosen("export", at.evening))
    assert answer["Content-Type"] == "application/json"
    assert 'filename="' in answer["Content-Disposition"]
    assert json.loads(answer.content) == json.loads(json.dumps(export_evening(at.evening)))


@pytest.mark.usefixtures("boss")
def test_several_evenings_are_packed(client, night):
    evenings = [night(4).evening, night(8).evening]
    answer = client.post(where(Evening), chosen("export", *evenings))
    packed = zipfile.ZipFile(io.BytesIO(answer.content))
    assert len(packed.namelist()) == 2
    ids = {json.loads(packed.read(name))["evening"]["id"] for name in packed.namelist()}
    assert ids == {evening.pk for evening in evenings}


@pytest.mark.usefixtures("boss")
@pytest.mark.parametrize(("action", "limit"), [("export", "MOST_EVENINGS"), ("compare", "MOST_COMPARED")])
def test_too_many_evenings_at_once_are_refused(client, night, monkeypatch, action, limit):
    monkeypatch.setattr(evening_lists, limit, 1)
    evenings = [night(4).evening, night(4).evening]
    answer = client.post(where(Evening), chosen(action, *evenings), follow=True)
    assert told(answer) == ["There are too many. Choose at most 1."]


@pytest.mark.usefixtures("boss")
@pytest.mark.parametrize("how", [{}, {"game": "blackout"}, {"game": "blackout", "format": "fixed"}])
def test_a_result_worked_out_again_is_the_same(client, night, how):
    at = night(8, Stage.FINISHED, **how)
    before = everything()
    shown = client.post(where(Evening), chosen("compare", at.evening))
    (result,) = shown.context["results"]
    assert result.equal, result
    assert result.rows > 8
    assert "≠" not in shown.text
    assert everything() == before


@pytest.mark.usefixtures("boss")
def test_what_differs_is_told(client, night):
    at = night(8, Stage.FINISHED)
    row = Settlement.objects.filter(result__evening=at.evening).select_related("entry")[0]
    Settlement.objects.filter(pk=row.pk).update(net=777)
    award = Award.objects.filter(result__evening=at.evening).order_by("rank")[0]
    award.winners.clear()
    gone = Settlement.objects.filter(result__evening=at.evening).order_by("-place", "-id")[0]
    gone.delete()
    shown = client.post(where(Evening), chosen("compare", at.evening))
    found = {(one.subject, one.figure): one for one in shown.context["results"][0].differences}
    assert found[row.entry.name, "net"].stored == "777"
    assert found[award.title, "winners"].stored == ""
    assert found[gone.entry.name, "line"].stored == "none"
    assert "777" in shown.text


@pytest.mark.usefixtures("boss")
def test_what_cannot_be_compared_says_why(client, cast, night):
    season = played(cast, ("Ada", "Ben"))
    evenings = [night(8).evening, season.evenings.get().evening]
    shown = client.post(where(Evening), chosen("compare", *evenings))
    why = {result.not_now for result in shown.context["results"]}
    assert any("not finished" in words for words in why)
    assert any("elsewhere" in words for words in why)


@pytest.mark.usefixtures("boss")
def test_a_closed_season_is_compared_with_what_its_closing_noted(client, cast):
    season = played(cast, ("Ada", "Ben"), ("Ben", "Ada"))
    shown = client.post(where(Season), chosen("compare", season))
    assert "not closed" in shown.context["results"][0].not_now
    season_close(by(cast, season))
    assert client.post(where(Season), chosen("compare", season)).context["results"][0].equal
    SeasonEvening.objects.filter(season=season).update(pinned=None)
    differs = client.post(where(Season), chosen("compare", season)).context["results"][0]
    found = {(one.figure, one.stored, one.computed) for one in differs.differences}
    assert found >= {(_VERSION, "1", "0"), ("line", "recorded", "none")}
    SeasonResult.objects.filter(season=season).delete()
    assert client.post(where(Season), chosen("compare", season)).context["results"][0].not_now


_VERSION = "Version"


def line_of(at, verb):
    return at.evening.journal.filter(verb=verb).order_by("-seq")[0]


def undo(at, *lines):
    """The address that the evening's page asks for where lines are ticked."""
    address = reverse("admin:tournaments_evening_undo", args=[at.evening.pk])
    return f"{address}?{'&'.join(f'line={line.seq}' for line in lines)}"


def test_a_line_is_undone_on_the_evening_s_page_for_a_reason(client, boss, night):
    at = night(8)
    player_drop(at.by, entry=at.entry("p01"))
    line = line_of(at, "player_left")
    shown = client.get(where(Evening, "change", at.evening.pk)).text
    assert f'type="checkbox" name="line" value="{line.seq}"' in shown
    assert f'name="line" value="{line_of(at, "play_begun").seq}"' not in shown
    asked = client.get(undo(at, line))
    assert asked.status_code == 200
    assert "Why" in asked.text
    before = everything()
    refused = client.post(undo(at), {"line": line.seq, "reason": " "})
    assert refused.status_code == 422
    assert everything() == before
    answer = client.post(undo(at), {"line": line.seq, "reason": "never said so"}, follow=True)
    assert told(answer) == ["Changed: 1."]
    assert answer.redirect_chain[-1][0] == where(Evening, "change", at.evening.pk)
    back = line_of(at, "line_taken_back")
    assert (back.actor, back.reason) == (boss, "never said so")
    assert back.payload == {"admin": True, "line": line.seq}
    assert LogEntry.objects.get().object_id == str(line.pk)


@pytest.mark.usefixtures("boss")
def test_what_cannot_be_undone_is_refused_in_words_and_with_it_all(client, night):
    at = night(8)
    player_drop(at.by, entry=at.entry("p01"))
    lines = line_of(at, "player_left"), line_of(at, "play_begun")
    before = everything()
    answer = client.post(undo(at), {"line": [line.seq for line in lines], "reason": "a mistake"})
    assert answer.status_code == 422
    assert "Nothing was undone" in answer.text
    assert "cannot be undone here" in answer.text
    assert everything() == before


@pytest.mark.usefixtures("boss")
@pytest.mark.parametrize("lines", [[], ["x"], ["99"], ["9" * 40], [*map(str, range(1, 30))], ["1", "99"]])
def test_lines_that_are_not_there_or_too_many_are_refused(client, night, lines):
    at = night(8)
    before = everything()
    address = reverse("admin:tournaments_evening_undo", args=[at.evening.pk])
    for answer in (
        client.get(address, {"line": lines}, follow=True),
        client.post(address, {"line": lines, "reason": "because"}, follow=True),
    ):
        assert told(answer) == ["Choose between 1 and 20 lines."]
    assert everything() == before


def test_only_who_may_change_evenings_undoes(client, cast, night):
    at = night(8)
    player_drop(at.by, entry=at.entry("p01"))
    line = line_of(at, "player_left")
    client.force_login(staff("view_evening"))
    lines = at.evening.journal.count()
    assert 'type="checkbox" name="line"' not in client.get(where(Evening, "change", at.evening.pk)).text
    assert client.get(undo(at, line)).status_code == 403
    assert client.post(undo(at), {"line": line.seq, "reason": "because"}).status_code == 403
    client.force_login(cast.alice)
    assert client.post(undo(at), {"line": line.seq, "reason": "because"}).status_code == 302
    assert at.evening.journal.count() == lines


@pytest.mark.usefixtures("boss")
def test_every_line_of_the_journal_is_reached(client, night, monkeypatch):
    monkeypatch.setattr("tournaments.journal.presenters.page.LINES", 3)
    at = night(8)
    seen, address = [], where(Evening, "change", at.evening.pk)
    page = address
    while page:
        answer = client.get(page)
        seen += [line.seq for group in answer.context["journal"].groups for line in group.lines]
        older = re.search(r'href="(\?before=\d+)#journal">Older', answer.text)
        page = address + older[1] if older else ""
    assert seen == [*range(at.evening.journal.count(), 0, -1)]


@pytest.mark.usefixtures("boss")
def test_what_is_compared_names_its_club_and_leads_there(client, cast, night):
    """Two evenings of one name are told apart; a season too."""
    second = club_create(owner=cast.alice, name="Second <Club>")
    one, other = night(8, Stage.FINISHED), night(8, Stage.FINISHED, club=second)
    season = played(cast, ("Ada", "Ben"))
    shown = client.post(where(Evening), chosen("compare", one.evening, other.evening)).text
    shown += client.post(where(Season), chosen("compare", season)).text
    for club, row in ((cast.club, one.evening), (second, other.evening), (cast.club, season)):
        assert f'<a href="{where(type(club), "change", club.pk)}">{escape(club.name)}</a>' in shown
        assert f'<a href="{where(type(row), "change", row.pk)}">{row}</a>' in shown
        page = reverse("season" if row is season else "evening", args=[row.pk])
        assert f'<a href="{page}">View on site</a>' in shown


@pytest.mark.usefixtures("boss")
def test_a_season_shows_its_book_evenings_and_people(client, cast):
    season = played(cast, ("Ada", "Ben"))
    shown = client.get(where(Season, "change", season.pk))
    assert "Evening 1 counts for the season." in shown.text
    assert "The season was set up." in shown.text
    assert client.get(where(Season, "change", season.pk), {"before": "2"}).context["book"].lines[0].seq == 1
    assert client.post(where(Season, "change", season.pk), {}).status_code == 403
    for asked in ({"q": "winter"}, {"club": "thursday"}, {"league": "league"}, {"stage__exact": "open"}):
        assert client.get(where(Season), asked).context["cl"].result_count == 1, asked
    assert client.get(where(Season), {"club": "charlie"}).context["cl"].result_count == 0
