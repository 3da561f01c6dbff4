"""Forms to import a table or a season's file, and to take back an import."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.errors import RuleError
from accounts.shared.forms import PlainForm
from tournaments.base.forms import NEEDED, ReasonInput, make_reason_field
from tournaments.base.words import describe_refusal
from tournaments.core.files.cells import MOST_BYTES, decode
from tournaments.core.files.documents import pack_text, unpack_text
from tournaments.core.files.season import read_season

PEOPLE, RESULTS = "people", "results"
NOTHING = _("Choose a file or paste its text.")
MOST_OF_A_SEASON = 4_000_000
"""Bytes of a season's file: some 400 evenings of 100 people. Many proxies accept no more."""


class NamesField(forms.MultipleChoiceField):
    """Names in a file: any of them can be ticked."""

    def valid_value(self, value: object) -> bool:
        return True


class BroughtForm(PlainForm):
    """The mark of the plan that was shown, to confirm the plan, and names that are not removed players."""

    mark = forms.CharField(required=False, widget=forms.HiddenInput)
    not_removed = NamesField(required=False)


class ImportForm(BroughtForm):
    """A table, and whether it contains players or results.

    An upload is read once; ``text`` contains it from then on. ``reason``: why recorded results change, if
    they do.
    """

    what = forms.ChoiceField(
        label=_("Contents"),
        choices=((PEOPLE, _("Players")), (RESULTS, _("Results of past evenings"))),
        widget=forms.RadioSelect,
        initial=RESULTS,
    )
    file = forms.FileField(
        label=_("File"),
        required=False,
        help_text=_("A CSV file with at most 1 MB and 10,000 rows."),
        widget=forms.FileInput({"accept": ".csv,.tsv,.txt,text/csv"}),
    )
    text = forms.CharField(
        label=_("Or paste the text"),
        required=False,
        strip=False,
        widget=forms.Textarea({"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
        help_text=_("Copy the table from a spreadsheet. The first line must name the columns."),
    )
    reason = forms.CharField(label=NEEDED, required=False, widget=ReasonInput("result_recorded"))

    def clean(self) -> dict[str, Any]:
        """Return the table's text. An upload replaces pasted text, and is previewed first."""
        values = super().clean() or self.cleaned_data
        if values.get("file") and (text := read_upload(self, MOST_BYTES)):
            values["text"], values["mark"] = text, ""
        if not values.get("text") and not self.errors:
            self.add_error("file", NOTHING)
        self.data = {**dict(self.data.items()), "text": values.get("text", "")}
        return values


class SeasonImportForm(BroughtForm):
    """A season's file; ``held`` is the file of the plan that was shown.

    ``cleaned_data["season"]`` is the season from the file.
    """

    file = forms.FileField(
        label=_("File"),
        required=False,
        help_text=_("The JSON file that you exported from the season’s page."),
        widget=forms.FileInput({"accept": ".json,application/json"}),
    )
    text = forms.CharField(
        label=_("Or paste the text"),
        required=False,
        help_text=_("At most 1 MB. Choose a file if it is larger."),
        widget=forms.Textarea({"rows": 4, "spellcheck": "false", "autocomplete": "off"}),
    )
    held = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Return the text: a new file or pasted text, which is previewed first, else the held file."""
        values = super().clean() or self.cleaned_data
        new = read_upload(self, MOST_OF_A_SEASON) if values.get("file") else values.get("text")
        try:
            if new:
                values["text"], values["mark"] = new, ""
            elif values.get("held") and not self.errors:
                values["text"] = unpack_text(values["held"], MOST_OF_A_SEASON)
        except RuleError as error:
            self.add_error("file", describe_refusal(error, {}))
        if not values.get("text") and not self.errors:
            self.add_error("file", NOTHING)
        held = pack_text(values["text"]) if not self.errors else ""
        self.data = {**dict(self.data.items()), "text": "", "held": held}
        if not self.errors:
            self._read(values)
        return values

    def _read(self, values: dict[str, Any]) -> None:
        try:
            values["season"] = read_season(values["text"], timezone.localdate())
        except RuleError as error:
            self.add_error("file", ValidationError(prefix_place(error), code=error.code))


def prefix_place(error: RuleError) -> str:
    """Return the refusal's text, with the place in the file if the error is at one place."""
    says = describe_refusal(error, {})
    return says if error.field in ("file", "text") else f"{error.field}: {says}"


def read_upload(form: forms.Form, most: int) -> str:
    """Return the text of the uploaded file. If it is not readable, add the error and return ""."""
    try:
        return decode(form.cleaned_data["file"].read(most + 1), most)
    except RuleError as error:
        form.add_error("file", describe_refusal(error, {}))
        return ""


class TakeBackForm(PlainForm):
    """The reason for taking back an import. ``mark``: a digest of the effects that were shown."""

    mark = forms.CharField(required=False, widget=forms.HiddenInput)
    reason = make_reason_field("line_taken_back", required=True)
