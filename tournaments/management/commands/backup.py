"""``manage.py backup``: everything in one file, for ``manage.py restore`` on this machine or another."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext

from tournaments.management.backup import backup_every, backup_make
from tournaments.management.stopping import whole_or_nothing


class Command(BaseCommand):
    help = gettext("Writes all that there is into one file, for manage.py restore on any machine.")
    requires_system_checks: list[str] = []  # the pages have nothing to do with it

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "to", type=Path, help=gettext("a file; or a folder, where it is named by its time")
        )
        parser.add_argument(
            "--every", type=number, metavar="SECONDS", help=gettext("go on, and write one so often")
        )
        parser.add_argument(
            "--keep", type=number, metavar="NUMBER", help=gettext("how many stay in the folder (all)")
        )

    def handle(self, *, to: Path, every: int | None, keep: int | None, **_: Any) -> None:
        with whole_or_nothing():
            if every:
                with suppress(KeyboardInterrupt):
                    backup_every(to, every, keep, self._say)
            else:
                made = backup_make(to, keep)
                self._say(
                    gettext("%(file)s: %(rows)s rows, %(size)s, in %(seconds).1f s.")
                    % {
                        "file": made.path,
                        "rows": made.rows,
                        "size": filesizeformat(made.bytes),
                        "seconds": made.seconds,
                    }
                )

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()


def number(text: str) -> int:
    """A number above 0, as somebody types it."""
    if not (text.isdecimal() and int(text)):
        raise ArgumentTypeError(gettext("%(text)s is no number above 0") % {"text": text})
    return int(text)
