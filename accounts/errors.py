"""Errors that are the user's mistake. Pure.

A ``RuleError`` names the field and says why. It is shown where the mistake was made. Every other exception
is our bug and is logged.
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
