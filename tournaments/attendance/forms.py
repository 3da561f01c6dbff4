"""Forms of the check-in, of a person's page, and of adding, closing and levelling tables.

Names are pasted one to a line, or ticked on the club's list.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.names import LONGEST, drop_double_stop, name_key
from accounts.refusals import CHOOSE_PLAYERS, ENTER_NAME
from accounts.shared.forms import ActionForm, WholeField
from tournaments.attendance.presenters.people import Person, find_known_counters
from tournaments.attendance.presenters.person import find_room, find_swap_partners, needs_count
from tournaments.attendance.services import Arrival, NameOwner
from tournaments.base.forms import make_reason_field
from tournaments.core.counters.checks import MOST_COUNTERS
from tournaments.core.evening import Facts
from tournaments.core.files.cells import PastedName, find_left_out, find_role, read_pasted_names
from tournaments.core.kinds import awaited
from tournaments.evening.selectors.access import Comer
from tournaments.models import Evening

MOST_COMPLAINTS = 5


class NamesForm(ActionForm):
    """Names, one per line. A role can follow each name after a comma.

    ``left_out``: text in the list that is neither a name nor a role. The page shows this text before anybody
    is checked in. ``wanted``: lines from which such text was removed before; a line typed like that again
    stays as typed.
    With ``closed_prizes``, late players have a field for the role of those who have no role of their own.
    ``closed_prizes`` are the prizes that nobody wins without a role. ``checked_in`` are names, and ``usual``
    are the usual roles of the club's players; the key of both is the name's key.
    """

    names = forms.CharField(
        label=_("Names, one per line"),
        widget=forms.Textarea({"rows": 6, "autocomplete": "off", "spellcheck": "false"}),
        error_messages={"required": _("Enter at least one name.")},
    )
    skip = forms.BooleanField(required=False)
    wanted = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Any = None,
        *,
        roles: Sequence[str],
        usual: Mapping[str, str],
        checked_in: Mapping[str, str],
        closed_prizes: Sequence[str] | None = None,
    ) -> None:
        super().__init__(data, auto_id="paste_%s")
        self.roles, self.usual, self.checked_in = roles, usual, checked_in
        self.arrivals: list[Arrival] = []
        self.already: list[str] = []
        self.left_out: tuple[PastedName, ...] = ()
        if roles:
            self.fields["names"].help_text = gettext(
                "You can add a role after a comma: Anna Berg, %(role)s"
            ) % {"role": roles[0]}
        if roles and closed_prizes is not None:
            self.fields["role"] = _make_role_field(roles, closed_prizes)

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        complaints: list[str] = []
        as_typed = values.get("wanted", "").splitlines()
        lines = read_pasted_names(values.get("names", ""), self.roles, as_typed)
        if len(as_typed) > 1 and {*as_typed} <= {line.before for line in lines}:  # the same list again
            lines = read_pasted_names(values.get("names", ""), self.roles)
        for line in lines:
            if line.after:
                self._read(line.after, complaints)
        if cleaned := find_left_out(lines):
            self._show(cleaned, "\n".join(line.after for line in lines if line.after), as_typed)
        for complaint in complaints[:MOST_COMPLAINTS]:
            self.add_error("names", complaint)
        if twice := self._find_repeated():
            message = gettext("These names appear twice: %(names)s.") % {"names": ", ".join(twice)}
            self.add_error("names", drop_double_stop(message))
        if self.errors:
            self.name_who_is_here()
        return values

    def _show(self, cleaned: tuple[PastedName, ...], names: str, as_typed: Sequence[str]) -> None:
        """Put the cleaned names into the form. Nobody is checked in until the form is sent again."""
        self.left_out = cleaned
        lines = "\n".join([*as_typed, *(line.before for line in cleaned)])
        self.data = {**dict(self.data.items()), "names": names, "wanted": lines}
        if not names:
            self.add_error("names", self.fields["names"].error_messages["required"])

    def explain_refusal(self) -> None:
        """Replace the service's message: only the form has the names that were checked in before."""
        if self.already:
            self.errors.pop("names", None)
        self.name_who_is_here()

    def name_who_is_here(self) -> None:
        if self.already and not self.skips:
            self.add_error("names", _describe_present(self.already))

    @property
    def skips(self) -> bool:
        return bool(self.data.get("skip"))

    @property
    def are_all_here(self) -> bool:
        return self.skips and not self.arrivals

    def _read(self, line: str, complaints: list[str]) -> None:
        name, role = line, ""
        if self.roles and (parts := re.fullmatch(r"(.*)[,;\t](.*)", line.strip())):
            name, role_text = parts[1], " ".join(parts[2].split())
            role = find_role(role_text, self.roles)
            if role_text and not role:
                complaints.append(
                    gettext("“%(line)s”: only a role can follow the comma (%(roles)s).")
                    % {"line": line.strip()[:60], "roles": ", ".join(self.roles)}
                )
        key = name_key(" ".join(name.split()))
        if key in self.checked_in:
            self.already.append(self.checked_in[key])
        # Without ``skip``, the service also gets names already here: a repeated request must succeed.
        if key not in self.checked_in or not self.skips:
            role = role or self.cleaned_data.get("role", "") or self.usual.get(key, "")
            self.arrivals.append(Arrival(name, role))

    def _find_repeated(self) -> list[str]:
        """Return the names that are written more than once, in their first spelling."""
        spelled: dict[str, list[str]] = {}
        for arrival in self.arrivals:
            if name := " ".join(arrival.name.split()):
                spelled.setdefault(name_key(name), []).append(name)
        return [names[0] for names in spelled.values() if len(names) > 1]


