"""Names as people write them. Pure."""

from __future__ import annotations

import unicodedata

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _

LONGEST = 60
LONGEST_ROLE = 30


def clean_name(text: str, field: str = "name") -> str:
    """The name with its white space tidied.

    Refuses an empty one, one over 60 characters, and characters that cannot be shown.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise RuleError(field, _("A name is missing."))
    if len(name) > LONGEST:
        raise RuleError(
            field,
            _("“%(start)s…” has %(length)s characters; %(most)s are the most."),
            start=name[:20],
            length=len(name),
            most=LONGEST,
        )
    refuse_unshown(name, field)
    return name


def refuse_unshown(text: str, field: str) -> None:
    """Refuse what cannot be shown or stored: control characters, and marks that turn text around.

    Those marks are U+202E and its kin, in Cf; joiners inside emoji are kept.
    """
    if any(unicodedata.category(c) in {"Cc", "Cf", "Cs"} and c not in "\u200c\u200d" for c in text):
        shown = "".join(c if c.isprintable() else "\ufffd" for c in text[:LONGEST])
        raise RuleError(field, _("“%(text)s” holds a character that cannot be shown."), text=shown)


def name_key(name: str) -> str:
    """What two names share when people would call them the same."""
    return unicodedata.normalize("NFKC", name).casefold()
