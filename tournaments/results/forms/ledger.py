"""What a reader looks for in the ledger: everything by itself."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.names import name_order
from accounts.refusals import CHOOSE_ONE
from accounts.shared.forms.base import ActionForm
from accounts.shared.forms.numbers import WholeField
from tournaments.base.forms.reasons import reason_field
from tournaments.base.phrases import phrase
from tournaments.core.evening import Play
from tournaments.journal.forms.journal import FilterForm
from tournaments.results.presenters.ledger import Asked


class LedgerForm(FilterForm):
    """A person, a round, a page."""

    filters = ("person", "round")

    person = forms.TypedChoiceField(label=_("Player"), required=False, coerce=int, empty_value=None)
    round = forms.TypedChoiceField(label=_("Round"), required=False, coerce=int, empty_value=None)
    page = WholeField(required=False, min_value=1, max_value=1000, widget=forms.HiddenInput)

    def __init__(self, data: Any, *, names: Mapping[int, str], rounds: Sequence[int], play: Play) -> None:
        super().__init__(data, label_suffix="")
        self.fields["round"].label = phrase(play, "Round")
        people = sorted(names.items(), key=lambda person: name_order(person[1]))
        self.offer(person=people, round=[(number, str(number)) for number in rounds])

    @property
    def asked(self) -> Asked:
        said = self.cleaned_data
        return Asked(said.get("person"), said.get("round"))

    @property
    def number(self) -> int:
        """The page that is asked for."""
        return self.cleaned_data.get("page") or 1

    def query(self, page: int | None = None) -> str:
        """What is asked for, as it stands in an address, at that page."""
        return self.address({"page": page} if page and page > 1 else {})


class StakeForm(ActionForm):
    """Whose fresh stake, in which round, and whether it was given.

    ``seen`` is the journal's last line when the page was shown.
    """

    person = forms.TypedChoiceField(label=_("Player"), coerce=int)
    round = forms.TypedChoiceField(label=_("At the start of round"), coerce=int)
    given = forms.TypedChoiceField(
        label=_("What is wrong?"),
        coerce=lambda said: said == "yes",
        choices=[("yes", _("Given, but not recorded")), ("no", _("Recorded, but not given"))],
        widget=forms.RadioSelect,
        error_messages={"required": _(CHOOSE_ONE)},
    )
    reason = reason_field("stake_corrected", required=True)
    seen = WholeField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Any = None,
        *,
        names: Mapping[int, str],
        rounds: Sequence[int],
        play: Play,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}), label_suffix="")
        people = sorted(names.items(), key=lambda person: name_order(person[1]))
        self.choose_from("person", [("", gettext("Choose…")), *people])
        numbers = [(number, str(number)) for number in reversed(rounds) if number >= play.format.first_fresh]
        self.choose_from("round", [("", gettext("Choose…")), *numbers])
        self.fields["round"].label = phrase(play, "At the start of round")