class CheckInListForm(ActionForm):
    """People ticked on the club's list, each with a role for the evening.

    ``checked_in``: people who are here already. They are not shown, but accepted: a request may come twice.
    """

    players = forms.MultipleChoiceField(
        error_messages={
            "required": _(CHOOSE_PLAYERS),
            "invalid_choice": _("A selected player is no longer on the list. Check your selection."),
        }
    )

    def __init__(
        self, data: Any = None, *, roles: Sequence[str], offered: Sequence[Comer], checked_in: Sequence[Comer]
    ) -> None:
        super().__init__(data)
        self.roles = roles
        self.offered = {str(person.id): person for person in offered}
        self.checked_in = {str(person.id): person for person in checked_in}
        self.comers = self.offered | self.checked_in
        self.arrivals: list[Arrival] = []
        choices = [(key, person.name) for key, person in self.comers.items()]
        self.choose_from("players", choices)

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        for key in dict.fromkeys(values.get("players", ())):
            self.arrivals.append(Arrival(self.comers[key].name, self.find_role(key)))
        return values

    @property
    def are_all_here(self) -> bool:
        """Return whether everybody who was chosen was checked in meanwhile."""
        return {*self.cleaned_data["players"]} <= {*self.checked_in}

    def explain_refusal(self) -> None:
        """Name the people who were checked in meanwhile."""
        if already := [
            self.checked_in[key].name for key in self.cleaned_data["players"] if key in self.checked_in
        ]:
            self.errors.clear()
            self.add_error("players", _describe_present(already))

    @property
    def lines(self) -> list[tuple[Comer, bool, str]]:
        """Return each person on the list, whether they are ticked, and their role (the sent role first)."""
        ticked = set(self.data.getlist("players")) if isinstance(self.data, QueryDict) else set()
        return [(person, key in ticked, self.find_role(key)) for key, person in self.offered.items()]

    def find_role(self, key: str) -> str:
        role = self.data.get(f"role-{key}") if self.is_bound else None
        return role if isinstance(role, str) and role in (*self.roles, "") else self.comers[key].role


def _make_role_field(roles: Sequence[str], closed_prizes: Sequence[str]) -> forms.ChoiceField:
    """Return the field for the role of late players. Left empty, each player gets their usual role."""
    words = gettext("Without a role a player cannot win: %(prizes)s.")
    return forms.ChoiceField(
        label=gettext("Role"),
        choices=[("", gettext("as usual, or none")), *((role, role) for role in roles)],
        required=False,
        help_text=words % {"prizes": ", ".join(closed_prizes)} if closed_prizes else "",
    )


def _describe_present(names: Sequence[str]) -> str:
    return drop_double_stop(
        gettext("Already checked in: %(names)s.") % {"names": ", ".join(dict.fromkeys(names))}
    )


class PersonActionForm(ActionForm):
    """A form that can be on a page several times: each has its own ids, and the field names stay plain."""

    required_css_class = "required"

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, action: str, initial: dict[str, Any] | None = None
    ) -> None:
        super().__init__(data, initial=initial, auto_id=f"{action}-%s")

    @property
    def possible(self) -> bool:
        """Return whether every choice field has choices, or the form was sent and must show its errors."""
        choice_fields = (field for field in self.fields.values() if isinstance(field, forms.TypedChoiceField))
        return self.is_bound or all(list(field.choices) for field in choice_fields)  # type: ignore[arg-type]


