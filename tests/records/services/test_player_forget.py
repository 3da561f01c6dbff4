"""Somebody is forgotten: no table holds the name any more, and no figure is another one."""

import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.utils import timezone, translation
from django.utils.translation import gettext

from accounts.clubs.services import claim_end
from accounts.errors import ForbiddenError
from accounts.models import Answer, Claim, Group, Invitation, Player, Role
from accounts.players.services import player_add, player_change, player_merge, players_ensure
from tests.cast import Cast, Night, everything, refused
from tests.played_seasons import a_season, by
from tournaments.attendance.services import entry_change
from tournaments.core.record import Stage
from tournaments.evening.selectors.access import find_evening_by_code, make_evening_tag, public_names_of
from tournaments.evening.services.evenings import evening_change
from tournaments.models import EntryRow, Evening, Journal, WaitingDecision
from tournaments.phones.selectors import CORRECTION
from tournaments.phones.services import correction_ask
from tournaments.prizes.services import prize_give
from tournaments.records.services.people import player_forget
from tournaments.seasons.services.leagues import SeasonEntry, people_place
from tournaments.seasons.services.results import (
    row_question_answer,
    row_question_ask,
    season_close,
    season_prize_give,
    season_prize_take_back,
)
from tournaments.seasons.services.seasons import evening_add, player_place
from tournaments.transfer.presenters.evening import export_evening
from tournaments.transfer.presenters.tables import build_players_document, build_season_document

pytestmark = pytest.mark.postgresql

NAME, BEFORE, ALSO, OWN = "Zoë Quill-O’Hara", "Zoë Quall", "Zoe Quillohara", "Zo the Great"
CALLED = "A former player"


def held() -> str:
    """All that stands in any column of any table, in one string."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"select * from {connection.ops.quote_name(table)}")  # noqa: S608 - our own names
            for row in cursor.fetchall():
                for value in row:
                    text = value if isinstance(value, str) else json.dumps(value, default=str)
                    found += [text, _unescaped(text)]
    return "\n".join(found)


def _unescaped(text: str) -> str:
    """What is spelled with JSON's escapes, as people read it."""
    try:
        return json.dumps(json.loads(text), ensure_ascii=False)
    except ValueError:
        return ""


@pytest.fixture
def scene(cast: Cast, night) -> Any:
    """An evening with its league; the name stands wherever one can stand."""
    night = night(12, banker=f"{NAME} and Ben")
    evening_change(night.by, settings={"banker": f"Ben and {NAME}"})
    first = night.table(1)[0]
    EntryRow.objects.filter(pk=first).update(name=BEFORE)
    Player.objects.filter(entries=first).update(name=BEFORE)
    entry_change(night.by, entry=first, name=NAME, role="lady")
    night.next_round()
    mine, round = night.seats()[first][0], night.round
    night.play(mine)
    correction_ask(
        night.because(f"{NAME} says so"), round=round, table=mine, deal=1, version=1,
        typed=[f"{NAME}: 3", "p02: 1"], words=f"It was {NAME}, not {BEFORE}.",
    )  # fmt: skip
    for table in night.tables:
        if table != mine:
            night.play(table)
    night.finish()
    night.reveal()
    player = Player.objects.get(entries=first)
    player_change(
        by=cast.alice, player=player, name=NAME, role="lady", active=True, public="other", public_name=OWN
    )
    Group.objects.create(club=cast.club, name="juniors").players.add(player)
    gone = player_add(by=cast.alice, club=cast.club, name=ALSO)
    player_merge(by=cast.alice, gone=gone, kept_as=player, reason=f"{ALSO} is {NAME}")
    _season(cast, night, player)
    Claim.objects.create(player=player, user=cast.vera, granted=True, ended_at=timezone.now())
    soon = timezone.now() + timedelta(days=1)
    Invitation.objects.create(club=cast.club, role=Role.VIEWER, player=player, digest="d", expires=soon)
    Answer.objects.create(user=cast.bob, key=uuid4(), digest="d", status=201, body={"name": NAME})
    WaitingDecision.objects.create(club=cast.club, what="claims", row=1, mark=0, reason=f"Ask {NAME}")
    logged(cast, player, NAME, json.dumps([{"changed": {"object": NAME}}]))
    logged(cast, Journal.objects.filter(evening=night.evening)[1], "2. people_seated", f"Not {NAME}'s")
    return night


def logged(cast: Cast, row: Any, called: str, message: str = "") -> LogEntry:
    """A line of the admin's log about the row."""
    return LogEntry.objects.create(
        user=cast.alice, content_type=ContentType.objects.get_for_model(row), object_id=str(row.pk),
        object_repr=called, action_flag=CHANGE, change_message=message,
    )  # fmt: skip


