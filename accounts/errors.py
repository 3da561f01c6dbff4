"""The user's mistakes. Pure: the rulebook packages raise these too.

There are two families of errors. A ``RuleError`` is the user's mistake: it names the field, says
why, and is shown where it was made. Every other exception is our bug and is logged.
"""

from collections.abc import Mapping


def gettext_noop(message: str) -> str:
    """Mark a sentence for translation; the shell translates it when it is shown."""
    return message


class RuleError(Exception):
    """A refusal: ``field`` that was wrong, and a translatable ``message`` with its ``figures``."""

    def __init__(self, field: str, message: str, **figures: object) -> None:
        self.field = field
        self.message = message
        self.figures: Mapping[str, object] = figures
        super().__init__(f"{field}: {message % figures if figures else message}")


class StaleError(RuleError):
    """Somebody else was faster: what the caller saw no longer stands (HTTP 409).

    ``stands`` is what does, where whoever catches it can say so.
    """

    stands: object = None


class ForbiddenError(RuleError):
    """The visitor may see the thing, but not do this to it (HTTP 403)."""