class ButtonForm(PersonActionForm):
    """A button without fields."""


class RenameForm(PersonActionForm):
    """The shown name, and the role where the evening has roles."""

    name = forms.CharField(
        label=_("Name"),
        error_messages={"required": _(ENTER_NAME)},
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": LONGEST}),
    )
    role = forms.ChoiceField(label=_("Role for the evening"), required=False)
    whose = forms.ChoiceField(
        label=_("Whose name is it?"),
        required=False,
        choices=[
            (NameOwner.TONIGHT, _("this player’s, this evening only")),
            (NameOwner.LIST, _("this player’s, on the player list too")),
            (NameOwner.OTHER, _("another player’s, who is on the player list")),
        ],
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, roles: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if roles:
            self.choose_from("role", [("", _("no role")), *((role, role) for role in roles)])
        else:
            del self.fields["role"]


class ReassignForm(PersonActionForm):
    """The name of the person who really played, and the reason for the late correction."""

    name = forms.CharField(
        label=_("Name"),
        error_messages={"required": _(ENTER_NAME)},
        help_text=_("The name on the player list. A new name joins the list."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": LONGEST}),
    )
    reason = make_reason_field("entry_reassigned", required=True)


class GoForm(PersonActionForm):
    """Leaving or pausing, with the counters where they must be counted."""

    counters = WholeField(
        label=_("Counters counted"),
        min_value=0,
        max_value=MOST_COUNTERS,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    def __init__(self, *args: Any, counts: bool, in_a_deal: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not (counts or in_a_deal):
            del self.fields["counters"]
        elif not counts:
            self.fields["counters"].required = False
            self.fields["counters"].help_text = _("Leave out counters that are in the current pool.")


class MoveForm(PersonActionForm):
    table = forms.TypedChoiceField(label=_("Table"), coerce=int)
    reason = make_reason_field("seat_moved", required=True)

    def __init__(self, *args: Any, tables: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.choose_from("table", tables)


class PersonSwapForm(PersonActionForm):
    second = forms.TypedChoiceField(label=_("Swap with"), coerce=int)
    reason = make_reason_field("seats_swapped", required=True)

    def __init__(self, *args: Any, people: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.choose_from("second", people)


def make_form(
    action: str,
    evening: Evening,
    facts: Facts,
    everyone: Sequence[Person],
    person: Person,
    data: Mapping[str, Any] | None = None,
) -> PersonActionForm:
    """Return the form of this action for ``person``, with the choices that are possible now."""
    match action:
        case "rename":
            first = {"name": person.name, "role": person.role}
            return RenameForm(data, initial=first, action=action, roles=evening.settings.roles)
        case "reassign":
            return ReassignForm(data, action=action)
        case "leave" | "pause":
            counters = {"counters": find_known_counters(evening, facts, person.entry)}
            counts = needs_count(evening, facts, person)
            in_a_deal = bool(facts.stakes) and person.plays and awaited.is_in_deal(facts, person.entry)
            return GoForm(data, initial=counters, action=action, counts=counts, in_a_deal=in_a_deal)
        case "move":
            tables = find_room(evening, facts, everyone, person)
            return MoveForm(data, action=action, tables=[(table.number, table.label) for table in tables])
        case "swap":
            people = find_swap_partners(facts, everyone, person)
            return PersonSwapForm(
                data, action=action, people=[(p.entry, f"{p.name} · {p.location}") for p in people]
            )
        case _:
            return ButtonForm(data, action=action)


class TableAddForm(ActionForm):
    """The people who sit at the new booby table."""

    entries = forms.TypedMultipleChoiceField(
        label=_("Players"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _(CHOOSE_PLAYERS)},
    )
    reason = make_reason_field("table_added", required=True)

    def __init__(self, data: Any = None, *, people: Sequence[tuple[str, Sequence[tuple[int, str]]]]) -> None:
        super().__init__(data)
        self.people = people
        self.choose_from("entries", people)

    def groups(self) -> Iterator[tuple[str, list[BoundWidget]]]:
        """Yield the people to choose from, group by group."""
        field = self["entries"]
        widgets = iter(field.subwidgets)
        for label, people in self.people:
            yield str(label), [next(widgets) for _person in people]


class TableCloseForm(ActionForm):
    reason = make_reason_field("table_closed", required=True)


class LevelForm(ActionForm):
    """A button. The form sends the last journal line at the time when the moves were shown."""

    seen = WholeField(required=False)
