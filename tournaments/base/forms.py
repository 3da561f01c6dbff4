"""Filters of lists, and form fields for rankings, for the fewest deals of a prize, and for reasons.

The usual reasons are offered at one tap. A text field takes any other.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.refusals import ONLY_ONCE
from accounts.shared.forms import ActionForm, WholeField
from tournaments.base.services import LONGEST_REASON, REASON_NEEDED
from tournaments.base.words import offer_reasons
from tournaments.core.evening import Play
from tournaments.core.ranking.metrics import METRICS, MOST_STEPS
from tournaments.core.results.standings import find_usual_ranking, list_metrics
from tournaments.core.settings import Counting


def make_least_deals_field() -> WholeField:
    """Return the field for the fewest deals that a prize requires; empty: none."""
    return WholeField(
        label=_("Fewest deals to win a prize"),
        required=False,
        help_text=_("Players with fewer deals win no prize. Empty: no limit."),
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )


class RankingWidget(forms.MultiWidget):
    """A row of select elements, one for each step."""

    def __init__(self) -> None:
        further = (format_lazy(_("Tie-break {n}"), n=n) for n in range(2, MOST_STEPS + 1))
        labels = (_("Ranked by"), *further)
        super().__init__([forms.Select({"aria-label": words}) for words in labels])

    def decompress(self, value: Any) -> list[str]:
        return [*(value or ()), *[""] * MOST_STEPS][:MOST_STEPS]


class RankingField(forms.MultiValueField):
    """Metrics in order, each only once; empty: the metrics of the game."""

    widget = RankingWidget

    def __init__(self, **kwargs: Any) -> None:
        super().__init__([forms.ChoiceField(required=False) for _step in range(MOST_STEPS)], **kwargs)

    def offer(self, play: Play, counting: Counting) -> None:
        """Offer the metrics that are useful for this game and format."""
        choices = [("", "–"), *((key, gettext(METRICS[key].title)) for key in list_metrics(play, counting))]
        self.choose(choices)
        self.help_text = gettext(
            "The first one decides. If players are equal, the next one decides. If you leave this empty: "
            "%(metrics)s."
        ) % {"metrics": list_metric_titles(find_usual_ranking(play))}

    def choose(self, choices: list[tuple[str, str]]) -> None:
        """Set the choices of each step."""
        for field, widget in zip(self.fields, self.widget.widgets, strict=True):
            field.choices = widget.choices = choices  # type: ignore[attr-defined]

    def compress(self, data_list: list[str]) -> list[str]:
        keys = [key for key in data_list if key]
        if len(set(keys)) != len(keys):
            raise ValidationError(gettext(ONLY_ONCE))
        return keys


def list_metric_titles(keys: tuple[str, ...]) -> str:
    """Return the titles of metrics, in the order of their use."""
    return ", ".join(gettext(METRICS[key].title) for key in keys)


NEEDED = _("Reason (required)")


def read_reason(data: Mapping[str, Any]) -> str:
    """Return the reason in a form: the tapped part, then the typed part."""
    parts = (str(data.get(name) or "").strip() for name in ("usual", "reason"))
    return ": ".join(filter(None, parts))


class ReasonInput(forms.TextInput):
    """The usual reasons for a ``verb``, and a text field for any other."""

    def __init__(self, verb: str, **attrs: str) -> None:
        super().__init__({"autocomplete": "off", **attrs})
        self.verb = verb

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> str:
        return read_reason(data)

    def use_required_attribute(self, initial: Any) -> bool:
        """Return False: a tapped reason is enough."""
        return False

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        reasons = offer_reasons(self.verb, value or "")
        chips = render_to_string("components/forms/usual_reasons.html", reasons)
        return mark_safe(chips + super().render(name, reasons["typed"], attrs, renderer))  # noqa: S308 - both are escaped


def make_reason_field(verb: str, *, required: bool) -> forms.CharField:
    """Return the field for the reason, which the journal stores."""
    attrs = {"aria-required": "true"} if required else {}
    return forms.CharField(
        label=NEEDED if required else _("Reason (optional)"),
        required=required,
        max_length=LONGEST_REASON,
        error_messages={"required": _(REASON_NEEDED)},
        widget=ReasonInput(verb, **attrs),
    )


def make_scored_reason(verb: str, label: str = "") -> forms.CharField:
    """Return the field for the reason of a deal's correction. The service decides whether it is required."""
    return forms.CharField(
        label=label or NEEDED, max_length=LONGEST_REASON, required=False, widget=ReasonInput(verb)
    )


class FilterForm(ActionForm):
    """The filters of a reader; none by default. Unreadable values are ignored."""

    filters: ClassVar[tuple[str, ...]]

    def offer(self, **choices: Sequence[tuple[Any, str]]) -> None:
        """Set these choices, each with "all", and read the submitted values."""
        for name in self.filters:
            field: Any = self.fields[name]
            field.choices = [("", gettext("all")), *choices[name]]
        self.is_valid()

    @property
    def choices(self) -> dict[str, Any]:
        """Return the chosen value of each filter; None: all."""
        return {name: self.cleaned_data.get(name) for name in self.filters}

    @property
    def is_filtered(self) -> bool:
        return any(choice is not None for choice in self.choices.values())

    def make_address(self, page: Mapping[str, int]) -> str:
        """Return the query string of an address with the current filters, at that ``page``."""
        return urlencode({**{name: value for name, value in self.choices.items() if value}, **page})


class PagedFilterForm(FilterForm):
    """The filters of a list with pages."""

    page = WholeField(required=False, min_value=1, max_value=1000, widget=forms.HiddenInput)

    @property
    def number(self) -> int:
        """Return the number of the requested page, from 1."""
        return self.cleaned_data.get("page") or 1

    def build_query(self, page: int | None = None) -> str:
        """Return the filter as a query string, for this page."""
        return self.make_address({"page": page} if page and page > 1 else {})
