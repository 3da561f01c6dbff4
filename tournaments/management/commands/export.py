"""``manage.py export ID``: one evening as a JSON document, described in docs/export.md."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils.translation import gettext

from accounts.database.snapshots import reading
from tournaments.management.backups.versions import refuse_others
from tournaments.models import Evening
from tournaments.pages.files.evening import export


class Command(BaseCommand):
    help = gettext("Writes one evening as JSON, for anybody to replay and check.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("evening", type=int, help=gettext("the evening's number"))
        parser.add_argument("--output", type=Path, help=gettext("a file to write to instead of the terminal"))

    def handle(self, **options: Any) -> None:
        refuse_others(connection)
        text = json.dumps(_document(options["evening"]), ensure_ascii=False, indent=1)
        path: Path | None = options["output"]
        if path is None:
            self.stdout.write(text)
            return
        try:
            path.write_text(f"{text}\n", encoding="utf-8")
        except OSError as error:
            raise CommandError(
                gettext("%(path)s cannot be written: %(why)s") % {"path": path, "why": error.strerror}
            ) from error
        self.stdout.write(gettext("Written to %(path)s.") % {"path": path})


def _document(number: int) -> dict[str, Any]:
    with reading():
        evening = Evening.objects.select_related("club").filter(pk=number).first()
        if evening is None:
            raise CommandError(gettext("There is no evening %(id)s.") % {"id": number})
        return export(evening)
