"""Lists of names as people paste them from messages, mails and spreadsheets: one name to a line."""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from accounts.answers import answers
from accounts.names import name_key, without_mail

LONGEST_LINE = 500
"""A longer line is no name. It stays as it is, and is refused as a name."""
UNSEEN = "\ufeff\u200b\u200e\u200f\u2060\u2066\u2067\u2068\u2069\u202a\u202c"
"""Signs without a picture that programs put around text: byte order mark, marks of direction."""
BULLET = r"[•◦‣⁃∙·●○▪▫■□▶►➤➢✓✔☐☑☒]\ufe0f?\s*|[-–—*]\s*(?=[^\W\d]|[\d\[(]\S*\s)|[+>~]\s+|\[[ xX✓]?\]\s*"
NUMBER = (
    r"(?:[\u2460-\u249b\u24ea-\u24ff\u2776-\u2793]|(?:\d\ufe0f?\u20e3|\U0001f51f)+)\s*"  # ① ⑴ ⒈ ❶, keycaps
    r"|[(\[]\d{1,4}[.:]?[)\]][.:]?\s*"
    r"|(?:no|nr|#|№)\.?\s*\d{1,4}(?:\s*[.):\-–—]+\s*|\s+)"
    r"|\d{1,4}\s*[.):．。、）：]+(?:\s+|(?=[^\W\d]))"
    r"|\d{1,4}(?:\s+[-–—/|]|[-–—/|])\s+"
    r"|\(?(?:[a-z]|[ivx]{1,5})\)\s+"
)
MARK = re.compile(f"(?:{BULLET}|{NUMBER})(?=\\S)", re.IGNORECASE)
COUNTED = re.compile(r"(\d{1,4})\s+(?=\S)")
COLUMN_MARK = re.compile(r"[(#]?\d*[.):]?|[•\-*]")
QUOTED = re.compile(r'"([^"]+)"|“([^“”]+)”|„([^„“”]+)[“”]|«([^«»]+)»|»([^«»]+)«')
MAILS = re.compile(r"(<[^<>\n]*@[^<>\n]*>)\s*[,;]\s*(?=[^\n]*@)")
"""Where one receiver of a mail ends and the next begins."""
HEADINGS = {
    *("name", "names", "player", "players", "player name", "player list", "list of players", "full name"),
    *("first name", "last name", "surname", "participant", "participants", "attendees", "members", "people"),
    *("namen", "namensliste", "vorname", "nachname", "vor- und nachname", "personen", "mitglieder"),
    *("spieler", "spielerin", "spielerinnen", "spieler/in", "spieler/innen", "spieler:innen", "mitspieler"),
    *("spielername", "spielerliste", "teilnehmer", "teilnehmerin", "teilnehmerinnen", "teilnehmer/innen"),
    *("teilnehmer:innen", "teilnehmende", "teilnehmerliste", "anmeldungen", "anwesende"),
}
"""What stands over a column of names, in English and German. Never left out of a list of one line."""


@answers(
    *("line", "before", "after"),
    component="LeftOutAnswer",
    about="A name in a list as it was sent, and as it is imported. Empty: nothing of the line is imported.",
)
class PastedName(NamedTuple):
    """A line as it was pasted (``before``), and the name with the role behind it (``after``), or nothing."""

    before: str
    after: str
    line: int

    @property
    def changed(self) -> bool:
        return _plain(self.before) != _plain(self.after)


def pasted_names(
    text: str, roles: Sequence[str] = (), wanted: Collection[str] = ()
) -> tuple[PastedName, ...]:
    """Read a list of names: without headings, numbers, bullets, mail addresses and columns of other data.

    Empty lines are left out. Lines in ``wanted`` stay as they are, without mail addresses.
    """
    lines = list(_lines_of(text))
    keep = {_plain(line) for line in wanted}
    head = len(lines) > 1 and _is_heading(lines[0][1]) and _plain(lines[0][1]) not in keep
    counted = are_counted([line for _number, line in lines[head:]])
    named = [PastedName(lines[0][1], "", lines[0][0])] if head else []
    for number, line in lines[head:]:
        if len(line) > LONGEST_LINE:
            after = line
        elif _plain(line) in keep:
            after = without_mail(line)
        else:
            after = pasted_name(line, roles, counted)
        named.append(PastedName(line, after, number))
    return tuple(named)


def left_out(names: Iterable[PastedName]) -> tuple[PastedName, ...]:
    """Return the lines of which something was left out."""
    return tuple(name for name in names if name.changed)


def role_meant(typed: str, roles: Sequence[str]) -> str:
    """Return the role by its name, or by so many of its first letters that it can be no other."""
    exact = [role for role in roles if name_key(role) == name_key(typed)]
    close = [role for role in roles if typed and name_key(role).startswith(name_key(typed))]
    return exact[0] if exact else close[0] if len(close) == 1 else ""


def _lines_of(text: str) -> Iterable[tuple[int, str]]:
    """Yield each line that is not empty, with its number. Each receiver of a mail has a line of their own."""
    for number, whole in enumerate(text.splitlines(), start=1):
        for part in MAILS.sub("\\1\n", whole).split("\n"):
            if line := part.strip().strip(UNSEEN).strip():
                yield number, line


def pasted_name(line: str, roles: Sequence[str] = (), counted: bool = False) -> str:
    """Return the name of a line, with the role behind it. ``counted``: a bare number is no part of it."""
    cells = [cell.strip() for cell in without_mail(line).split("\t")]
    while len(cells) > 1 and COLUMN_MARK.fullmatch(cells[0]):
        cells = cells[1:]
    name = COUNTED.sub("", cells[0], count=1) if counted and COUNTED.match(line) else cells[0]
    before = ""
    while name != before:
        before, name = name, MARK.sub("", name, count=1) if MARK.match(name) else name
    name = name.rstrip(" ,;\xa0")
    if quoted := QUOTED.fullmatch(name):
        name = next(part for part in quoted.groups() if part).strip()
    role = next((cell for cell in cells[1:] if role_meant(" ".join(cell.split()), roles)), "")
    return f"{name}\t{role}" if role else name


def _is_heading(line: str) -> bool:
    """Return whether the line stands over the names: "Players (12):", "No.<tab>Name<tab>Mail"."""
    if line.endswith(":"):
        return True
    cells = [re.sub(r"\(\d+\)", "", cell).strip(" #*_:.\"'\xa0\ufeff") for cell in re.split(r"[\t,;|]", line)]
    return any(name_key(" ".join(cell.split())) in HEADINGS for cell in cells[:3])


def are_counted(lines: Sequence[str]) -> bool:
    """Return whether the lines begin with 1, 2, 3 and so on, without a sign behind it."""
    numbers = [int(found[1]) for line in lines if (found := COUNTED.match(line))]
    return len(lines) > 1 and numbers == list(range(1, len(lines) + 1))


def _plain(line: str) -> str:
    return " ".join(line.split())