def _season(cast: Cast, night: Night, player: Player) -> None:
    season = a_season(cast)
    evening_add(by(cast, season), evening=night.evening.pk)
    player_place(by(cast, season, f"asked by {NAME}"), player=player.pk)
    people_place(by(cast, season), people={player.pk: SeasonEntry()})
    row_question_ask(by(cast, season), player=player.pk, text=f"Why has {NAME} 2 points?")
    asked = season.questions.get()
    row_question_answer(by(cast, season), question=asked.pk, answer=f"{BEFORE} came last.")
    winner = [player.entries.get(evening=night.evening).pk]
    prize_give(night.because(f"{NAME}’s vote"), title=f"{BEFORE} Cup", winners=winner)
    season_prize_give(by(cast, season, f"{NAME} asked"), title=f"{BEFORE} Cup", winners=[player.pk])
    season_prize_take_back(by(cast, season, f"{NAME} asked"), prize="hand-1")
    season_close(by(cast, season))


def person() -> Player:
    return Player.objects.get(name__in=(NAME, CALLED))


def put(document: Any) -> Any:
    """The document as it is to be when the names are gone."""
    text = json.dumps(document, ensure_ascii=False, default=str)
    for name in (NAME, BEFORE, ALSO, OWN):
        in_json = json.dumps(name)[1:-1].replace("\\", "\\\\")  # as SQLite keeps it, in a text of this text
        text = text.replace(name, CALLED).replace(in_json, CALLED)
    return json.loads(text)


def forget(cast: Cast) -> None:
    player_forget(by=cast.bob, player=person(), typed=NAME)


def test_no_table_holds_the_name(cast, scene):
    before = held()
    assert all(name in before for name in (NAME, BEFORE, ALSO, OWN))
    forget(cast)
    after = held()
    for name in (NAME, BEFORE, ALSO, OWN, "Zo", "Quill"):
        assert name not in after, name


def test_every_figure_is_the_same(cast, scene):
    """Rows are as many, and of them only what can hold a name has changed, or tells who it is."""
    rows = everything()
    evening, season = scene.evening, scene.evening.seasons.get().season
    documents = [put(export_evening(evening)), put(build_season_document(season, all_known=True))]
    forget(cast)
    now = [put(export_evening(evening)), put(build_season_document(season, all_known=True))]
    for before, after in zip(documents, now, strict=True):
        for changed in ("exported", "players", "people"):
            assert _alike(before.pop(changed, [])) == _alike(after.pop(changed, [])), changed
        assert before == after
    kept = everything()
    gone = {"accounts.Claim", "accounts.Invitation", "accounts.Group_players"}
    for table, before_rows in rows.items():
        if table in gone:
            assert len(kept[table]) == 0
        elif table not in {"accounts.Player", "accounts.Club", "accounts.Answer", "accounts.Merge"}:
            assert put(before_rows) == put(kept[table]), table


def _alike(told: Any) -> Any:
    """In any order, for it is the names'; without the usual role, which goes with them."""
    return sorted(str({**one, "role": ""}) for one in told) if isinstance(told, list) else told


def test_what_the_list_says(cast, scene):
    """Nobody checks in as the one who is forgotten, renames or merges them."""
    forget(cast)
    player = Player.objects.get(name=CALLED)
    assert (player.role, player.public_name, player.active) == ("", "", False)
    assert player.forgotten_at is not None
    assert not player.groups.exists()
    assert Player.objects.filter(name=f"{CALLED} 2").exists(), "the entry that was merged into it"
    assert CALLED not in json.dumps(build_players_document(cast.club))
    assert Answer.objects.get().body is None
    with refused("name", "already removed"):
        player_change(by=cast.alice, player=player, name=NAME, role="", active=True)
    with refused("gone", "already removed"):
        player_merge(by=cast.alice, gone=Player.objects.get(name="p05"), kept_as=player)
    with refused("typed", "already"):
        player_forget(by=cast.alice, player=player, typed=CALLED)
    made = players_ensure(club=cast.club, people=[(CALLED, "")])
    assert [player.forgotten_at for player in made.values()] == [None]


def test_strangers_read_no_initials_of_it_and_pages_that_browsers_keep_are_read_anew(cast, scene):
    def tag():
        evening = find_evening_by_code(scene.evening.join_code)
        assert evening is not None
        return make_evening_tag(evening)

    cast.club.public = "initials"
    cast.club.save()
    before = tag()
    forget(cast)
    assert tag() != before
    scene.evening.refresh_from_db()
    assert CALLED in public_names_of(scene.evening).values()


def test_a_second_one_gets_a_number(cast, scene):
    forget(cast)
    other = Player.objects.get(name="p05")
    player_forget(by=cast.alice, player=other, typed="P05 ")
    other.refresh_from_db()
    assert other.name == f"{CALLED} 3"
    names = EntryRow.objects.filter(evening=scene.evening, name__startswith=CALLED)
    assert sorted(names.values_list("name", flat=True)) == [CALLED, f"{CALLED} 3"]


def test_words_that_only_hold_the_name_stay(cast, scene):
    """Another one's longer name, and a word that begins so."""
    player_add(by=cast.alice, club=cast.club, name=f"{NAME} junior")
    line = Journal.objects.filter(evening=scene.evening)[0]
    line.reason = f"{NAME} junior sat with {NAME}, not {NAME}son"
    line.save()
    forget(cast)
    line.refresh_from_db()
    assert line.reason == f"{NAME} junior sat with {CALLED}, not {NAME}son"


