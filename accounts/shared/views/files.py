"""Files to download: their names in any script, and never in a cache."""

import unicodedata

from django.http import HttpResponse
from django.utils.http import content_disposition_header

MOST_BYTES = 120
"""Of a name: a file system takes 255 with what a browser adds."""


def file_name(*parts: object) -> str:
    """Return a name for a file: letters and digits of any script, and hyphens for all else."""
    text = unicodedata.normalize("NFC", " ".join(map(str, parts))).lower()
    signs = "".join(sign if unicodedata.category(sign)[0] in "LNM" else " " for sign in text)
    name = "-".join(signs.split()).encode()[:MOST_BYTES].decode(errors="ignore").rstrip("-")
    return name or "headtable"


def download(content: bytes, kind: str, name: str) -> HttpResponse:
    """Return the content as a file of that name, to be saved and not shown. ``kind`` is its media type."""
    answer = HttpResponse(content, content_type=kind)
    answer["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    answer["Cache-Control"] = "private, no-store"
    return answer
