"""By which metrics an evening is placed, chosen in order; and how many deals a prize needs."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.refusals import ONLY_ONCE
from accounts.shared.forms.numbers import WholeField
from tournaments.core.evening import Play
from tournaments.core.ranking.metrics import METRICS, MOST_STEPS
from tournaments.core.results.standings import metrics_of, usual_ranking
from tournaments.core.settings import Counting


def least_deals() -> WholeField:
    """The field for the least number of deals that a prize needs; empty: none."""
    return WholeField(
        label=_("Fewest deals to win a prize"),
        required=False,
        help_text=_("Players with fewer deals win no prize. Empty: no limit."),
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )


class RankingWidget(forms.MultiWidget):
    """One list for each step."""

    def __init__(self) -> None:
        further = (format_lazy(_("Tie-break {n}"), n=n) for n in range(2, MOST_STEPS + 1))
        said = (_("Ranked by"), *further)
        super().__init__([forms.Select({"aria-label": words}) for words in said])

    def decompress(self, value: Any) -> list[str]:
        return [*(value or ()), *[""] * MOST_STEPS][:MOST_STEPS]


class RankingField(forms.MultiValueField):
    """Metrics in order, none of them twice; left empty, those that the game has."""

    widget = RankingWidget

    def __init__(self, **kwargs: Any) -> None:
        super().__init__([forms.ChoiceField(required=False) for _step in range(MOST_STEPS)], **kwargs)

    def offer(self, play: Play, counting: Counting) -> None:
        """Offer what says something where this is played."""
        choices = [("", "–"), *((key, gettext(METRICS[key].title)) for key in metrics_of(play, counting))]
        self.choose(choices)
        self.help_text = gettext(
            "The first one decides. If players are equal, the next one decides. If you leave this empty: "
            "%(metrics)s."
        ) % {"metrics": in_order(usual_ranking(play))}

    def choose(self, choices: list[tuple[str, str]]) -> None:
        """Let each step be one of these."""
        for field, widget in zip(self.fields, self.widget.widgets, strict=True):
            field.choices = widget.choices = choices  # type: ignore[attr-defined]

    def compress(self, data_list: list[str]) -> list[str]:
        chosen = [key for key in data_list if key]
        if len(set(chosen)) != len(chosen):
            raise ValidationError(gettext(ONLY_ONCE))
        return chosen


def in_order(keys: tuple[str, ...]) -> str:
    """The titles of metrics, in the order in which they decide."""
    return ", ".join(gettext(METRICS[key].title) for key in keys)
