"""Errors that are the user's mistake, and the sentences of refusals that several rules share. Pure.

A ``RuleError`` names the field and says why. It is shown where the mistake was made. Every other exception
is our bug and is logged. A sentence that only one rule needs stands beside that rule.
"""

from collections.abc import Mapping


def gettext_noop(message: str) -> str:
    """Mark a sentence for translation; the shell translates it when it is shown."""
    return message


class RuleError(Exception):
    """A refusal: ``field`` that was wrong, and a translatable ``message`` with its ``figures``.

    ``code`` names the family of it for programs; docs/api.md lists them.
    """

    code = "refused"

    def __init__(self, field: str, message: str, **figures: object) -> None:
        self.field = field
        self.message = message
        self.figures: Mapping[str, object] = figures
        super().__init__(f"{field}: {message % figures if figures else message}")


class StaleError(RuleError):
    """Somebody else was faster: what the caller saw no longer stands (HTTP 409).

    ``stands`` is what does, where whoever catches it can say so.
    """

    code = "stale"
    stands: object = None


class StateError(RuleError):
    """As things stand this cannot be done, whatever is asked (HTTP 409)."""

    code = "state"


class RequiredError(RuleError):
    """What is needed here was not sent, such as the reason of a correction (HTTP 400)."""

    code = "required"


class TakenError(RuleError):
    """There is one like it already (HTTP 409)."""

    code = "taken"


class KeyUsedError(RuleError):
    """The key of the request came before, with another body (HTTP 422)."""

    code = "key_used"


class ForbiddenError(RuleError):
    """The visitor may see the thing, but not do this to it (HTTP 403)."""

    code = "forbidden"


PASSWORDS_DIFFER = gettext_noop("The two passwords differ. Enter them again.")
CHANGED = gettext_noop("Something has changed since you opened the page. Check it and try again.")
CHOOSE_KNOWN = gettext_noop("Choose one of: %(known)s.")
CHOOSE_ONE = gettext_noop("Choose one of these.")
CHOOSE_PLAYERS = gettext_noop("Choose at least one player.")
DONE_ALREADY = gettext_noop("This is already done. Reload the page.")
ENTER_LESS = gettext_noop("Enter at most %(most)s characters.")
ENTER_NAME = gettext_noop("Enter a name.")
IS_MISSING = gettext_noop("This is missing.")
KEY_USED = gettext_noop("This request was sent before with other contents. Reload the page and try again.")
LINKED_ALREADY = gettext_noop("Another account is already linked to this player.")
NAME_PLAYERS = gettext_noop("Name at least one player.")
NAME_REMOVED = gettext_noop("The name of this player is already removed.")
NAME_TWICE = gettext_noop("A name appears twice.")
NEEDS_OTHER = gettext_noop("Another name needs “other”. Choose “other”, or leave the name empty.")
NOT_A_LIST = gettext_noop("This must be a list.")
NOT_WHOLE = gettext_noop("Enter a whole number.")
ONE_PERSON = gettext_noop("%(first)s and %(second)s are merged on the player list. Enter only one of them.")
ONLY_ONCE = gettext_noop("Choose each one only once.")
OTHER_CLUB = gettext_noop("This player belongs to another club. Choose another player.")
OUT_OF_RANGE = gettext_noop("Enter a number from %(least)s to %(most)s.")
TOO_LARGE = gettext_noop("The request is too large. At most %(bytes)s bytes are allowed.")
TOO_LONG = gettext_noop("Use at most %(most)s characters.")
TOO_MANY = gettext_noop("At most %(most)s are possible. Remove some.")
TOO_SMALL = gettext_noop("Enter a whole number from %(least)s.")
TWICE = gettext_noop("“%(name)s” appears twice.")
TWO_PLAYERS = gettext_noop("Choose two different players.")
UNKNOWN_VALUE = gettext_noop("“%(value)s” is not possible here. Choose another value.")
WRONG_PASSWORD = gettext_noop("This is not your password.")
