"""``manage.py export ID``: one evening as a JSON document, described in docs/export.md."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from accounts.database.snapshots import read_snapshot
from tournaments.management.backups.archive import refuse_others
from tournaments.models import Evening
from tournaments.transfer.presenters.evening import export_evening


class Command(BaseCommand):
    help = "Write one evening as JSON, so that anybody can check it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("evening", type=int, help="the evening's number")
        parser.add_argument("--output", type=Path, help="write to this file, not to the terminal")

    def handle(self, **options: Any) -> None:
        refuse_others(connection)
        text = json.dumps(_make_document(options["evening"]), ensure_ascii=False, indent=1)
        path: Path | None = options["output"]
        if path is None:
            self.stdout.write(text)
            return
        try:
            path.write_text(f"{text}\n", encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{path} cannot be written: {error.strerror}") from error
        self.stdout.write(f"Written to {path}.")


def _make_document(number: int) -> dict[str, Any]:
    with read_snapshot():
        evening = Evening.held.select_related("club").filter(pk=number).first()
        if evening is None:
            raise CommandError(f"There is no evening {number}.")
        return export_evening(evening)
