"""Forms to record a pool, to count or end a table, and to take back a deal, with their base classes.

Each form names its command. People who did not sit at the table cannot send it. The services decide the
winners and the amounts.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.errors import gettext_noop as noop
from accounts.refusals import CHOOSE_ONE, NOT_WHOLE
from accounts.shared.forms import ActionForm, WholeField
from games.rules.pool import NEGATIVE
from tournaments.base.forms import scored_reason
from tournaments.core.counters.checks import MOST_COUNTERS
from tournaments.core.record import Ending
from tournaments.core.refusals import NOT_AT_TABLE
from tournaments.models import Journal
from tournaments.scoring.presenters.deals import Sitter, TableSheet
from tournaments.scoring.services.counts import Tally, TallyKind, Three, deal_withdraw
from tournaments.scoring.services.deals import deal_correct, deal_record, table_count


def sat(round_id: int, people: Iterable[int]) -> str:
    """Return who sits at the table in the round, as the hidden field ``sat`` says it.

    ``round_id`` is the round's own number in the database: another one where a bell was undone and rang anew.
    """
    return " ".join(map(str, (round_id, *sorted(people))))


class RecordForm(ActionForm):
    """A form that writes a deal down. ``correcting``: anew, or not at all, after its result was recorded."""

    correcting = False

    def command(self) -> partial[Journal]:
        """Return the command that the valid form sends, but for the request and the deal."""
        raise NotImplementedError

    def success_message(self) -> str:
        """Return the message once it is done."""
        raise NotImplementedError

    @property
    def refusal(self) -> str:
        """Return why it was refused, where that is no shown field's matter."""
        return str(next(iter(self.non_field_errors()), ""))


class SeatedForm(RecordForm):
    """A form about one deal or one round of a table, with ``sat``: who sits there."""

    def __init__(self, *args: Any, sheet: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sheet = sheet

    @property
    def sat(self) -> str:
        return sat(self.sheet.opened, self.sheet.people)

    @property
    def number(self) -> int:
        """Return the deal's number, as people know it."""
        number: int = self.sheet.deal
        return number

    def success_message(self) -> str:
        if self.correcting:
            return gettext("The result is corrected.")
        return gettext("Recorded: table %(table)s, deal %(deal)s.") % {
            "table": self.sheet.table,
            "deal": self.number,
        }

    def clean(self) -> dict[str, Any]:
        """Refuse what was typed while others sat there: on an offline phone, or before a bell was undone."""
        seats = self.data.get(self.add_prefix("sat"))
        if seats and seats != self.sat:
            same_people = seats.partition(" ")[2] == self.sat.partition(" ")[2]
            self.add_error(
                None,
                gettext("This round was started again. Check your entry, then send it again.")
                if same_people
                else gettext("Other players sit at this table now. Check the names, then send it again."),
            )
        return self.cleaned_data


TAP_CALLERS = noop("Tap the players who called, or “Nobody called”.")


@dataclass(frozen=True)
class PoolRow:
    """One player's part of a form: the person, what was ticked, and the field for counters."""

    sitter: Sitter
    is_winner: bool
    is_caller: bool
    broke: bool
    amount: BoundField | None
    cards: BoundField | None = None

    @property
    def typed(self) -> str:
        """Return what was typed in the field for counters."""
        value = self.amount.value() if self.amount is not None else None
        return "" if value is None else str(value)


def amount_of(entry: int) -> str:
    """Return the name of a person's field; the core names it in its refusals."""
    return f"counters-{entry}"


def amount_field(label: str, initial: int | None = None) -> WholeField:
    """Make a field for a person's counters; empty: not told."""
    return WholeField(
        label=label,
        min_value=0,
        max_value=MOST_COUNTERS,
        required=False,
        initial=initial,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "count", "autocomplete": "off"}),
        error_messages={
            "invalid": _(NOT_WHOLE),
            "min_value": _(NEGATIVE),
            "max_value": _("This number is too large."),
        },
    )


