"""Forms that choose a game's players, options and deal; and the base form and fields of the calculators."""

import re
from abc import ABCMeta, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.forms.forms import DeclarativeFieldsMetaclass
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.errors import RuleError
from accounts.refusals import CHOOSE_ONE
from accounts.shared.forms import PlainForm, WholeField
from games.describe.parts import RuleSection, describe_refusal, format_card_count, list_specials, make_row
from games.rules.cards import Card, parse_cards
from games.rules.clag import CALLED, MODIFIERS
from games.rules.deals import BidGame, DealPlan, End, Trump
from games.rules.options import Option, Options, group_exclusive
from games.rules.ruleset import Ruleset
from games.rules.schedules import apply_call, get_deal, plan_deals

OPTION = "options."
CALL = "call."
USUAL_PLAYERS = 4
YES, NO = "yes", "no"


def make_option_field(option: Option, value: object) -> forms.Field:
    """Return the form field of an option, with ``value`` as its initial value."""
    title = gettext(option.title)
    if option.choices is not None:
        words = [(key, gettext(word)) for key, word in option.choices.items()]
        return forms.ChoiceField(label=title, choices=words, initial=value)
    if not isinstance(option.default, bool):
        figures = {"least": option.least, "most": option.most}
        return WholeField(
            label=title,
            initial=value,
            help_text=gettext("From %(least)s to %(most)s.") % figures,
            widget=forms.NumberInput({"inputmode": "numeric"}),
        )
    if not option.default:
        return forms.BooleanField(label=title, required=False, initial=value)
    # Browsers do not send an empty box, and a missing value means the default. So an option with default
    # yes is chosen from two words.
    return forms.TypedChoiceField(
        label=title,
        choices=((YES, _("Yes")), (NO, _("No"))),
        initial=YES if value else NO,
        coerce=lambda chosen: chosen == YES,
    )


class OneOfSelect(forms.RadioSelect):
    """Choose at most one of several options. The query string can set each of them to yes."""

    keys: tuple[str, ...] = ()

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        """Return the chosen option; several, joined by spaces, are an invalid choice."""
        words = str(data.get(name) or "").split()
        if words and set(words) <= set(self.keys):
            return " ".join(words)
        return " ".join(key for key in self.keys if data.get(OPTION + key) not in (None, "", NO))

    def value_omitted_from_data(self, data: Mapping[str, Any], files: Any, name: str) -> bool:
        return not any(OPTION + key in data for key in self.keys)


def make_one_of_field(group: Sequence[Option], values: Mapping[str, object]) -> forms.Field:
    """Return the field for choosing at most one of the options."""
    words = [(option.key, gettext(option.title)) for option in group]
    field = forms.ChoiceField(
        label=gettext("At most one of these"),
        choices=[("", gettext("None of these")), *words],
        initial=next((option.key for option in group if values[option.key]), ""),
        required=False,
        widget=OneOfSelect,
        error_messages={"invalid_choice": _(CHOOSE_ONE)},
    )
    field.widget.keys = tuple(option.key for option in group)
    return field


def make_option_fields(game: Ruleset, values: Mapping[str, object]) -> dict[str, forms.Field]:
    """Return a field for each option, with the name used in RuleErrors: ``options.<key>``.

    Options that exclude one another share one field, named after the first of them.
    """
    groups = {group[0].key: group for group in group_exclusive(game.options)}
    inside = {option.key for group in groups.values() for option in group[1:]}
    return {
        OPTION + option.key: make_one_of_field(groups[option.key], values)
        if option.key in groups
        else make_option_field(option, values[option.key])
        for option in game.options
        if option.key not in inside
    }


