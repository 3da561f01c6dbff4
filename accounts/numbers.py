"""What counts as a number: in every field of a form, in files, in addresses and in the API.

A digit is 0 to 9. Python reads digits of every script, and an underscore between them. A field that took “٣”
for 3 in one place and refused it in another could not be explained.
"""

import re

WHOLE = re.compile(r"[+-]?[0-9]+")
"""A whole number as text. JSON knows no other digits, and needs no such rule."""

LARGEST_ID = 2**53 - 1
"""Every program can read a number up to this one, and every database can look for it.

It bounds numbers in addresses (``accounts/apps.py``), in forms (``WholeField``) and in bodies of the
API (``accounts.shared.api.fields.Id``).
"""


def number_in(text: str | None, longest: int = 9) -> int | None:
    """Return the number in the text, of at most so many digits; None where it is none, or has a sign."""
    if text is None or len(text) > longest or not (text.isascii() and text.isdigit()):
        return None
    return int(text)
