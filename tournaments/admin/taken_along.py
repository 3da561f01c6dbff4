"""Files that are taken along from the lists: evenings as documents, prizes as tables."""

import json
from collections.abc import Iterator, Sequence
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from django.utils.text import slugify

from tournaments.core.files.sheets import Cell, written
from tournaments.models import Award, Evening
from tournaments.pages.files.evening import export
from tournaments.pages.files.sheet import spreadsheet
from tournaments.pages.results.prize_standings import prize_lines

MOST_EVENINGS = 50
"""One document at a time is in memory, with the file that is packed."""
OF_PRIZES = ("club", "date", "occasion", "prize", "winners", "reason", "version", "state")
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def evenings_file(evenings: Sequence[Evening]) -> HttpResponse:
    """One evening's document, or a file in which those of several are packed."""
    if len(evenings) == 1:
        return _file(_document(evenings[0]), f"{_name(evenings[0])}.json", "application/json")
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for evening in evenings:
            archive.writestr(f"{_name(evening)}-{evening.pk}.json", _document(evening))
    return _file(packed.getvalue(), "evenings.zip", "application/zip")


def _document(evening: Evening) -> bytes:
    return json.dumps(export(evening), ensure_ascii=False, indent=1).encode()


def _name(evening: Evening) -> str:
    return slugify(f"{evening.held_on} {evening.name}")[:80]


def prizes_csv(awards: Sequence[Award]) -> HttpResponse:
    """Prizes as CSV."""
    return _file(written(OF_PRIZES, _prizes(awards)).encode(), "prizes.csv", "text/csv; charset=utf-8")


def prizes_xlsx(awards: Sequence[Award]) -> HttpResponse:
    """Prizes as a spreadsheet."""
    return _file(spreadsheet(OF_PRIZES, _prizes(awards)), "prizes.xlsx", XLSX)


def _prizes(awards: Sequence[Award]) -> Iterator[Sequence[Cell]]:
    for line in prize_lines(awards).values():
        winners = ", ".join(winner.name for winner in line.winners)
        yield (
            *(str(line.club), line.day.isoformat() if line.day else None, line.occasion, line.title),
            *(winners, line.reason, line.version, line.state_said),
        )


def _file(content: bytes, name: str, kind: str) -> HttpResponse:
    answer = HttpResponse(content, content_type=kind)
    answer["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    answer["Cache-Control"] = "private, no-store"
    return answer
