"""``manage.py restore``: replace the data by a backup, on this machine or another."""

import sys
from argparse import ArgumentParser
from datetime import datetime
from getpass import getpass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import Error
from django.utils import formats, timezone

from tournaments.console.selectors import DueKind, find_due_tasks
from tournaments.evening.selectors import program_clock
from tournaments.management.backups.archive import Manifest, is_encrypted
from tournaments.management.backups.restore import Restored, check, left_over_clear, restore
from tournaments.management.disk import make_disk_error
from tournaments.management.processes import data_folder
from tournaments.management.processes.stopping import undo_on_stop
from tournaments.models import Evening


class Command(BaseCommand):
    help = "Replace all data by a backup: completely, or not at all."
    requires_system_checks: list[str] = []  # a restore needs no pages

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file made by the command “backup”")
        way = parser.add_mutually_exclusive_group()
        way.add_argument("--replace", action="store_true", help="replace the clubs and users that are there")
        way.add_argument("--check", action="store_true", help="only check the file")

    def handle(self, *, file: Path, replace: bool, **options: Any) -> None:
        try:
            settings.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
            with undo_on_stop():
                if options["check"]:
                    backup = check(file, _read_passphrase(file))
                else:
                    restored = self._restore(file, replace=replace)
        except Error as error:
            raise make_disk_error(error) from error
        except OSError as error:
            raise CommandError(
                f"The backup cannot be checked in the data folder {settings.DATA_DIR}: "
                f"{error.strerror or error}"
            ) from error
        if options["check"]:
            self._say("%(file)s is good: %(what)s.", file=file, what=_describe(backup))
        else:
            self._report(restored)

    def _restore(self, file: Path, *, replace: bool) -> Restored:
        with data_folder.hold_alone(settings.RUN_DIR):
            if data_folder.left_over_end(settings.RUN_DIR):
                self._say("Processes of an earlier run were stopped.")
            left_over_clear(settings.DATA_DIR)
            return restore(file, replace=replace, passphrase=_read_passphrase(file))

    def _report(self, restored: Restored) -> None:
        if restored.before:
            self._say("The data before it is in %(file)s.", file=restored.before)
        figures = _describe(restored.manifest)
        self._say("Restored in %(seconds).1f s: %(what)s.", seconds=restored.seconds, what=figures)
        if restored.signed:
            if restored.signed_in:
                self._say("Everybody stays signed in.")
            else:
                self._say("Everybody must sign in again: the backup has no sign-ins.")
            self._say("The codes on the tables work if the address is the same.")
        else:
            self._say(
                (
                    "The secret key is a different one. Everybody must sign in again, and you must "
                    "print the codes again. To avoid this, set SECRET_KEY to the old key%(place)s, and"
                    " restart Headtable."
                ),
                place=" (the backup has it as secret.key)" if restored.has_key else "",
            )
            if not restored.has_key:
                self._say("A backup made with --with-key includes the key.")
        evenings = [
            task.evening for task in find_due_tasks(program_clock.read_time()) if task.kind is DueKind.RING
        ]
        for evening in Evening.objects.filter(pk__in=evenings):
            self._say(
                (
                    "“%(evening)s”: the time of its round is over. The bell rings when Headtable "
                    "starts. To continue play, undo the last bell, add minutes and start the clock."
                ),
                evening=evening.name,
            )

    def _say(self, text: str, **figures: object) -> None:
        self.stdout.write(text % figures)


def _read_passphrase(file: Path) -> str:
    """Return the settings' passphrase, else ask, for an encrypted file at a terminal."""
    passphrase: str = settings.BACKUP_PASSPHRASE
    if not passphrase and file.is_file() and sys.stdin.isatty():
        with file.open("rb") as stream:
            if is_encrypted(stream):
                return getpass("The passphrase of the backup: ")
    return passphrase


def _describe(backup: Manifest) -> str:
    time = timezone.localtime(datetime.fromisoformat(backup.made))
    return "{rows} rows, made on {made} by Headtable {version}".format(
        rows=sum(backup.tables.values()),
        made=formats.date_format(time, "DATETIME_FORMAT"),
        version=backup.headtable,
    )
