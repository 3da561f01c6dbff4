"""Files that are taken along from the lists: evenings as documents, prizes as tables."""

import json
from collections.abc import Iterator, Sequence
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from django.http import HttpResponse

from accounts.shared.views.files import download, file_name
from tournaments.core.files.sheets import Cell
from tournaments.models import Award, Evening
from tournaments.prizes.presenters.prize_standings import prize_lines
from tournaments.transfer.presenters.evening import export
from tournaments.transfer.presenters.sheet import table_file

MOST_EVENINGS = 50
"""One document at a time is in memory, with the file that is packed."""
OF_PRIZES = ("club", "date", "occasion", "prize", "winners", "reason", "version", "state")


def evenings_file(evenings: Sequence[Evening]) -> HttpResponse:
    """One evening's document, or a file in which those of several are packed."""
    if len(evenings) == 1:
        return download(_document(evenings[0]), "application/json", f"{_name(evenings[0])}.json")
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for evening in evenings:
            archive.writestr(f"{_name(evening)}-{evening.pk}.json", _document(evening))
    return download(packed.getvalue(), "application/zip", "evenings.zip")


def _document(evening: Evening) -> bytes:
    return json.dumps(export(evening), ensure_ascii=False, indent=1).encode()


def _name(evening: Evening) -> str:
    return file_name(evening.held_on, evening.name)


def prizes_file(awards: Sequence[Award], kind: str) -> HttpResponse:
    """Return prizes as a table, CSV or XLSX."""
    content, media = table_file((OF_PRIZES, list(_prizes(awards))), kind)
    return download(content, media, f"prizes.{kind}")


def _prizes(awards: Sequence[Award]) -> Iterator[Sequence[Cell]]:
    for line in prize_lines(awards).values():
        winners = ", ".join(winner.name for winner in line.winners)
        yield (
            *(str(line.club), line.day, line.occasion, line.title),
            *(winners, line.reason, line.version, line.state_said),
        )
