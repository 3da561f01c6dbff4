"""``manage.py simulate``."""

import json

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from accounts.models import Club, Membership, Role
from tournaments.core.settings import Counting
from tournaments.models import Evening

HERE = ("--club", "Thursday Club")
HOOKED = {"hook": "last", "full_rotation": True}


def run(capsys, *arguments):
    call_command("simulate", "--players", "7", "--rounds", "2", *arguments)
    return capsys.readouterr().out


def test_it_works(db, capsys):
    said = run(capsys, "--seed", "3")
    evening = Evening.objects.get()
    assert evening.stage == "finished"
    assert said.splitlines()[:2] == ["Simulated evening 3: round 1 of 2", "Simulated evening 3: round 2 of 2"]
    assert f"Evening {evening.pk}, “Simulated evening 3”: 7 players, rounds: 2" in said
    assert "\r" not in said


def test_options(cast, capsys):
    run(capsys, *HERE, "--name", "Trial", "--counting", "at_the_end", "--rounds-open", "--quiet-night")
    evening = Evening.objects.get()
    assert (evening.name, evening.club, evening.stage) == ("Trial", cast.club, "playing")
    assert evening.settings.counting is Counting.AT_THE_END
    assert set(evening.journal.values_list("actor", flat=True)) == {cast.alice.pk}


@pytest.mark.parametrize(
    ("arguments", "format", "options", "played"),
    [
        (["kachuful"], "progressive", {}, "rounds: 2"),
        (["blackout", "--options", "hook=last", "full_rotation=yes"], "progressive", HOOKED, "rounds: 2"),
        (["blackout", "--options", json.dumps(HOOKED)], "progressive", HOOKED, "rounds: 2"),
        (["caller-clag", "--options", "deals=3", "--games", "2"], "fixed", {"deals": 3}, "games: 2"),
        (["brag", "--format", "fixed", "--games", "2", "--deals", "3"], "fixed", {}, "games: 2"),
    ],
)  # fmt: skip
def test_any_game(db, capsys, arguments, format, options, played):
    said = run(capsys, "--game", *arguments)
    evening = Evening.objects.get()
    assert (evening.game, evening.format) == (arguments[0], format)
    assert options.items() <= evening.options.items()
    assert evening.stage == "finished"
    assert f"7 players, {played}, in" in said
    assert f"{played.split()[1][:-1]} 2 of 2" in said.splitlines()[1]


def test_deals_of_a_game_without_a_schedule(db, capsys):
    """At fixed tables a game for counters has twelve deals, else there is one deal in a round."""
    run(capsys, "--format", "fixed", "--games", "2")
    run(capsys, "--deals", "2")
    run(capsys)
    assert [evening.settings.deals for evening in Evening.objects.order_by("id")] == [12, 2, 1]


def test_a_club_by_its_number(cast, capsys):
    run(capsys, "--club-id", str(cast.other_club.pk))
    assert Evening.objects.get().club == cast.other_club


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ((), "Several clubs have this name"),
        (("--club", "Nobody's"), "no such club"),
        (("--club-id", "999999"), "no such club"),
        ((*HERE, "--players", "1"), "at least 2 players"),
        ((*HERE, "--rounds", "0"), "one round at least"),
        ((*HERE, "--name", "x" * 61), "60"),
        ((*HERE, "--game", "whist"), "invalid choice"),
        ((*HERE, "--format", "league"), "invalid choice"),
        ((*HERE, "--game", "oh-well", "--format", "progressive"), "does not fit"),
        ((*HERE, "--game", "clag", "--options", "hook=last"), "no such option"),
        ((*HERE, "--game", "clag", "--options", "non_exact"), "KEY=VALUE, not as non_exact"),
        ((*HERE, "--game", "clag", "--options", "non_exact=2"), "yes or no"),
        ((*HERE, "--game", "clag", "--options", "{non_exact}"), "are not JSON"),
        ((*HERE, "--game", "caller-clag", "--options", f"deals={'9' * 5000}"), "from 1 to"),
        ((*HERE, "--format", "fixed", "--games", "0"), "from 1 to 20"),
        ((*HERE, "--deals", "101"), "from 1 to 100"),
        ((*HERE, "--game", "oh-well", "--games", "1"), "at most: 1"),
        ((*HERE, "--players", "many"), "invalid int"),
    ],
)
def test_refused(cast, capsys, arguments, why):
    with pytest.raises(CommandError, match=why):
        run(capsys, *arguments)


def test_a_new_club_belongs_to_the_first_account(cast, capsys):
    Club.objects.all().delete()
    run(capsys, "--club", "Brand new")
    membership = Membership.objects.get(club__name="Brand new")
    assert (membership.user, membership.role) == (cast.alice, Role.OWNER)


@pytest.mark.django_db
@pytest.mark.parametrize("words", [("simulate",), ("export", "1")])
def test_a_database_without_this_versions_tables_is_refused(words):
    recorder = MigrationRecorder(connection)
    newest = max(name for app, name in recorder.applied_migrations() if app == "tournaments")
    recorder.record_unapplied("tournaments", newest)
    with pytest.raises(CommandError, match=r"not ready for this version: manage\.py migrate"):
        call_command(*words)
