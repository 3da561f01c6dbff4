"""The form of the paper's slips: for how many rounds or deals they are printed."""

from typing import Any

from accounts.shared.forms import ActionForm, WholeField
from tournaments.base.phrases import phrase
from tournaments.core.evening import Play
from tournaments.evening.presenters.formats.registry import format_pages

USUAL = 3


class ComingForm(ActionForm):
    """How far ahead slips are wanted. What is left out, or cannot be read, is as usual."""

    def __init__(self, *args: Any, play: Play, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.most = most = format_pages(play.format).most_coming
        self.fields["coming"] = WholeField(
            label=phrase(play, "Number of rounds"),
            min_value=1,
            max_value=most,
            initial=USUAL,
            required=False,
        )

    @property
    def coming(self) -> int:
        return (self.cleaned_data.get("coming") if self.is_valid() else None) or USUAL
