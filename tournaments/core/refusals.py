"""Refusals that are the same wherever a value is read, and those that each format words for itself."""

from dataclasses import dataclass

from accounts.errors import gettext_noop as _

WRONG_KIND = _("This is the wrong kind of value. The API’s description says which kind is needed.")
UNKNOWN_NAME = _("This name is not known. Check the spelling.")
UNKNOWN_VALUE = _("“%(value)s” is not possible here. Choose another value.")


@dataclass(frozen=True, kw_only=True)
class Refusals:
    """Why seats are not changed now, as it is called where a round is what it is here."""

    rung: str
    """The round is over."""
    begun: str = ""
    """The table has a result in the round; "": as it is called everywhere."""
