"""``manage.py backup``: everything in one file, for ``manage.py restore`` on this machine or another."""

import re
from argparse import ArgumentParser, ArgumentTypeError
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.template.defaultfilters import filesizeformat

from accounts.numbers import number_in
from tournaments.management.backups.backup import Keep, backup_every, backup_make, choose_contents
from tournaments.management.processes.stopping import undo_on_stop


class Command(BaseCommand):
    help = "Write all data into one file. The command “restore” reads it on any machine."
    requires_system_checks: list[str] = []  # a backup needs no pages

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "to", type=Path, help="a file, or a folder in which the file is named by its time"
        )
        parser.add_argument(
            "--every",
            type=number,
            metavar="SECONDS",
            help="keep running, and make a backup every so many seconds",
        )
        parser.add_argument(
            "--keep",
            type=parse_keep,
            metavar="NEWEST[,HOURS[,DAYS]]",
            help=(
                "how many stay in the folder: the newest, then the last of each of so many hours, and of so "
                "many days (all; with --every as BACKUP_KEEP says)"
            ),
        )
        parser.add_argument("--with-key", action="store_true", help=describe_with_key())

    def handle(self, *, to: Path, every: int | None, keep: Keep | None, with_key: bool, **_: Any) -> None:
        contents = choose_contents(with_key=with_key)
        with undo_on_stop():
            if every:
                with suppress(KeyboardInterrupt):
                    backup_every(to, every, keep or Keep(*settings.BACKUP_KEEP), contents, self._say)
            else:
                backup = backup_make(to, keep, contents)
                self._say(
                    f"{backup.path}: {backup.rows} rows, {filesizeformat(backup.bytes)}, "
                    f"in {backup.seconds:.1f} s."
                )

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()


def describe_with_key() -> str:
    return (
        "include the secret key and the sign-ins, so that the codes on the tables work on another "
        "laptop; anybody with this file can sign in as anybody"
    )


def parse_keep(text: str) -> Keep:
    """Parse the numbers of backups to keep, as typed."""
    if not re.fullmatch(r"[0-9]+(,[0-9]+){0,2}", text) or not int(text.split(",")[0]):
        raise ArgumentTypeError(f"{text} must look like 6 or 6,24,31")
    return Keep(*map(int, text.split(",")))


def number(text: str) -> int:
    """Parse a number above 0, as typed."""
    if not number_in(text):
        raise ArgumentTypeError(f"{text} must be a number above 0")
    return int(text)
