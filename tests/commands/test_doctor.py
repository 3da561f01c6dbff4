"""``manage.py doctor``: what it says and how it ends. Its checks: test_doctor_checks.py, …_evenings.py."""

import io
import json
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from tests.cast import everything
from tests.commands.running import typed
from tournaments.core.record import Stage
from tournaments.management import doctor
from tournaments.management.doctor.database import Check, CheckScope, doubt, well, wrong
from tournaments.models import Evening


def ask(*arguments: Any, **options: Any) -> tuple[int, str]:
    """The command's exit status, and what it said."""
    out = io.StringIO()
    try:
        call_command("doctor", *arguments, stdout=out, **options)
    except SystemExit as end:
        return int(end.code or 0), out.getvalue()
    return 0, out.getvalue()


@pytest.fixture
def checks(monkeypatch):
    """Have it look at these alone."""

    def only(*some: Check) -> None:
        monkeypatch.setattr(doctor.examine, "__defaults__", (some,))

    return only


def finds(name: str, *found: Any, needs: tuple[str, ...] = ()) -> Check:
    return Check(name, lambda _asked: iter(found), needs)


def broken(_asked: CheckScope) -> Any:
    yield well("So far.")
    raise ValueError("of\nmany lines")


WELL, DOUBT, WRONG = well("It is."), doubt("Perhaps.", "Look."), wrong("It is not.", "Mend it.")


@pytest.mark.django_db
class TestTheCommand:
    def test_all_is_well(self, checks):
        checks(finds("one", WELL), finds("two"))
        assert ask() == (0, "✓ one: It is.\nAll is well.\n")

    def test_what_is_doubtful_is_no_failure(self, checks):
        checks(finds("one", WELL), finds("two", DOUBT))
        said = "✓ one: It is.\n! two: Perhaps.\n    → Look.\n0 wrong (✗), 1 doubtful (!), 1 fine (✓).\n"
        assert ask() == (0, said)

    def test_what_is_wrong_is_and_what_hangs_on_it_is_left_out(self, checks):
        checks(
            finds("one", DOUBT, WRONG),
            finds("two", WELL, needs=("one",)),
            finds("three", WELL, needs=("two",)),
            finds("four", WELL),
        )
        status, said = ask()
        assert status == 1
        assert said.splitlines() == [
            "! one: Perhaps.",
            "    → Look.",
            "✗ one: It is not.",
            "    → Mend it.",
            "· two: not checked, because of the problem with the one",
            "· three: not checked, because of the problem with the one",
            "✓ four: It is.",
            "1 wrong (✗), 1 doubtful (!), 1 fine (✓).",
        ]

    def test_a_check_that_fails_does_not_keep_the_others_from_being_looked_at(self, checks):
        checks(Check("one", broken), finds("two", WELL))
        status, said = ask()
        assert status == 1
        assert "✓ one: So far.\n✗ one: This check failed: ValueError: of many lines\n" in said
        assert "✓ two: It is.\n" in said

    def test_for_machines(self, checks):
        checks(finds("one", WELL, WRONG), finds("two", WELL, needs=("one",)))
        status, said = ask(json=True)
        assert status == 1
        assert json.loads(said) == {
            "state": "wrong",
            "checks": [
                {
                    "name": "one",
                    "without": None,
                    "findings": [
                        {"state": "well", "says": "It is.", "mend": None},
                        {"state": "wrong", "says": "It is not.", "mend": "Mend it."},
                    ],
                },
                {"name": "two", "without": "one", "findings": []},
            ],
        }

    def test_who_waits_is_told_how_far_it_is(self, checks, monkeypatch):
        class Terminal(io.StringIO):
            def isatty(self) -> bool:
                return True

        def long(asked: CheckScope) -> Any:
            asked.tell(3, 7)
            yield WELL

        checks(Check("one", long))
        for seconds, told in ((0.0, "\rEvening 3 of 7 …\r\x1b[K"), (60.0, "")):
            monkeypatch.setattr("tournaments.management.commands.doctor.LONG", seconds)
            terminal = Terminal()
            ask(stderr=terminal)
            assert terminal.getvalue() == told


def test_names_are_used_once_and_needs_come_before():
    names = [check.name for check in doctor.CHECKS]
    assert len(set(names)) == len(names)
    for number, check in enumerate(doctor.CHECKS):
        assert set(check.needs) <= set(names[:number])


def test_it_changes_nothing_and_the_database_itself_sees_to_that(night):
    night(8, Stage.FINISHED)
    night(8)
    before = everything()
    tried = []

    def writes(_asked: CheckScope) -> Any:
        tried.append(1)
        with transaction.atomic():
            Evening.objects.update(name="changed")
        yield well("It could write.")

    if connection.vendor == "sqlite":  # on PostgreSQL, in a transaction that began before, nothing is refused
        looked = list(doctor.examine(CheckScope(), (Check("writes", writes),)))
        assert "readonly" in looked[0].findings[0].says
        assert tried == [1]
    ask()
    assert everything() == before
    Evening.objects.filter(pk=0).update(name="it can be written again")


@pytest.mark.slow
class TestAsSomebodyTypesIt:
    @pytest.mark.thorough
    def test_on_a_laptop_that_is_well(self, tmp_path):
        assert typed(tmp_path, "migrate", "-v0").returncode == 0
        path = tmp_path / "headtable.sqlite3"
        # Without a write-ahead log, which Headtable would give it by opening it.
        assert typed(tmp_path, "shell", "-v0", "-c", NO_LOG).returncode == 0
        before = path.read_bytes(), sorted(tmp_path.iterdir())
        done = typed(tmp_path, "doctor")
        assert done.stderr == ""
        assert done.returncode == 0, done.stdout
        assert "\n✗" not in done.stdout
        assert "! SQLite file:" in done.stdout
        assert "✓ evenings: 0 of 0 are consistent." in done.stdout
        assert (path.read_bytes(), sorted(tmp_path.iterdir())) == before

    def test_before_the_first_run(self, tmp_path):
        done = typed(tmp_path, "doctor", "--json")
        assert done.returncode == 1
        found = {one["name"]: one for one in json.loads(done.stdout)["checks"]}
        assert "Run manage.py up or" in found["database"]["findings"][0]["mend"]
        assert found["evenings"]["without"] == "database"
        assert not (tmp_path / "headtable.sqlite3").exists()


NO_LOG = "from django.db import connection as c; c.cursor().execute('PRAGMA journal_mode=DELETE')"