def read_options(game: Ruleset, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that were entered in their fields."""
    values_given = strip_prefix(OPTION, values)
    for group in group_exclusive(game.options):
        if (key := values_given.get(group[0].key)) is not None:
            values_given |= {option.key: option.key == key for option in group}
    return values_given


def strip_prefix(prefix: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of fields whose names begin with ``prefix``, by the rest of the name."""
    return {name.removeprefix(prefix): value for name, value in values.items() if name.startswith(prefix)}


def make_query(options: Mapping[str, object]) -> str:
    """Return the query string that chooses these options on a page of the library."""
    words = {True: YES, False: NO}
    return urlencode(
        {OPTION + key: words[value] if isinstance(value, bool) else value for key, value in options.items()}
    )


def read_sent_values(fields: Mapping[str, forms.Field], data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields' values in the query string."""
    values = {name: data[name] for name in fields if name in data}
    for name, field in fields.items():
        widget = field.widget
        if isinstance(widget, OneOfSelect) and not widget.value_omitted_from_data(data, {}, name):
            values[name] = widget.value_from_datadict(data, {}, name)
    return values


class OptionsForm(PlainForm):
    """A form with a field for each option of a game."""

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(OPTION)]


class UsualForm(PlainForm):
    """A form that is always bound and checked. Fields missing in the query string have their defaults."""

    def __init__(self, data: Mapping[str, Any], fields: Mapping[str, forms.Field]) -> None:
        self.usual = {
            name: str(field.initial)
            for name, field in fields.items()
            if field.initial is not None and field.initial is not False
        }
        super().__init__({**self.usual, **read_sent_values(fields, data)})
        self.fields.update(fields)
        self.full_clean()

    @property
    def differences(self) -> list[tuple[str, str]]:
        """Return the values that differ from the defaults, for hidden fields."""
        return [
            (name, str(value)) for name, value in self.data.items() if value and value != self.usual.get(name)
        ]

    @property
    def query(self) -> str:
        return urlencode(self.differences)


class GameForm(OptionsForm, UsualForm):
    """A number of players, and the options. ``players`` and ``options`` are the defaults if it is invalid."""

    def __init__(self, game: Ruleset, data: Mapping[str, Any]) -> None:
        self.game = game
        self.options: Options = game.choose({})
        options = make_option_fields(game, self.options)
        fewest, most = game.find_player_range(_try_options(game, options, data))
        self.players = min(max(USUAL_PLAYERS, fewest), most)
        players = forms.TypedChoiceField(
            label=_("Players"),
            choices=[(n, n) for n in range(fewest, most + 1)],
            initial=self.players,
            coerce=int,
            error_messages={"invalid_choice": _(CHOOSE_ONE)},
        )
        super().__init__(data, {"players": players, **options})

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                self.options = self.game.choose(read_options(self.game, values))
                self.players = values["players"]
            except RuleError as error:
                self.add_error(error.field, describe_refusal(error))
        return values

    @property
    def changed_options(self) -> Options:
        """Return the options that differ from the game's defaults."""
        usual = self.game.choose({})
        return {key: value for key, value in self.options.items() if value != usual[key]}


def _try_options(game: Ruleset, fields: Mapping[str, forms.Field], data: Mapping[str, Any]) -> Options:
    """Return the options if they are valid, else the defaults. The number of players may depend on them."""
    try:
        sent = read_sent_values(fields, data)
        values = {
            name: fields[name].clean(fields[name].widget.value_from_datadict(sent, {}, name)) for name in sent
        }
        return game.choose(read_options(game, values))
    except (ValidationError, RuleError):
        return game.choose({})


class DealForm(UsualForm):
    """One deal of a game of bids, and the dealer's call if there is one. ``deal`` is set if it is valid."""

    deal: DealPlan

    def __init__(self, game: BidGame, players: int, options: Options, data: Mapping[str, Any]) -> None:
        self.game, self.players, self.options = game, players, options
        deals = plan_deals(game, players, options)
        fields: dict[str, forms.Field] = {}
        if game.end is not End.TARGET and not deals[0].by_call:
            fields["deal"] = forms.TypedChoiceField(
                label=_("Deal"),
                choices=[(deal.number, _describe_deal(game, deal)) for deal in deals],
                initial=_choose_usual_deal(deals).number,
                coerce=int,
                error_messages={"invalid_choice": _(CHOOSE_ONE)},
            )
        if deals[0].by_call:
            fields |= make_call_fields()
        super().__init__(data, fields)

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if self.errors:
            return values
        try:
            deal = get_deal(self.game, self.players, self.options, values.get("deal", 1), strict=True)
            call = {key: value for key, value in strip_prefix(CALL, values).items() if value != ""}
            self.deal = apply_call(self.game, deal, call) if deal.by_call else deal
        except RuleError as error:
            self.add_error(error.field if error.field in self.fields else None, describe_refusal(error))
        return values


def _choose_usual_deal(deals: Sequence[DealPlan]) -> DealPlan:
    """Return the deal to show first: the longest with a trump and nothing special, else the first."""
    plain = [deal for deal in deals if deal.trump is not Trump.NONE and not list_specials(deal)]
    return max(plain or deals[:1], key=lambda deal: deal.cards)


def make_call_fields() -> dict[str, forms.Field]:
    """Return fields for a dealer's calls, with the names used in RuleErrors: ``call.<key>``."""
    cards = forms.TypedChoiceField(
        label=_("Cards"), choices=[(n, n) for n in CALLED], initial=max(CALLED), coerce=int
    )
    boxes = {
        CALL + key: forms.BooleanField(label=gettext(words), required=False)
        for key, words in MODIFIERS.items()
    }
    suits = forms.CharField(
        label=_("Order of the suits"),
        required=False,
        max_length=4,
        help_text=_("For suit precedence. Highest first, such as SHDC."),
    )
    return {f"{CALL}cards": cards, **boxes, f"{CALL}suits": suits}


def _describe_deal(game: BidGame, deal: DealPlan) -> str:
    """Return a deal's entry in a list: its number, cards, trump, and special rules."""
    words_row = make_row(game, deal, 0)
    figures = {"number": words_row.number, "cards": format_card_count(deal.cards), "trump": words_row.trump}
    return ", ".join((gettext("%(number)s: %(cards)s, trump: %(trump)s") % figures, *words_row.special))


LONGEST = 200


class CardsField(forms.CharField):
    """Cards as people type them, “AS KD 10h” or “A♠, K♦”. With JavaScript, people tap cards."""

    def __init__(self, *, most: int, **kwargs: Any) -> None:
        attrs = {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        widget = forms.TextInput({**attrs, "data-cards": most, "class": "cards"})
        super().__init__(required=False, max_length=LONGEST, widget=widget, **kwargs)


def read_cards(text: str, field: str) -> tuple[Card, ...]:
    """Return the cards that were typed. RuleError at ``field``."""
    plain = text.upper()
    for sign, letter in (("♠", "S"), ("♥", "H"), ("♦", "D"), ("♣", "C"), ("10", "T")):
        plain = plain.replace(sign, letter)
    return parse_cards(re.split(r"[\s,;]+", plain.strip(" ,;")) if plain.strip(" ,;") else (), field)


def make_number_field(label: str, initial: int | None = None, *, required: bool = True) -> WholeField:
    """Return a field for bids, tricks or counters."""
    widget = forms.NumberInput({"inputmode": "numeric", "min": 0, "class": "count"})
    return WholeField(label=label, initial=initial, required=required, widget=widget)


@dataclass(frozen=True)
class ToolRow:
    """A player's fields, with the player's name as heading."""

    title: str
    fields: tuple[forms.BoundField, ...]


class _Kind(DeclarativeFieldsMetaclass, ABCMeta):
    """The metaclass of forms that leave abstract methods to their subclasses."""


class ToolForm(PlainForm, metaclass=_Kind):
    """A calculator's form. Its ``judge`` computes the answer. ``deal`` exists for games of bids.

    The dealer is the last player, so the first player sits left of the dealer.
    """

    title: ClassVar[str]
    """The calculator's title, to be translated."""
    intro: ClassVar[str]
    """How the calculator is used, to be translated."""
    deal_form: ClassVar[Callable[..., DealForm] | None] = None
    """The form for the deal; None if all deals are alike."""

    def __init__(
        self,
        game: Ruleset,
        players: int,
        options: Options,
        deal: DealPlan | None = None,
        data: Mapping[str, Any] | None = None,
    ) -> None:
        self.game, self.players, self.options, self.deal = game, players, options, deal
        self.seats: Sequence[int] = range(players)
        self.dealer = players - 1
        super().__init__(data)
        self.fields.update(self.ask())

    @abstractmethod
    def ask(self) -> dict[str, forms.Field]:
        """Return the fields, with the names used in RuleErrors. A player's field ends in the seat."""

    @abstractmethod
    def judge(self) -> RuleSection:
        """Return the answer for the entered values. RuleError at a field."""

    def answer(self) -> RuleSection | None:
        """Return the answer; None if something is wrong. Then the field shows the error."""
        if not self.is_valid():
            return None
        try:
            return self.judge()
        except RuleError as error:
            names = (error.field, error.field.partition(".")[0])
            self.add_error(
                next((name for name in names if name in self.fields), None), describe_refusal(error)
            )
            return None

    def name_seat(self, seat: int) -> str:
        """Return the name of a player on this page."""
        words = gettext("Player %(n)s (dealer)") if seat == self.dealer else gettext("Player %(n)s")
        return words % {"n": seat + 1}

    def read_by_seat(self, name: str) -> dict[int, Any]:
        """Return the values of each player under this name, without empty fields."""
        values = {seat: self.cleaned_data.get(f"{name}.{seat}") for seat in self.seats}
        return {seat: value for seat, value in values.items() if value not in (None, "")}

    def cards(self, name: str) -> tuple[Card, ...]:
        """Return the cards in a field. RuleError at the field."""
        return read_cards(self.cleaned_data.get(name, ""), name)

    def hands(self, name: str = "hands") -> dict[int, tuple[Card, ...]]:
        """Return the cards of each player who has any. RuleError at ``<name>.<seat>``."""
        return {seat: self.cards(f"{name}.{seat}") for seat in self.read_by_seat(name)}

    @property
    def asks_cards(self) -> bool:
        return any(isinstance(field, CardsField) for field in self.fields.values())

    @property
    def common(self) -> list[forms.BoundField]:
        """Return the fields that belong to no player."""
        return [self[name] for name in self.fields if "." not in name]

    @property
    def rows(self) -> list[ToolRow]:
        """Return each player's fields, in the order of the form."""
        table_rows = []
        for seat in self.seats:
            fields = [self[name] for name in self.fields if name.endswith(f".{seat}")]
            if fields:
                table_rows.append(ToolRow(self.name_seat(seat), tuple(fields)))
        return table_rows
