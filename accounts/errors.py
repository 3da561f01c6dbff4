"""Errors that are the user's mistake. Pure.

A ``RuleError`` names the field and the reason. The page shows it at that field. Every other exception is a
bug of the program, and is logged.
"""

from collections.abc import Callable, Iterable, Mapping


def gettext_noop(message: str) -> str:
    """Mark a sentence for translation; the shell translates it when it is shown."""
    return message


class RuleError(Exception):
    """A refusal: the ``field`` that is wrong, and a translatable ``message`` with its ``figures``.

    ``code`` names the family of the error for programs; docs/api.md lists the codes. ``more``: refusals of
    other fields, which a page shows with this one.
    """

    code = "refused"
    more: "tuple[RuleError, ...]" = ()

    def __init__(self, field: str, message: str, **figures: object) -> None:
        self.field = field
        self.message = message
        self.figures: Mapping[str, object] = figures
        super().__init__(f"{field}: {message % figures if figures else message}")


def refuse_all(checks: Iterable[Callable[[], object]]) -> None:
    """Call all checks, and raise the first refusal with ``more``: the first one of each other field."""
    refusals: dict[str, RuleError] = {}
    for check in checks:
        try:
            check()
        except RuleError as error:
            for refusal in (error, *error.more):
                refusals.setdefault(refusal.field, refusal)
    if refusals:
        first, *others = refusals.values()
        first.more = tuple(others)
        raise first


class StaleError(RuleError):
    """Another request was faster: the caller's data are out of date (HTTP 409).

    ``stands``: the present state, if the code that catches the error can supply it.
    """

    code = "stale"
    stands: object = None


class SameError(StaleError):
    """Another request was faster, with the same content: nothing is left to do (HTTP 409)."""

    code = "same"


class StateError(RuleError):
    """The present state does not allow this action, whatever the arguments (HTTP 409)."""

    code = "state"


class RequiredError(RuleError):
    """A required value is missing, such as the reason of a correction (HTTP 400)."""

    code = "required"


class TakenError(RuleError):
    """One with the same name or key exists already (HTTP 409)."""

    code = "taken"


class KeyUsedError(RuleError):
    """The request's key was used before, with another body (HTTP 422)."""

    code = "key_used"


class ForbiddenError(RuleError):
    """The user may see the object, but may not do this to it (HTTP 403)."""

    code = "forbidden"