def _people(sitters: tuple[Sitter, ...], **kwargs: Any) -> forms.TypedMultipleChoiceField:
    return forms.TypedMultipleChoiceField(
        coerce=int,
        choices=[(sitter.entry, sitter.name) for sitter in sitters],
        error_messages={
            "required": _("Tap the winner of the pool."),
            "invalid_choice": _(NOT_AT_TABLE),
        },
        **kwargs,
    )


def cards_of(entry: int) -> str:
    """Return the name of a person's field for the cards that were shown."""
    return f"cards-{entry}"


OF_CARDS = {"class": "cards", "autocomplete": "off", "autocapitalize": "characters", "data-hand": ""}
NOBODY = 0
STAKES = (("first", _("First stake")), ("second", _("Second stake")), ("third", _("Third stake")))


class PoolForm(SeatedForm):
    """Who won, who called, and the counters in whichever way the evening counts them."""

    sheet: TableSheet
    nobody = forms.BooleanField(label=_("Nobody called"), required=False)
    sure = forms.BooleanField(label=_("Yes, they did not call"), required=False)

    def __init__(self, *args: Any, sheet: TableSheet, correcting: bool, **kwargs: Any) -> None:
        super().__init__(*args, sheet=sheet, **kwargs)
        self.correcting = correcting
        self.usual = TallyKind.THREE if sheet.play.kind.several else TallyKind.STAKES
        self.fields["winners"] = _people(sheet.players, label=_("Who won the pool?"))
        self.fields["in_call"] = _people(sheet.players, label=_("Who called?"), required=False)
        if sheet.counts_each_deal:
            ways = [(self.usual, _("Put in")), (TallyKind.COUNTS, _("After this deal"))]
            self.fields["tally"] = forms.ChoiceField(choices=ways)
            if sheet.play.kind.several:
                self._add_stakes()
        elif not self.asks_counts:
            self.fields["broke"] = _people(sheet.players, label=_("Out of counters"), required=False)
        if self.asks_counts:
            for sitter in sheet.players:
                self.fields[amount_of(sitter.entry)] = amount_field(sitter.name)
        for sitter in sheet.players:
            self.fields[cards_of(sitter.entry)] = forms.CharField(
                label=sitter.name, max_length=30, required=False, widget=forms.TextInput(attrs=OF_CARDS)
            )
        self.fields["winners"].required = not self._typed_cards()
        if self.correcting:
            self.fields["reason"] = scored_reason("deal_corrected")
            self.fields["base_version"] = WholeField(min_value=1, required=False)
        self.initial = {**self._initial_values(), **self.initial}

    def _add_stakes(self) -> None:
        people = [(sitter.entry, sitter.name) for sitter in self.sheet.players]
        for key, label in STAKES:
            self.fields[key] = amount_field(str(label))
        unsaid, nobody = [("", "–")], [(NOBODY, _("Nobody"))]
        for key, label, choices in (
            ("won_first", _("Won the first stake"), [*unsaid, *people]),
            ("won_third", _("Won the third stake"), [*unsaid, *people, *nobody]),
        ):
            self.fields[key] = forms.TypedChoiceField(
                label=label, choices=choices, coerce=int, empty_value=None, required=False
            )

    def _typed_cards(self) -> list[str]:
        names = (self.add_prefix(cards_of(sitter.entry)) for sitter in self.sheet.players)
        return [name for name in names if self.data.get(name, "").strip()]

    @property
    def shows_cards(self) -> bool:
        """Return whether cards are entered, so that their fields are unfolded."""
        return any(row.cards is not None and row.cards.value() for row in self.rows())

    @property
    def stakes(self) -> Iterator[BoundField]:
        """Return the three stakes that everybody put up, where there are three."""
        return (self[key] for key, _label in STAKES if key in self.fields)

    @property
    def asks_counts(self) -> bool:
        """Return whether everybody's counters are asked for: not in mid-evening, if counted at the end.

        There the head table's are after its last pool, for they say who goes down, and any table's may
        be put right by a correction.
        """
        if self.sheet.counts_each_deal or self.correcting:
            return True
        return self.sheet.is_head and self.sheet.last_deal

    def rows(self) -> Iterator[PoolRow]:
        ticked = {name: self._ticked(name) for name in ("winners", "in_call", "broke")}
        for sitter in self.sheet.players:
            name = amount_of(sitter.entry)
            yield PoolRow(
                sitter,
                is_winner=str(sitter.entry) in ticked["winners"],
                is_caller=str(sitter.entry) in ticked["in_call"],
                broke=str(sitter.entry) in ticked["broke"],
                amount=self[name] if name in self.fields else None,
                cards=self[cards_of(sitter.entry)],
            )

    @property
    def by_counts(self) -> bool:
        """Return whether the switch stands at what each has now."""
        return bool("tally" in self.fields and self["tally"].value() == TallyKind.COUNTS)

    @property
    def no_callers(self) -> bool:
        return bool(self["nobody"].value())

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        winners, callers = cleaned.get("winners") or [], cleaned.get("in_call") or []
        other_callers = set(callers) - set(winners)
        if cleaned.get("nobody") and other_callers:
            self.add_error("in_call", _(TAP_CALLERS))
        elif (
            len(winners) < 2
            and "winners" not in self.errors
            and not other_callers
            and not cleaned.get("nobody")
            and len(self._typed_cards()) < 2
            and "in_call" not in self.errors
        ):
            several_stakes = self.sheet.play.kind.several and not self.sheet.records_each_stake
            second = _("Tap the players who played for the second stake, or “Nobody else”.")
            self.add_error("in_call", second if several_stakes else _(TAP_CALLERS))
        self._refuse_empty(cleaned.get("tally"))
        return cleaned

    def _refuse_empty(self, tally: str | None) -> None:
        """Refuse an empty amount: it does not say that somebody put in nothing.

        Of three stakes everybody put in the second: it is no question how much, of who dropped.
        """
        people = {*(self.cleaned_data.get("winners") or ()), *(self.cleaned_data.get("in_call") or ())}
        fields = {amount_of(sitter.entry): sitter.entry in people for sitter in self.sheet.players}
        if tally == TallyKind.THREE:
            fields |= {key: True for key, _label in STAKES}
        for name, met in fields.items() if tally else ():
            empty = self.cleaned_data.get(name) is None and name not in self.errors
            if empty and (met or (tally != TallyKind.THREE and self.add_prefix(name) in self.data)):
                self.add_error(name, gettext("Enter a number. 0 means none."))

    def command(self) -> partial[Journal]:
        cleaned = self.cleaned_data
        people = {"winners": cleaned["winners"], "in_call": cleaned["in_call"]}
        pool = {**people, "tally": self.tally(), "shown": self.read_cards(), "sure": cleaned["sure"]}
        if self.correcting:
            return partial(deal_correct, base_version=cleaned["base_version"], **pool)
        return partial(deal_record, **pool)

    def read_cards(self) -> dict[int, str]:
        """Return the cards that were typed, by entry."""
        typed = {s.entry: self.cleaned_data.get(cards_of(s.entry), "") for s in self.sheet.players}
        return {entry: cards for entry, cards in typed.items() if cards.strip()}

    def _three(self, stakes: Mapping[int, int]) -> Three:
        """Return three stakes as told: ``stakes`` are what each put into the second, with bets."""
        cleaned = self.cleaned_data
        first, second, third = (cleaned[key] for key, _label in STAKES)
        winners = (cleaned.get("won_first"), *cleaned["winners"], cleaned.get("won_third"))
        if self.read_cards() or len(winners) != len(STAKES) or None in winners:
            return Three(first, second, third, stakes)
        return Three(first, second, third, stakes, (*winners[:2], winners[2] or None))

    def tally(self) -> Tally | Three:
        """Return the counters as they were told."""
        fields = {
            sitter.entry: self.cleaned_data.get(amount_of(sitter.entry)) for sitter in self.sheet.players
        }
        amounts = {entry: amount for entry, amount in fields.items() if amount is not None}
        if not self.sheet.counts_each_deal:
            amounts |= dict.fromkeys(self.cleaned_data.get("broke") or [], 0)
            # A correction tells anew who is broke, be it nobody.
            return Tally(TallyKind.COUNTS, amounts) if amounts or self.correcting else Tally()
        if self.cleaned_data["tally"] == TallyKind.THREE:
            return self._three(amounts)
        return Tally(TallyKind(self.cleaned_data["tally"]), amounts)

    def _ticked(self, name: str) -> set[str]:
        if name not in self.fields:
            return set()
        return {str(value) for value in self[name].value() or ()}

    def _initial_values(self) -> dict[str, Any]:
        """Return what the form shows at first: the result that stands, or only the usual way of counting."""
        stands = self.sheet.stands
        if stands is None:
            bell_counts = {amount_of(s.entry): s.counted for s in self.sheet.players if s.counted is not None}
            return {"tally": self.usual, **bell_counts}
        callers = [part.entry for part in stands.lines if part.in_call and not part.won]
        counts = {part.entry: part.after for part in stands.lines}
        if not self.sheet.counts_each_deal:
            counts = {sitter.entry: sitter.counted for sitter in self.sheet.players}
        return {
            "winners": [part.entry for part in stands.lines if part.won],
            "in_call": callers,
            "nobody": not callers,
            "tally": TallyKind.COUNTS,
            **{amount_of(entry): counters for entry, counters in counts.items()},
            **{cards_of(part.entry): part.cards for part in stands.lines},
        }


