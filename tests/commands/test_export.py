"""``manage.py export``, and the document that it writes."""

import json
import re
from itertools import pairwise
from pathlib import Path

import jsonschema
import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from accounts.models import Group, Player
from tests.linked_phones import linked, phone
from tests.scoring.services.test_deal_record import body
from tournaments.attendance.services import Arrival, entry_withdraw, people_check_in, player_drop, seat_keep
from tournaments.bell.services.bell import moves_apply
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.prize_list import Listed
from tournaments.core.record import Ending, Presence, Stage
from tournaments.core.settings import Counting, Settings, Unfinished
from tournaments.models import EntryRow
from tournaments.phones.services import deal_confirm
from tournaments.results.services import evening_finish
from tournaments.scoring.services.deals import deal_record, table_end
from tournaments.seating.services import seats_swap
from tournaments.simulation import hall as simulation_hall
from tournaments.simulation.rounds import SimulationOrder, simulate
from tournaments.transfer.presenters.evening import export_evening
from tournaments.undo.services.undo import bell_undo

pytestmark = [pytest.mark.slow, pytest.mark.postgresql]

DOCS = Path(__file__).parents[2] / "docs"
SCHEMA = json.loads((DOCS / "export.schema.json").read_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA, format_checker=jsonschema.FormatChecker())


def exported(evening):
    """The document as it is after it was written and read; valid by its schema."""
    doc = json.loads(json.dumps(export_evening(evening)))
    VALIDATOR.validate(doc)
    return doc


def test_the_schema_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.thorough
@pytest.mark.parametrize("counting", list(Counting))
def test_busy_evenings_are_valid(cast, monkeypatch, counting):
    often = {incident: 5 * chance for incident, chance in simulation_hall.HOW_OFTEN.items()}
    monkeypatch.setattr(simulation_hall, "HOW_OFTEN", often)
    settings = Settings(counting=counting, unfinished=Unfinished.CUT)
    doc = exported(
        simulate(SimulationOrder("Busy", 30, 8, "2", settings=settings), club=cast.club, actor=None)
    )
    rounds = doc["rounds"]
    assert any(round["comings_and_goings"] for round in rounds)
    assert any(
        deal["corrections"] for round in rounds for table in round["tables"] for deal in table["deals"]
    )
    assert len(doc["settlement"]) == sum(player["player"] in seen(doc) for player in doc["players"])


@pytest.mark.parametrize("format", ["rotation", "swiss", "knockout", "ladder"])
def test_games_that_are_drawn_are_valid(cast, monkeypatch, format):
    """Everybody's way to each game, and everybody's first stake, are in the document."""
    often = {incident: 5 * chance for incident, chance in simulation_hall.HOW_OFTEN.items()}
    monkeypatch.setattr(simulation_hall, "HOW_OFTEN", often)
    settings = Settings(games=3, deals=5, through=3, consolation=True)
    order = SimulationOrder("Drawn", 19, seed="3", game="brag", format=format, settings=settings)
    doc = exported(simulate(order, club=cast.club, actor=None))
    first, *rounds = doc["rounds"]
    stakes = {seat["player"] for table in first["tables"] for seat in table["seats"]}
    for before, round in pairwise([first, *rounds]):
        ways = {way["player"]: way["to"] for way in (*before["moves"], *round["arrivals"])}
        ways |= {way["player"]: way["to"] for way in round["manual_moves"]}
        seats = {
            seat["player"]: {"table": table["table"], "seat": seat["seat"]}
            for table in round["tables"]
            for seat in table["seats"]
        }
        assert {player: to for player, to in ways.items() if to} == seats
        firsts = (way["player"] for way in round["arrivals"] if (way["stake"] or {}).get("kind") == "first")
        stakes.update(firsts)
    assert stakes == seen(doc)


def seen(doc):
    return {s["player"] for round in doc["rounds"] for table in round["tables"] for s in table["seats"]}


def test_every_property_is_described():
    """Each property has its bullet under its object's heading in docs/export.md, and nothing else has one."""
    text = (DOCS / "export.md").read_text()
    sections = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    described = {
        heading: {name for bullet in bullets(section) for name in re.findall(r"`(\w+)`", bullet)}
        for heading, section in sections.items()
    }
    wanted = {"The document": SCHEMA, **SCHEMA["$defs"]}
    assert described.keys() == wanted.keys()
    for heading, shape in wanted.items():
        assert described[heading] == set(shape["properties"]), heading


