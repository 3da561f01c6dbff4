"""Letters as names are looked for: without case and accents. Pure."""

import re
import unicodedata

MARKS = "\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
"""Accents and points, as ranges of signs."""
LETTERS = {
    "ß": "ss",
    "æ": "ae",
    "œ": "oe",
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "þ": "th",
    "ı": "i",
    "ħ": "h",
    "ŧ": "t",
    "ŋ": "n",
    "ʼ": "'",
    "’": "'",
    "‘": "'",
    "`": "'",
    "‐": "-",
    "–": "-",
}
"""Letters that are looked for under others."""
_MARKS, _LETTERS = re.compile(f"[{MARKS}]"), str.maketrans(LETTERS)


def folded(name: str) -> str:
    """Return the name as it is looked for and sorted: Özil under o, Łukasz under l, case without weight.

    Names that are alike here can be two people: who is the same person, ``name_key`` says. The same in
    SQL (``accounts.database.folding``) and in the browser (static/js/names.js).
    """
    return _MARKS.sub("", unicodedata.normalize("NFKD", name)).casefold().translate(_LETTERS)
