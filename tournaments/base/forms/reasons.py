"""Why something is done: the usual reasons at one tap, and a field for any other."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from tournaments.base.services.book import LONGEST_REASON, REASON_NEEDED
from tournaments.base.usual_reasons import offered

NEEDED = _("Reason (required)")


def reason_in(data: Mapping[str, Any]) -> str:
    """The reason that a form carried: what was tapped, what was typed, or one after the other."""
    parts = (str(data.get(name) or "").strip() for name in ("usual", "reason"))
    return ": ".join(filter(None, parts))


class ReasonInput(forms.TextInput):
    """The usual reasons for a ``verb``, and a line for what they do not say."""

    def __init__(self, verb: str, **attrs: str) -> None:
        super().__init__({"autocomplete": "off", **attrs})
        self.verb = verb

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> str:
        return reason_in(data)

    def use_required_attribute(self, initial: Any) -> bool:
        """Never: a reason that was tapped is enough."""
        return False

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        shown = offered(self.verb, value or "")
        chips = render_to_string("components/forms/usual_reasons.html", shown)
        return mark_safe(chips + super().render(name, shown["typed"], attrs, renderer))  # noqa: S308 - both are escaped


def reason_field(verb: str, *, required: bool) -> forms.CharField:
    """Why: kept in the journal."""
    attrs = {"aria-required": "true"} if required else {}
    return forms.CharField(
        label=NEEDED if required else _("Reason (optional)"),
        required=required,
        max_length=LONGEST_REASON,
        error_messages={"required": _(REASON_NEEDED)},
        widget=ReasonInput(verb, **attrs),
    )


def scored_reason(verb: str, label: str = "") -> forms.CharField:
    """Why a deal is mended; whether it is needed now, the service decides."""
    return forms.CharField(
        label=label or NEEDED, max_length=LONGEST_REASON, required=False, widget=ReasonInput(verb)
    )
