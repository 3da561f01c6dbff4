"""The one definition of a number, for form fields, files, addresses and the API.

A digit is 0 to 9. Python's ``int`` also reads digits of other scripts, and underscores between digits. One
field must not take “٣” for 3 if another field refuses it.
"""

import re

WHOLE = re.compile(r"[+-]?[0-9]+")
"""A whole number as text. JSON needs no such rule, because it has only these digits."""

LARGEST_ID = 2**53 - 1
"""The largest id: every program can read numbers up to this one, and every database can look for them.

It limits numbers in addresses (``accounts/apps.py``), in forms (``WholeField``) and in bodies of the API
(``accounts.shared.api.fields.Id``).
"""


def number_in(text: str | None, longest: int = 9) -> int | None:
    """Return the number in the text, of at most ``longest`` digits and without a sign; else None."""
    if text is None or len(text) > longest or not (text.isascii() and text.isdigit()):
        return None
    return int(text)
