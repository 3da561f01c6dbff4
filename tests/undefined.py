"""A name that a template asks for and nobody passes fails the test, also in an ``{% if %}``; so does a None.

Templates of several pages ask for names that only some of these pass. They are listed here, so that a name
that no view passes, or passes no more, is found.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest
from django.conf import settings
from django.template.base import Variable, VariableDoesNotExist, VariableNode

OPTIONAL = frozenset(
    {
        *("answer", "can_run", "choose", "chosen", "clubs", "correcting", "deal_form", "deals", "access"),
        *(
            "each",
            "evening",
            "first",
            "form",
            "keep",
            "key",
            "large",
            "ledger",
            "like",
            "look",
            "file",
            "preview",
        ),
        *(
            "may_run",
            "minutes",
            "naming",
            "note",
            "of",
            "part",
            "plan_next",
            "play",
            "removed",
            "rules",
            "season",
            "secret",
        ),
        *("set", "show_club", "step_url", "tab", "token_fail", "told", "tool", "waits", "wanted", "withdraw"),
    }
)
"""Names of ours that some pages of a template pass, and others do not."""
OF_DJANGO = frozenset({"csrf_token", "messages", "request", "subtitle"})
"""What Django's own templates and its context processors have, or have not."""
KNOWN = OPTIONAL | OF_DJANGO
OURS = {"accounts", "games", "tournaments"}
OUR_TEMPLATES = str(settings.BASE_DIR / "templates")
PARTS = frozenset(
    {"broke", "game", "input_type", "is_booby", "option_fields", "plan", "remove_demo", "rounds"}
)
"""Names that some forms, widgets and sheets of ours have, and others do not."""

missed: list[str] = []
"""What was asked for and not passed since the test began. ``{% if %}`` would swallow an exception."""
resolve: Any = Variable._resolve_lookup  # type: ignore[attr-defined]


def resolve_and_note(self: Any, context: Any) -> Any:
    """Resolve a variable as Django does, and note it where its first name is nowhere in the context."""
    try:
        return resolve(self, context)
    except VariableDoesNotExist:
        name = self.lookups[0]
        if name not in context:
            if name not in KNOWN:
                missed.append(self.var)
        elif _has_not(context[name], self.lookups[1:]):
            missed.append(self.var)
        raise


def _has_not(value: Any, lookups: Iterable[str]) -> bool:
    """Whether a value of ours on this way lacks the next name, so that nothing is shown instead."""
    for name in lookups:
        if isinstance(value, (Mapping, str, list, tuple)) or value is None:
            return False
        if not hasattr(value, name):
            return name not in PARTS and type(value).__module__.partition(".")[0] in OURS
        value = getattr(value, name)
        value = value() if callable(value) and not isinstance(value, type) else value
    return False


render: Any = VariableNode.render


def render_and_note(self: Any, context: Any) -> Any:
    """Print a value as Django does, and note it where a template of ours would print “None”."""
    if self.origin.name.startswith(OUR_TEMPLATES) and self.filter_expression.resolve(context) is None:
        missed.append(f"{self.filter_expression} is None")
    return render(self, context)


Variable._resolve_lookup = resolve_and_note  # type: ignore[attr-defined]
VariableNode.render = render_and_note  # type: ignore[method-assign]


@pytest.fixture(autouse=True)
def every_name_is_passed() -> Iterator[None]:
    """Fail the test if a template asked for a name that nobody passed."""
    missed.clear()
    yield
    assert not missed, "nobody passes these names to a template"
