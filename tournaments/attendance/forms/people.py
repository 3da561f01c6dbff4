"""The small forms of a person's page, and those that add, close and level tables."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext_lazy as _

from accounts.names import LONGEST
from accounts.refusals import CHOOSE_PLAYERS, ENTER_NAME
from accounts.shared.forms.base import ActionForm
from accounts.shared.forms.numbers import WholeField
from tournaments.attendance.presenters.people import Person, known_counters
from tournaments.attendance.presenters.person_actions import asks_count, may_swap_with, room_for
from tournaments.attendance.services.names import Whose
from tournaments.base.forms.reasons import reason_field
from tournaments.core.counters.checks import MOST_COUNTERS
from tournaments.core.evening import Facts
from tournaments.core.kinds import awaited
from tournaments.models import Evening


class DoingForm(ActionForm):
    """A form of which a page may hold several: each has ids of its own, the names stay plain."""

    required_css_class = "required"

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, what: str, initial: dict[str, Any] | None = None
    ) -> None:
        super().__init__(data, initial=initial, auto_id=f"{what}-%s", label_suffix="")

    @property
    def possible(self) -> bool:
        """Whether there is something to choose from, or the form was refused and must say so."""
        asked = (field for field in self.fields.values() if isinstance(field, forms.TypedChoiceField))
        return self.is_bound or all(list(field.choices) for field in asked)  # type: ignore[arg-type]


class ButtonForm(DoingForm):
    """A button that asks nothing."""


class RenameForm(DoingForm):
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
            (Whose.TONIGHT, _("this player’s, this evening only")),
            (Whose.LIST, _("this player’s, on the player list too")),
            (Whose.OTHER, _("another player’s, who is on the player list")),
        ],
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, roles: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if roles:
            self.choose_from("role", [("", _("no role")), *((role, role) for role in roles)])
        else:
            del self.fields["role"]


class ReassignForm(DoingForm):
    """Who it was that played, and why it is only said now."""

    name = forms.CharField(
        label=_("Name"),
        error_messages={"required": _(ENTER_NAME)},
        help_text=_("The name on the player list. A new name joins the list."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": LONGEST}),
    )
    reason = reason_field("entry_reassigned", required=True)


class GoForm(DoingForm):
    """Leaving or pausing: the counters, where they must be counted."""

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


class MoveForm(DoingForm):
    table = forms.TypedChoiceField(label=_("Table"), coerce=int)
    reason = reason_field("seat_moved", required=True)

    def __init__(self, *args: Any, tables: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.choose_from("table", tables)


class SwapForm(DoingForm):
    second = forms.TypedChoiceField(label=_("Swap with"), coerce=int)
    reason = reason_field("seats_swapped", required=True)

    def __init__(self, *args: Any, others: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.choose_from("second", others)


def form_for(
    what: str,
    evening: Evening,
    facts: Facts,
    everyone: Sequence[Person],
    who: Person,
    data: Mapping[str, Any] | None = None,
) -> DoingForm:
    """The form of something that can be done with ``who``, with the choices that there are now."""
    match what:
        case "rename":
            first = {"name": who.name, "role": who.role}
            return RenameForm(data, initial=first, what=what, roles=evening.settings.roles)
        case "reassign":
            return ReassignForm(data, what=what)
        case "leave" | "pause":
            known = {"counters": known_counters(evening, facts, who.entry)}
            counts = asks_count(evening, facts, who)
            in_a_deal = bool(facts.stakes) and who.plays and awaited.in_a_deal(facts, who.entry)
            return GoForm(data, initial=known, what=what, counts=counts, in_a_deal=in_a_deal)
        case "move":
            tables = room_for(evening, facts, everyone, who)
            return MoveForm(data, what=what, tables=[(table.number, table.label) for table in tables])
        case "swap":
            others = may_swap_with(facts, everyone, who)
            return SwapForm(data, what=what, others=[(p.entry, f"{p.name} · {p.where}") for p in others])
        case _:
            return ButtonForm(data, what=what)


class TableAddForm(ActionForm):
    """Who sits at the new booby table."""

    entries = forms.TypedMultipleChoiceField(
        label=_("Players"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _(CHOOSE_PLAYERS)},
    )
    reason = reason_field("table_added", required=True)

    def __init__(self, data: Any = None, *, people: Sequence[tuple[str, Sequence[tuple[int, str]]]]) -> None:
        super().__init__(data, label_suffix="")
        self.people = people
        self.choose_from("entries", people)

    def groups(self) -> Iterator[tuple[str, list[BoundWidget]]]:
        """The people to choose from, group by group."""
        field = self["entries"]
        shown = iter(field.subwidgets)
        for label, people in self.people:
            yield str(label), [next(shown) for _person in people]


class TableCloseForm(ActionForm):
    reason = reason_field("table_closed", required=True)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, label_suffix="")


class LevelForm(ActionForm):
    """A button that says which line of the journal was the last when it was shown who moves."""

    seen = WholeField(required=False)
