"""A name that a template asks for and nobody passes fails the test, also in ``{% if %}``, which skips it.

Templates of several pages ask for names that only some of these pass. They are listed here, so that a name
that no view passes, or passes no more, is found.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.template.base import Variable, VariableDoesNotExist

OPTIONAL = frozenset(
    {
        *("answer", "can_run", "choose", "chosen", "clubs", "correcting", "deal_form", "deals", "door"),
        *("each", "evening", "first", "form", "keep", "key", "large", "ledger", "like", "look", "looked"),
        *(
            "may_run",
            "minutes",
            "naming",
            "note",
            "of",
            "part",
            "play",
            "removed",
            "rules",
            "season",
            "secret",
        ),
        *("set", "show_club", "show_next", "token_fail", "told", "tool", "waits", "wanted", "withdraw"),
    }
)
"""Names of ours that some pages of a template pass, and others do not."""
OF_DJANGO = frozenset({"csrf_token", "messages", "request", "subtitle"})
"""What Django's own templates and its context processors have, or have not."""
KNOWN = OPTIONAL | OF_DJANGO

missed: list[str] = []
"""What was asked for and not passed since the test began. ``{% if %}`` would swallow an exception."""
resolve: Any = Variable._resolve_lookup  # type: ignore[attr-defined]


def resolve_and_note(self: Any, context: Any) -> Any:
    """Resolve a variable as Django does, and note it where its first name is nowhere in the context."""
    try:
        return resolve(self, context)
    except VariableDoesNotExist:
        name = self.lookups[0]
        if name not in KNOWN and name not in context:
            missed.append(self.var)
        raise


Variable._resolve_lookup = resolve_and_note  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def every_name_is_passed() -> Iterator[None]:
    """Fail the test if a template asked for a name that nobody passed."""
    missed.clear()
    yield
    assert not missed, "nobody passes these names to a template"