class CountForm(SeatedForm):
    """A table's counters, counted when the bell has rung. Who is not counted is left empty."""

    def __init__(self, *args: Any, sheet: TableSheet, **kwargs: Any) -> None:
        super().__init__(*args, sheet=sheet, **kwargs)
        for sitter in sheet.players:
            self.fields[amount_of(sitter.entry)] = amount_field(sitter.name, sitter.counted)

    def rows(self) -> Iterator[tuple[Sitter, BoundField]]:
        for sitter in self.sheet.players:
            yield sitter, self[amount_of(sitter.entry)]

    def command(self) -> partial[Journal]:
        fields = {
            sitter.entry: self.cleaned_data.get(amount_of(sitter.entry)) for sitter in self.sheet.players
        }
        counts = {entry: counters for entry, counters in fields.items() if counters is not None}
        return partial(table_count, counts=counts)

    def success_message(self) -> str:
        return gettext("Counted: table %(table)s.") % {"table": self.sheet.table}


ENDING_LABELS = {
    Ending.VOID: _("The table cannot finish its deal"),
    Ending.EARLY: _("No deal was in play when the bell rang"),
}


class EndForm(ActionForm):
    """How a table's round ended without a pool after the bell."""

    template = "scoring/deal/end.html"

    ending = forms.ChoiceField(widget=forms.RadioSelect, error_messages={"required": _(CHOOSE_ONE)})

    def __init__(self, *args: Any, sheet: TableSheet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(ending, ENDING_LABELS[ending]) for ending in sheet.endings or ENDING_LABELS]
        self.choose_from("ending", choices)
        if len(choices) == 1:
            self.initial = {"ending": choices[0][0], **self.initial}


class WithdrawForm(RecordForm):
    """Why a table's last deal is taken back."""

    correcting = True
    reason = scored_reason("deal_withdrawn")

    def command(self) -> partial[Journal]:
        return partial(deal_withdraw)

    def success_message(self) -> str:
        return gettext("Undone. You can record the deal again.")


class StopForm(ActionForm):
    """A table ends its round without its last deal, in the one way that there is."""

    template = "scoring/bids/stop.html"

    ending = forms.ChoiceField(choices=[])

    def __init__(self, *args: Any, ending: Ending, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.choose_from("ending", [(ending, ending)])
        self.way = ending