def test_somebody_else_of_that_name_keeps_it(cast, scene):
    """Where somebody on the list is called as the person was shown once, reasons may mean that one."""
    player_add(by=cast.alice, club=cast.club, name=BEFORE)
    forget(cast)
    line = Journal.objects.get(verb=CORRECTION)
    assert line.payload["words"] == f"It was {CALLED}, not {BEFORE}."


def test_the_log_of_everybody_else_stays_as_it_is(cast, scene):
    """Neither who is called the same in another club, nor who is called as JSON's keys are."""
    other = Player.objects.create(club=cast.other_club, name="fields")
    line = logged(cast, other, "fields", '[{"changed": {"fields": ["Name"]}}]')
    here = player_add(by=cast.alice, club=cast.club, name="fields")
    mine = logged(cast, here, "fields", '[{"changed": {"name": "fields", "fields": ["Name"]}}]')
    player_forget(by=cast.bob, player=here, typed="fields")
    for entry in (line, mine):
        entry.refresh_from_db()
    assert (line.object_repr, line.change_message) == ("fields", '[{"changed": {"fields": ["Name"]}}]')
    assert mine.object_repr == CALLED
    assert json.loads(mine.change_message) == [{"changed": {"name": CALLED, "fields": ["Name"]}}]


def test_of_two_by_one_name_the_own_log_goes(cast, scene):
    twin = Player.objects.create(club=cast.club, name="p05")
    mine, hers = logged(cast, twin, "p05"), logged(cast, Player.objects.filter(name="p05")[0], "p05")
    player_forget(by=cast.bob, player=twin, typed="p05")
    for entry in (mine, hers):
        entry.refresh_from_db()
    assert (mine.object_repr, hers.object_repr) == (CALLED, "p05")


def test_a_name_by_which_nobody_played_goes_too(cast, scene):
    player, former = player_add(by=cast.alice, club=cast.club, name="Maiden Oldname"), "Maiden Oldname"
    logged(cast, player, former)
    player_change(by=cast.alice, player=player, name="Married Newname", role="", active=True)
    gone = player_add(by=cast.alice, club=cast.club, name="Nick")
    player_merge(by=cast.alice, gone=gone, kept_as=player, reason=f"She was {former}")
    player_forget(by=cast.bob, player=player, typed="Married Newname")
    for name in (former, "Married Newname", "Nick"):
        assert name not in held(), name


def test_answers_to_who_left_are_blank_and_those_of_other_clubs_are_not(cast, scene):
    told, player = {"id": person().pk, "name": NAME}, person()
    cast.bob.memberships.all().delete()
    Answer.objects.create(user=cast.charlie, key=uuid4(), digest="d", status=201, body=[told])
    other = {"id": player.pk + 1000, "name": NAME}
    theirs = Answer.objects.create(user=cast.charlie, key=uuid4(), digest="d", status=201, body=other)
    keys = Answer.objects.create(user=cast.alice, key=uuid4(), digest="d", status=201, body={NAME: 1})
    player_forget(by=cast.alice, player=player, typed=NAME)
    assert set(Answer.objects.exclude(body=None)) == {theirs, keys}


def test_a_word_that_is_a_name_stays_a_word_where_the_person_was_not(cast, scene):
    line = Journal.objects.filter(evening=scene.evening)[0]
    Journal.objects.filter(pk=line.pk).update(reason="table 3 did not count")
    word = player_add(by=cast.alice, club=cast.club, name="not")
    player_forget(by=cast.bob, player=word, typed="not")
    line.refresh_from_db()
    assert line.reason == "table 3 did not count"


def test_who_has_an_account_deletes_it_or_ends_the_claim_first(cast, scene):
    """Also by an entry that was merged into the person's."""
    claim = Claim.objects.create(player=Player.objects.get(name=ALSO), user=cast.vera, granted=True)
    with refused("typed", "has an account"):
        forget(cast)
    claim_end(by=cast.bob, claim=claim)
    forget(cast)


def test_it_is_said_in_the_language_of_who_does_it(cast, scene):
    with translation.override("de"):
        forget(cast)
        called = gettext(CALLED)
    assert scene.evening.entries.filter(name=called).count() == 1


def test_the_name_must_be_typed_by_who_may_run_the_club(cast, scene):
    for typed in ("", "Zoë", "p05"):
        with refused("typed", "Type the name"):
            player_forget(by=cast.alice, player=person(), typed=typed)
    for who in (cast.sam, cast.vera, cast.charlie):
        with refused("role", error=ForbiddenError):
            player_forget(by=who, player=person(), typed=NAME)


@pytest.mark.parametrize("stage", [Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING, Stage.SETTLING])
def test_an_evening_that_goes_on_is_finished_first(stage, cast, night):
    night = night(8, stage)
    player = Player.objects.get(name="p01")
    with refused("typed", "not finished"):
        player_forget(by=cast.alice, player=player, typed="p01")
    Evening.objects.filter(pk=night.evening.pk).update(held_on=timezone.localdate() - timedelta(days=8))
    player_forget(by=cast.alice, player=player, typed="p01")
    assert not EntryRow.objects.filter(name="p01").exists()
