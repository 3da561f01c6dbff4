"""A service's refusal as the API tells it: in words with people's names, at the field that was sent."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from accounts.errors import ForbiddenError, RuleError, StaleError
from accounts.shared.api.keys import HEADER
from tournaments.base.words import refusal

NOBODY: Mapping[int, str] = {}
SOMEBODYS = re.compile(r"-(?=\d+$)")


def told(
    error: RuleError, at: Mapping[str, str], names: Mapping[int, str] = NOBODY, stands: object = None
) -> RuleError:
    """The refusal; ``at`` names the body's fields by those of the service, where they are others."""
    made = type(error)(_place(error, at), "%(words)s", words=refusal(error, names))
    if isinstance(made, StaleError):
        made.stands = stands
    return made


@contextmanager
def at_its_field(at: Mapping[str, str]) -> Iterator[None]:
    """Whatever is refused inside is refused at the body's field."""
    try:
        yield
    except RuleError as error:
        raise told(error, at) from error


def _place(error: RuleError, at: Mapping[str, str]) -> str:
    """Somebody's part of something, "counters-17", is at "tally.amounts.17"."""
    if isinstance(error, ForbiddenError):
        return error.field
    first, dot, rest = SOMEBODYS.sub(".", error.field).partition(".")
    return {"request_key": HEADER, **at}.get(first, first) + dot + rest