def bullets(section):
    """The words before the colon of each bullet, and of a second property in one: "a: …; `b`: …"."""
    for line in re.split(r"\n(?=- )|\n\n", section):
        if line.startswith("- "):
            yield from re.findall(r"(?:^- |; )((?:`\w+`(?:, )?)+):", line)


def test_it_is_read_in_a_fixed_number_of_queries(cast, django_assert_num_queries):
    small = simulate(SimulationOrder("Small", 7, 2), club=cast.club, actor=None)
    large = simulate(SimulationOrder("Large", 20, 3), club=cast.club, actor=None)
    for evening in (small, large):
        evening.club  # noqa: B018 - the command reads it with the evening
        with django_assert_num_queries(27):
            export_evening(evening)


def test_an_evening_that_has_not_begun(night):
    doc = exported(night(0, Stage.DRAFT).evening)
    assert doc["draw"] is None
    assert doc["players"] == doc["rounds"] == doc["settlement"] == doc["prizes"] == []
    assert doc["result_version"] is None
    assert doc["journal"][0]["verb"] == "evening_planned"


def test_the_draw_with_somebody_withdrawn_and_swapped_since(night):
    night = night(12, Stage.SEATED)
    entries = [entry.id for entry in night.facts.entries]
    entry_withdraw(night.by, entry=entries[3])
    seats_swap(night.because("sisters"), first=entries[0], second=entries[1])
    doc = exported(night.evening)
    assert doc["draw"]["players"] == [1, 2, 3, None, *range(4, 12)]
    assert sorted(seat["player"] or 0 for seat in doc["draw"]["seats"]) == list(range(12))
    moves = doc["rounds"][0]["manual_moves"]
    assert [(move["player"], move["stake"]) for move in moves] == [(1, None), (2, None)]
    assert moves[0]["reason"]["sentence"] == "Moved by the organiser: sisters"
    drawn = {s["player"]: (s["table"], s["seat"]) for s in doc["draw"]["seats"]}
    assert (moves[0]["from"]["table"], moves[0]["from"]["seat"]) == drawn[1]
    assert (moves[0]["to"]["table"], moves[0]["to"]["seat"]) == drawn[2]


def test_what_a_tables_phone_did(night):
    """It is the phone's, and nobody's account; who confirmed is told by number."""
    night = linked(night(12, confirm=True))
    deal_record(phone(night), **body(night))
    entry = night.table(2)[0]
    deal_confirm(phone(night), round=1, table=2, deal=1, base_version=1, entry=entry)
    *_before, recorded, confirmed = exported(night.evening)["journal"]
    assert [(line["actor"], line["phone"]) for line in (recorded, confirmed)] == [(None, 2)] * 2
    number = next(n for n, one in enumerate(night.facts.entries, 1) if one.id == entry)
    assert confirmed["payload"]["entry"] == number


def test_an_undone_bell_is_in_the_journal_only(night):
    night = night(12)
    night.next_round()
    bell_undo(night.because("too early"))
    doc = exported(night.evening)
    assert [round["round"] for round in doc["rounds"]] == [1]
    assert doc["rounds"][0]["moves"] == []
    assert not doc["rounds"][0]["rung"]
    assert [line["verb"] for line in doc["journal"]][-2:] == ["moves_applied", "bell_undone"]
    assert doc["journal"][-1]["reason"] == "too early"


def test_corrections_stand_beside_what_the_bell_was_reckoned_from(night):
    """One before the bell, one in the next round, one after the last bell."""
    night = night(12)
    for position in night.tables:
        night.play(position)
    winner, second, third = night.table(2)[:3]
    nothing = dict.fromkeys(night.table(2), 0)
    night.correct(2, [winner], {**nothing, winner: 5, second: -3, third: -2})
    night.decide()
    moves_apply(night.by, round=1)
    night.correct(2, [winner], {**nothing, winner: 5, second: -4, third: -1}, round=1)
    deal = exported(night.evening)["rounds"][0]["tables"][1]["deals"][0]
    number = {entry.id: n for n, entry in enumerate(night.facts.entries, start=1)}
    change = {line["player"]: line["change"] for line in deal["players"]}
    assert deal["version"] == 2
    assert (change[number[second]], change[number[third]]) == (-3, -2)
    assert [(c["version"], c["counts_from_round"], c["reason"]) for c in deal["corrections"]] == [
        (2, 1, "a slip"),
        (3, 2, "a slip"),
    ]


