"""What members take away: it reads back, starts no formula, and tells no secret."""

import csv
import io
import json
from datetime import date
from urllib.parse import unquote

import jsonschema
import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Group, Merge, Player
from accounts.shared.views import make_file_name
from tests.cast import FIXED
from tests.commands.test_export import SCHEMA
from tests.recordings import LINES, POINTS, recorded
from tests.spreadsheets import cells_of
from tests.web.html import shows
from tournaments.attendance.services import entry_change
from tournaments.core.files.cells import BOM, FORMULA, split_cell
from tournaments.core.files.results_table import PEOPLE, RESULTS, read_people, read_results
from tournaments.core.record import Stage
from tournaments.models import Evening
from tournaments.transfer.presenters.import_preview import describe_plan
from tournaments.transfer.selectors.imports import plan_people, plan_results

pytestmark = pytest.mark.postgresql


def rows(answer):
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    text = answer.content.decode()
    assert text.startswith(BOM)
    assert text.endswith("\r\n")
    return list(csv.DictReader(io.StringIO(text.removeprefix(BOM), newline="")))


@pytest.fixture
def get(client, cast):
    def go(name, pk, user=cast.vera):
        client.force_login(user)
        return client.get(reverse(name, args=[pk]))

    return go


def test_an_evening_as_a_table(get, night):
    night = night(6, Stage.FINISHED).reveal()
    table = rows(get("evening-csv", night.evening.pk))
    assert list(table[0]) == list(RESULTS)
    assert [int(row["place"]) for row in table] == sorted(int(row["place"]) for row in table)
    assert sum(int(row["counters"]) for row in table) == 300
    assert {row["game"] for row in table} == {"Draw Poker"}
    assert table[0]["date"] == night.evening.held_on.isoformat()
    assert {"Most yellow chips", "Booby prize"} <= {
        title for row in table for title in split_cell(row["prizes"])
    }


def test_what_is_not_known_is_empty(get, cast, night):
    """A game of points has no fresh stakes; whole games and imports give no chips unless they are told."""
    fixed = night(6, Stage.FINISHED, **FIXED).reveal()
    whole = rows(get("evening-csv", fixed.evening.pk))
    assert {(row["fresh"], row["yellow"]) for row in whole} == {("0", "")}
    points = rows(get("evening-csv", recorded(cast, *POINTS, name="Points", game="clag").evening.pk))
    assert {(row["counters"], row["fresh"], row["yellow"]) for row in points} == {("", "", "")}
    imported = rows(get("evening-csv", recorded(cast).evening.pk))
    assert [(row["fresh"], row["yellow"]) for row in imported] == [("", "1"), ("", ""), ("", ""), ("1", "")]


@pytest.mark.thorough
def test_while_it_is_played_it_is_how_it_stands(get, night):
    night = night(8)
    winner = night.table(1)[0]
    night.next_round()
    first = rows(get("evening-csv", night.evening.pk))[0]
    assert (first["name"], first["net"]) == (night.facts.names[winner], "53")
    assert rows(get("evening-csv", night.evening.pk))


@pytest.mark.parametrize("name", ["evening-csv", "evening-json"])
@pytest.mark.parametrize("stage", [Stage.SETTLING, Stage.FINISHED])
def test_no_secret_is_told(get, cast, night, stage, name):
    night = night(6, stage)
    for user in (cast.vera, cast.sam):
        shows(get(name, night.evening.pk, user), status=403, never="p01")
    assert get(name, night.evening.pk, cast.bob).status_code == 200
    if stage is Stage.FINISHED:
        night.reveal()
        assert get(name, night.evening.pk).status_code == 200


@pytest.mark.thorough
def test_an_evening_as_a_document(get, cast, night):
    for evening in (night(6, Stage.FINISHED).reveal().evening, recorded(cast).evening):
        answer = get("evening-json", evening.pk)
        assert answer.headers["Content-Disposition"].startswith("attachment; filename=")
        jsonschema.validate(json.loads(answer.content), SCHEMA)


@pytest.mark.thorough
def test_a_table_of_results_is_known_where_it_came_from_and_new_elsewhere(get, cast):
    for night in (recorded(cast), recorded(cast, *POINTS, name="Points", game="clag")):
        text = get("evening-csv", night.evening.pk).content.decode()
        read = read_results(text, timezone.localdate())
        assert not read.complaints
        assert plan_results(cast.club, read.good).nothing_new
        elsewhere = plan_results(cast.other_club, read.good)
        assert describe_plan(elsewhere)[1:3] == ["1 new evening", f"{len(read.good[0].lines)} results"]


@pytest.mark.thorough
def test_an_evening_that_was_played_here_can_be_brought_elsewhere(get, cast, night):
    night = night(8, Stage.FINISHED, stake=2).reveal()
    Evening.objects.update(held_on="2025-10-02")
    text = get("evening-csv", night.evening.pk).content.decode()
    read = read_results(text, timezone.localdate())
    assert not read.complaints
    assert len(read.good[0].lines) == 8
    assert describe_plan(plan_results(cast.other_club, read.good)) == [
        "8 new players",
        "1 new evening",
        "8 results",
    ]


