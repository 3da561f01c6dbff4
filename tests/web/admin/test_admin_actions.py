"""What is done to rows that are ticked on a list: exported, worked out again, taken back for a reason."""

import csv
import io
import json
import zipfile

import pytest
from django.contrib.admin.models import LogEntry

from tests.cast import everything
from tests.seasons import by, played, player
from tests.web.admin_pages import chosen, root, staff, where
from tournaments.admin import evenings as evening_lists
from tournaments.admin import journal as journal_lists
from tournaments.core.record import Stage
from tournaments.models import (
    Award,
    Deal,
    EntryRow,
    Evening,
    Journal,
    Season,
    SeasonEvening,
    SeasonResult,
    Settlement,
)
from tournaments.pages.files.evening import export
from tournaments.services.running.people import player_drop
from tournaments.services.seasons.results import season_close

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
    assert json.loads(answer.content) == json.loads(json.dumps(export(at.evening)))


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
def test_lines_are_exported_without_formulas(client, night):
    at = night(8)
    line = at.evening.journal.order_by("-seq")[0]
    Journal.objects.filter(pk=line.pk).update(reason="=1+1")
    answer = client.post(where(Journal), chosen("export", line))
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert rows[0][:4] == ["club", "evening", "date", "line"]
    assert rows[1][7] == "'=1+1"
    assert json.loads(rows[1][8]) == line.payload


@pytest.mark.usefixtures("boss")
def test_a_file_of_lines_has_an_end(client, night, monkeypatch):
    monkeypatch.setattr(journal_lists, "MOST_LINES", 1)
    at = night(8)
    answer = client.post(where(Journal), chosen("export", *at.evening.journal.all()), follow=True)
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
    assert "✓" in shown.text
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
    found = {(one.where, one.what): one for one in shown.context["results"][0].differences}
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
    found = {(one.what, one.stored, one.computed) for one in differs.differences}
    assert found >= {(_VERSION, "1", "0"), ("line", "recorded", "none")}
    SeasonResult.objects.filter(season=season).delete()
    assert client.post(where(Season), chosen("compare", season)).context["results"][0].not_now


_VERSION = "Version"


def line_of(at, verb):
    return at.evening.journal.filter(verb=verb).order_by("-seq")[0]


def test_a_line_is_taken_back_for_a_reason(client, boss, night):
    at = night(8)
    gone = at.entry("p01")
    player_drop(at.by, entry=gone)
    line = line_of(at, "player_left")
    asked = client.post(where(Journal), chosen("void", line))
    assert asked.status_code == 200
    assert "Why" in asked.text
    before = everything()
    refused = client.post(where(Journal), chosen("void", line, reason=" "))
    assert refused.status_code == 422
    assert everything() == before
    answer = client.post(where(Journal), chosen("void", line, reason="never said so"), follow=True)
    assert told(answer) == ["Changed: 1."]
    back = line_of(at, "line_taken_back")
    assert (back.actor, back.reason) == (boss, "never said so")
    assert back.payload == {"admin": True, "line": line.seq}
    assert LogEntry.objects.get().object_id == str(line.pk)


@pytest.mark.usefixtures("boss")
def test_what_cannot_be_taken_back_is_refused_in_words_and_with_it_all(client, night):
    at = night(8)
    player_drop(at.by, entry=at.entry("p01"))
    lines = line_of(at, "player_left"), line_of(at, "play_begun")
    before = everything()
    answer = client.post(where(Journal), chosen("void", *lines, reason="a mistake"))
    assert answer.status_code == 422
    assert "Nothing was undone" in answer.text
    assert "cannot be undone here" in answer.text
    assert everything() == before


@pytest.mark.usefixtures("boss")
def test_too_many_at_once_are_refused(client, night, monkeypatch):
    monkeypatch.setattr("tournaments.admin.voiding.MOST", 1)
    at = night(8)
    answer = client.post(where(Journal), chosen("void", *at.evening.journal.all()), follow=True)
    assert told(answer) == ["There are too many. Choose at most 1."]


def test_a_deal_is_taken_back_for_a_reason(client, boss, night):
    at = night(8)
    at.play(2)
    deal = Deal.objects.get()
    assert client.post(where(Deal), chosen("withdraw", deal)).status_code == 200
    answer = client.post(where(Deal), chosen("withdraw", deal, reason="another table’s"), follow=True)
    assert told(answer) == ["Changed: 1."]
    deal.refresh_from_db()
    assert deal.void == line_of(at, "deal_withdrawn")
    assert line_of(at, "deal_withdrawn").actor == boss
    again = client.post(where(Deal), chosen("withdraw", deal, reason="once more"))
    assert again.status_code == 422
    assert "Only the last deal" in again.text


@pytest.mark.thorough
def test_only_who_may_change_evenings_takes_back(client, cast, night):
    at = night(8)
    player_drop(at.by, entry=at.entry("p01"))
    at.play(1)
    before = everything()
    client.force_login(staff("view_journal", "view_deal"))
    rows = everything()
    for model, action, row in (
        (Journal, "void", line_of(at, "player_left")),
        (Deal, "withdraw", Deal.objects.get()),
    ):
        shown = client.get(where(model)).text
        assert f'value="{action}"' not in shown
        client.post(where(model), chosen(action, row, reason="because"))
    assert everything() == rows
    assert before.keys() == rows.keys()
    assert EntryRow.objects.exists()


def test_members_do_none_of_it(client, cast, night):
    at = night(8)
    client.force_login(cast.alice)
    for model, action in ((Evening, "export"), (Evening, "compare"), (Journal, "void"), (Deal, "withdraw")):
        assert client.post(where(model), chosen(action, at.evening)).status_code == 302


@pytest.mark.usefixtures("boss")
def test_a_season_shows_its_book_evenings_and_people(client, cast):
    season = played(cast, ("Ada", "Ben"))
    shown = client.get(where(Season, "change", season.pk))
    assert "Evening 1 counts for the season." in shown.text
    assert "The season was set up." in shown.text
    assert client.get(where(Season, "change", season.pk), {"before": "2"}).context["book"].lines[0].seq == 1
    assert client.post(where(Season, "change", season.pk), {}).status_code == 403
    assert player(cast, "Ada")
    for asked in ({"q": "winter"}, {"club": "thursday"}, {"league": "league"}, {"stage__exact": "open"}):
        assert client.get(where(Season), asked).context["cl"].result_count == 1, asked
    assert client.get(where(Season), {"club": "charlie"}).context["cl"].result_count == 0