def test_comings_and_goings_and_a_table_that_cannot_finish(night):
    night = night(12, unfinished=Unfinished.CUT)
    stays, goes = night.table(1)[1], night.table(2)[2]
    seat_keep(night.by, entry=stays, keeps=True)
    people_check_in(night.by, people=[Arrival("Late", "lady")])
    night.play(1)
    player_drop(night.by, entry=goes)
    table_end(night.by, round=1, table=2, ending=Ending.VOID)
    night.play(3)
    night.decide()
    moves_apply(night.by, round=1)
    first, second = exported(night.evening)["rounds"]
    number = {entry.id: n for n, entry in enumerate(night.facts.entries, start=1)}
    said = [
        (w["player"], w["state"], w["from_round"], w["after_bell"], w["counters"])
        for w in first["comings_and_goings"]
    ]
    assert said == [
        (number[stays], str(Presence.KEEPS_SEAT), 1, False, None),
        (13, str(Presence.HERE), 2, False, None),
        (number[goes], str(Presence.LEFT), 1, True, 50),
    ]
    assert [table["ending"] for table in first["tables"]] == [None, "void", None]
    arrival = second["arrivals"][0]
    assert (arrival["player"], arrival["from"]) == (13, None)
    assert arrival["stake"] == {"kind": "first", "counters": 50}
    assert arrival["reason"]["code"] == "late"


def test_prizes_of_a_clubs_own(night, cast):
    """With for whom they are, and who was in their group."""
    best = Listed("own-1", "Most counters", (Step("net"),), group="Juniors", places=2)
    night = night(8, Stage.SETTLING, prizes=(Listed("yellow", "Chips"), best))
    young = Player.objects.create(club=cast.club, name="Junior")
    EntryRow.objects.filter(pk=night.table(1)[1]).update(player=young)
    Group.objects.create(club=cast.club, name="Juniors").players.add(young)
    evening_finish(night.by)
    night.evening.refresh_from_db()
    doc = exported(night.evening)
    told = [
        (prize["title"], prize["group"], prize["place"], len(prize["winners"])) for prize in doc["prizes"]
    ]
    assert told == [
        ("Chips", None, None, 1),
        ("Most counters", "Juniors", 1, 1),
        ("Most counters", "Juniors", 2, 0),
    ]
    [line] = [line for line in doc["journal"] if line["verb"] == "evening_finished"]
    assert line["payload"]["groups"] == {"Juniors": doc["prizes"][1]["winners"]}


def test_it_writes_to_the_terminal_or_to_a_file(cast, capsys, tmp_path):
    evening = simulate(SimulationOrder("Öffentlich", 7, 2), club=cast.club, actor=None)
    call_command("export", str(evening.pk))
    shown = json.loads(capsys.readouterr().out)
    assert shown["evening"]["name"] == "Öffentlich"
    call_command("export", str(evening.pk), "--output", str(tmp_path / "evening.json"))
    assert json.loads((tmp_path / "evening.json").read_text(encoding="utf-8")) == shown
    assert "Written to" in capsys.readouterr().out


def test_refused(cast, tmp_path):
    with pytest.raises(CommandError, match="no evening 999999"):
        call_command("export", "999999")
    evening = simulate(SimulationOrder("x", 7, 1), club=cast.club, actor=None)
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("export", str(evening.pk), "--output", str(tmp_path))


def test_sentences_are_english_whoever_asks(cast):
    evening = simulate(SimulationOrder("x", 26, 2), club=cast.club, actor=None)
    with translation.override("de"):
        doc = exported(evening)
    assert any("Moves up one table" in move["reason"]["sentence"] for move in doc["rounds"][0]["moves"])
    assert "%(" not in json.dumps(doc)