@pytest.mark.thorough
def test_no_cell_starts_a_formula(get, cast, night):
    """Names are text, also in a spreadsheet; numbers stay numbers, also below nothing."""
    night = night(6)
    for entry, name in zip(night.table(1), ("=1+1", "+1", "-1", "@x", "＝x"), strict=False):
        entry_change(night.by, entry=entry, name=name, role="")
    text = get("evening-csv", night.evening.pk).content.decode().removeprefix(BOM)
    names = [row["name"] for row in csv.DictReader(io.StringIO(text, newline=""))]
    assert not [name for name in names if name.startswith(FORMULA)]
    assert "'=1+1" in names
    losing = recorded(cast, *LINES[:2], *[type(LINES[0])("Low", net=-7)], name="Low")
    assert ",-7," in get("evening-csv", losing.evening.pk).text


@pytest.mark.parametrize(
    ("called", "name"),
    [
        ('a"; x=y\r\nSet-Cookie: z', "a-x-y-set-cookie-z"),
        ("../../etc/passwd", "etc-passwd"),
        ("x" * 60, "x" * 60),
        ("Čtvrtek ☂", "čtvrtek"),
        ("Четверг", "четверг"),
        ("木曜日の夜", "木曜日の夜"),
        ("गुरुवार", "गुरुवार"),
        ("夜" * 60, "夜" * 36),
        ("☂", ""),
    ],
)
def test_the_files_name_is_safe_and_in_any_script(called, name):
    assert make_file_name("2025-10-02", called) == f"2025-10-02-{name}".rstrip("-")


def test_a_file_has_the_day_and_the_name_of_its_evening(get, cast):
    evening = recorded(cast).evening
    for called, file in (('a"; x=y\r\nz', '="2025-10-02-a-x-y-z.csv"'), ("Четверг", "четверг.csv")):
        Evening.objects.filter(pk=evening.pk).update(name=called)
        header = get("evening-csv", evening.pk).headers["Content-Disposition"]
        assert unquote(header).startswith("attachment; filename")
        assert unquote(header).endswith(file)


def test_a_spreadsheet_has_dates_and_numbers(get, cast):
    evening = recorded(cast).evening
    titles, first, *_others = cells_of(get("evening-xlsx", evening.pk).content)
    assert titles[0] == "date"
    assert first[0] == (evening.held_on - date(1899, 12, 30)).days
    assert rows(get("evening-csv", evening.pk))[0]["date"] == evening.held_on.isoformat()


class TestPlayers:
    @pytest.fixture
    def people(self, cast):
        ann = Player.objects.create(club=cast.club, name="Ann, the =first", role="lady", public="initials")
        bob = Player.objects.create(club=cast.club, name="=Bob", public="other", public_name="The Fox")
        Player.objects.create(club=cast.club, name="Cid", active=False)
        gone = Player.objects.create(club=cast.club, name="Robert")
        Merge.objects.create(gone=gone, kept=bob)
        for name in ("juniors", "a, b"):
            Group.objects.create(club=cast.club, name=name).players.add(ann)
        Player.objects.create(club=cast.other_club, name="Stranger")

    def test_as_a_table(self, get, cast, people):
        table = rows(get("players-csv", cast.club.pk))
        assert list(table[0]) == list(PEOPLE)
        assert [row["name"] for row in table] == ["'=Bob", "Ann, the =first"]
        assert (table[0]["public"], table[0]["public_name"]) == ("other", "The Fox")
        assert table[1]["groups"] == "a, b|juniors"

    def test_the_table_reads_back(self, get, cast, people):
        read = read_people(get("players-csv", cast.club.pk).content.decode())
        assert not read.complaints
        assert plan_people(cast.club, read.good).nothing_new
        assert describe_plan(plan_people(cast.other_club, read.good)) == ["2 new players"]

    def test_odd_names_come_back_as_they_are(self, get, cast):
        for name in ("'=x", "=x", "'x", "''+1", "-2"):
            person = Player.objects.create(club=cast.club, name=name)
            Group.objects.create(club=cast.club, name=f"{name}, {name}").players.add(person)
        read = read_people(get("players-csv", cast.club.pk).content.decode())
        assert {one.name: one.groups for one in read.good} == {
            player.name: tuple(group.name for group in player.groups.all())
            for player in Player.objects.filter(club=cast.club)
        }

    def test_as_a_document(self, get, cast, people):
        document = json.loads(get("players-json", cast.club.pk).content)
        assert (document["format"], document["club"]) == ("headtable-players", "Thursday Club")
        bob, _ann, cid = document["players"]
        assert (bob["also"], bob["on_the_list"], cid["on_the_list"]) == (["Robert"], True, False)

    @pytest.mark.parametrize("name", ["players-csv", "players-json"])
    def test_as_many_queries_for_any_number(self, client, cast, name, django_assert_num_queries, people):
        client.force_login(cast.vera)
        Player.objects.bulk_create(Player(club=cast.club, name=f"p{n}") for n in range(50))
        with django_assert_num_queries(6):
            client.get(reverse(name, args=[cast.club.pk]))
