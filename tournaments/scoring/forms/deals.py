"""Forms to record a pool, to count or end a table, and to undo a deal, with their base classes.

Each form names its command. A form is refused if other people sit at the table now. The services decide the
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
from games.rules.single_stake import ONE_WINNER
from tournaments.base.forms import make_scored_reason
from tournaments.core.counters.checks import MOST_COUNTERS
from tournaments.core.record import Ending
from tournaments.core.refusals import NOT_AT_TABLE
from tournaments.models import Journal
from tournaments.scoring.presenters.deal_results import ResultVersion
from tournaments.scoring.presenters.deals import DealPlayer, TableSheet
from tournaments.scoring.services.counts import Tally, TallyKind, Three, deal_withdraw
from tournaments.scoring.services.deals import deal_correct, deal_record, table_count


def encode_seating(round_id: int, people: Iterable[int]) -> str:
    """Return the value of the hidden field ``sat``: the round and the people at the table.

    ``round_id``: the round's database id. The id changes if a bell is undone and rings again.
    """
    return " ".join(map(str, (round_id, *sorted(people))))


class RecordForm(ActionForm):
    """A form that writes a deal. ``correcting``: it corrects or undoes a recorded result."""

    correcting = False

    def command(self) -> partial[Journal]:
        """Return the valid form's command, without the request and the deal."""
        raise NotImplementedError

    def success_message(self) -> str:
        """Return the message after the command succeeded."""
        raise NotImplementedError

    @property
    def refusal(self) -> str:
        """Return the refusal if it does not belong to a visible field, else ""."""
        return str(next(iter(self.non_field_errors()), ""))


class SeatedForm(RecordForm):
    """A form for one deal or one round of a table. ``sat`` contains who sits there."""

    def __init__(self, *args: Any, sheet: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sheet = sheet

    @property
    def sat(self) -> str:
        return encode_seating(self.sheet.round_id, self.sheet.people)

    @property
    def number(self) -> int:
        """Return the deal's number for messages."""
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
        """Refuse a form from before the seats changed: from an offline phone, or before a bell was undone."""
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
    """One player's part of a form: the player, what is ticked, and the field for counters.

    ``other``: the counters of the recorded result, in the way of counting that the form does not show.
    """

    sitter: DealPlayer
    is_winner: bool
    is_caller: bool
    broke: bool
    amount: BoundField | None
    cards: BoundField | None = None
    other: int | None = None

    @property
    def typed(self) -> str:
        """Return the value typed in the field for counters."""
        value = self.amount.value() if self.amount is not None else None
        return "" if value is None else str(value)


def name_amount_field(entry: int) -> str:
    """Return the name of a player's field for counters. Refusals of the core use the same name."""
    return f"counters-{entry}"


OF_FIGURES = {"inputmode": "numeric", "enterkeyhint": "next", "class": "count", "autocomplete": "off"}


def make_amount_field(label: str, initial: int | None = None) -> WholeField:
    """Return a field for a player's counters; empty: not entered."""
    return WholeField(
        label=label,
        min_value=0,
        max_value=MOST_COUNTERS,
        required=False,
        initial=initial,
        widget=forms.TextInput(attrs=OF_FIGURES),
        error_messages={
            "invalid": _(NOT_WHOLE),
            "min_value": _(NEGATIVE),
            "max_value": _("This number is too large."),
        },
    )


def _make_people_field(sitters: tuple[DealPlayer, ...], **kwargs: Any) -> forms.TypedMultipleChoiceField:
    return forms.TypedMultipleChoiceField(
        coerce=int,
        choices=[(sitter.entry, sitter.name) for sitter in sitters],
        error_messages={
            "required": _("Tap the winner of the pool."),
            "invalid_choice": _(NOT_AT_TABLE),
        },
        **kwargs,
    )


def name_cards_field(entry: int) -> str:
    """Return the name of a player's field for shown cards."""
    return f"cards-{entry}"


OF_CARDS = {
    "class": "cards",
    "autocomplete": "off",
    "autocapitalize": "characters",
    "enterkeyhint": "next",
    "data-hand": "",
}
NOBODY = 0
FIRST, SECOND, THIRD = 1, 2, 3
STAKES = (("first", _("First stake")), ("second", _("Second stake")), ("third", _("Third stake")))


class PoolForm(SeatedForm):
    """The winners, the callers, and the counters in the evening's way of counting."""

    sheet: TableSheet
    nobody = forms.BooleanField(label=_("Nobody called"), required=False)
    sure = forms.BooleanField(label=_("Yes, they did not call"), required=False)

    def __init__(self, *args: Any, sheet: TableSheet, correcting: bool, **kwargs: Any) -> None:
        super().__init__(*args, sheet=sheet, **kwargs)
        self.correcting = correcting
        self.usual = TallyKind.THREE if sheet.play.kind.several else TallyKind.STAKES
        self.fields["winners"] = _make_people_field(sheet.players, label=_("Who won the pool?"))
        self.fields["in_call"] = _make_people_field(sheet.players, label=_("Who called?"), required=False)
        if sheet.counts_each_deal:
            ways = [(self.usual, _("Put in")), (TallyKind.COUNTS, _("After this deal"))]
            self.fields["tally"] = forms.ChoiceField(choices=ways)
            if sheet.play.kind.several:
                self._add_stakes()
        elif not self.asks_counts:
            self.fields["broke"] = _make_people_field(
                sheet.players, label=_("Out of counters"), required=False
            )
        if self.asks_counts:
            for sitter in sheet.players:
                self.fields[name_amount_field(sitter.entry)] = make_amount_field(sitter.name)
        for sitter in sheet.players:
            self.fields[name_cards_field(sitter.entry)] = forms.CharField(
                label=sitter.name, max_length=30, required=False, widget=forms.TextInput(attrs=OF_CARDS)
            )
        self.fields["winners"].required = not self._list_typed_cards()
        if self.correcting:
            self.fields["reason"] = make_scored_reason("deal_corrected")
            self.fields["base_version"] = WholeField(min_value=1, required=False)
        self.initial = {**self._initial_values(), **self.initial}

    def _add_stakes(self) -> None:
        people = [(sitter.entry, sitter.name) for sitter in self.sheet.players]
        for key, label in STAKES:
            self.fields[key] = make_amount_field(str(label))
        unsaid, nobody = [("", "–")], [(NOBODY, _("Nobody"))]
        for key, label, choices in (
            ("won_first", _("Won the first stake"), [*unsaid, *people]),
            ("won_third", _("Won the third stake"), [*unsaid, *people, *nobody]),
        ):
            self.fields[key] = forms.TypedChoiceField(
                label=label, choices=choices, coerce=int, empty_value=None, required=False
            )

    def _list_typed_cards(self) -> list[str]:
        names = (self.add_prefix(name_cards_field(sitter.entry)) for sitter in self.sheet.players)
        return [name for name in names if self.data.get(name, "").strip()]

    @property
    def shows_cards(self) -> bool:
        """Return whether any cards are entered. If so, the page unfolds their fields."""
        return any(row.cards is not None and row.cards.value() for row in self.rows())

    @property
    def stakes(self) -> Iterator[BoundField]:
        """Return the fields of the three stakes that everybody put up, in games with three stakes."""
        return (self[key] for key, _label in STAKES if key in self.fields)

    @property
    def asks_counts(self) -> bool:
        """Return whether the form has a field for each player's counters.

        If counters are counted only at the end, just two forms have these fields: the head table's last pool,
        which decides who goes down, and corrections.
        """
        if self.sheet.counts_each_deal or self.correcting:
            return True
        return self.sheet.is_head and self.sheet.last_deal

    def rows(self) -> Iterator[PoolRow]:
        ticked = {name: self._read_ticked(name) for name in ("winners", "in_call", "broke")}
        for sitter in self.sheet.players:
            name = name_amount_field(sitter.entry)
            yield PoolRow(
                sitter,
                is_winner=str(sitter.entry) in ticked["winners"],
                is_caller=str(sitter.entry) in ticked["in_call"],
                broke=str(sitter.entry) in ticked["broke"],
                amount=self[name] if name in self.fields else None,
                cards=self[name_cards_field(sitter.entry)],
                other=(self._put_in() if self.by_counts else self._counts()).get(sitter.entry),
            )

    @property
    def by_counts(self) -> bool:
        """Return whether the scorer enters the counters that each player has now."""
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
            and not other_callers
            and not cleaned.get("nobody")
            and len(self._list_typed_cards()) < 2
            and "in_call" not in self.errors
        ):
            several_stakes = self.sheet.play.kind.several and not self.sheet.records_each_stake
            second = _("Tap the players who played for the second stake, or “Nobody else”.")
            self.add_error("in_call", second if several_stakes else _(TAP_CALLERS))
        self._refuse_empty(cleaned.get("tally"))
        if cleaned.get("tally") == TallyKind.THREE and not self._list_typed_cards():
            self._refuse_unsaid_winners(cleaned)
        return cleaned

    def _refuse_unsaid_winners(self, cleaned: Mapping[str, Any]) -> None:
        """Refuse a stake without its winner: only cards decide the winners of several stakes."""
        if len(cleaned.get("winners") or ()) > 1:
            self.add_error("winners", _(ONE_WINNER))
        for name, message in (
            ("won_first", _("Choose who won the first stake.")),
            ("won_third", _("Choose who won the third stake, or “Nobody”.")),
        ):
            if cleaned.get(name) is None and name not in self.errors:
                self.add_error(name, message)

    def _refuse_empty(self, tally: str | None) -> None:
        """Refuse an empty amount: it does not mean 0.

        With three stakes, an empty bet of a player who dropped is allowed: each player put up the second
        stake.
        """
        people = {*(self.cleaned_data.get("winners") or ()), *(self.cleaned_data.get("in_call") or ())}
        fields = {name_amount_field(sitter.entry): sitter.entry in people for sitter in self.sheet.players}
        if tally == TallyKind.THREE:
            fields |= {key: True for key, _label in STAKES}
        for name, met in fields.items() if tally else ():
            empty = self.cleaned_data.get(name) is None and name not in self.errors
            if empty and (met or (tally != TallyKind.THREE and self.add_prefix(name) in self.data)):
                self.add_error(name, gettext("Enter a number. 0 means none."))

    def command(self) -> partial[Journal]:
        cleaned = self.cleaned_data
        people = {"winners": cleaned["winners"], "in_call": cleaned["in_call"]}
        pool = {**people, "tally": self.read_tally(), "shown": self.read_cards(), "sure": cleaned["sure"]}
        if self.correcting:
            return partial(deal_correct, base_version=cleaned["base_version"], **pool)
        return partial(deal_record, **pool)

    def read_cards(self) -> dict[int, str]:
        """Return the typed cards by entry."""
        typed = {s.entry: self.cleaned_data.get(name_cards_field(s.entry), "") for s in self.sheet.players}
        return {entry: cards for entry, cards in typed.items() if cards.strip()}

    def _read_three(self, stakes: Mapping[int, int]) -> Three:
        """Return three stakes as entered. ``stakes``: what each player put into the second, with bets."""
        cleaned = self.cleaned_data
        first, second, third = (cleaned[key] for key, _label in STAKES)
        winners = (cleaned.get("won_first"), *cleaned["winners"], cleaned.get("won_third"))
        if self.read_cards() or len(winners) != len(STAKES) or None in winners:
            return Three(first, second, third, stakes)
        return Three(first, second, third, stakes, (*winners[:2], winners[2] or None))

    def read_tally(self) -> Tally | Three:
        """Return the counters as entered."""
        fields = {
            sitter.entry: self.cleaned_data.get(name_amount_field(sitter.entry))
            for sitter in self.sheet.players
        }
        amounts = {entry: amount for entry, amount in fields.items() if amount is not None}
        if not self.sheet.counts_each_deal:
            amounts |= dict.fromkeys(self.cleaned_data.get("broke") or [], 0)
            # A correction always replaces the list of broke players, even with an empty one.
            return Tally(TallyKind.COUNTS, amounts) if amounts or self.correcting else Tally()
        if self.cleaned_data["tally"] == TallyKind.THREE:
            return self._read_three(amounts)
        return Tally(TallyKind(self.cleaned_data["tally"]), amounts)

    def _read_ticked(self, name: str) -> set[str]:
        if name not in self.fields:
            return set()
        return {str(value) for value in self[name].value() or ()}

    def _stakes_before(self) -> Mapping[str, int]:
        """Return what each player put up in the deal before, in games with three stakes."""
        return self.sheet.stakes_before if STAKES[0][0] in self.fields else {}

    def _initial_values(self) -> dict[str, Any]:
        """Return the initial values: the newest version of the result, or only the usual way of counting."""
        stands = self.sheet.stands
        if stands is None:
            bell_counts = {
                name_amount_field(s.entry): s.bell_count
                for s in self.sheet.players
                if s.bell_count is not None
            }
            return {"tally": self.usual, **bell_counts, **self._stakes_before()}
        callers = [part.entry for part in stands.lines if part.in_call and not part.won]
        by_counts = not self.sheet.counts_each_deal or stands.put_in is None
        return {
            "winners": [part.entry for part in stands.lines if part.won],
            "in_call": callers,
            "nobody": not callers,
            "sure": bool(stands.dropped),
            "tally": TallyKind.COUNTS if by_counts else self.usual,
            **{
                name_amount_field(entry): n
                for entry, n in (self._counts() if by_counts else self._put_in()).items()
            },
            **{name_cards_field(part.entry): part.cards for part in stands.lines},
            **({} if by_counts else self._stakes_initial(stands)),
        }

    def _stakes_initial(self, stands: ResultVersion) -> dict[str, Any]:
        """Return the amounts of three stakes and who won them. Empty for one stake.

        The player who won most is always stored as a caller. Only those who put in a bet called.
        """
        if "first" not in stands.call:
            return {}
        winners = {stake: part.entry for part in stands.lines for stake in part.took}
        bets, lines = stands.put_in or {}, stands.lines
        callers = [part.entry for part in lines if part.in_call and (not part.won or part.entry in bets)]
        return {
            **{key: stands.call[key] for key, _label in STAKES},
            "winners": [winners[SECOND]],
            "in_call": [entry for entry in callers if entry != winners[SECOND]],
            "won_first": winners[FIRST],
            "won_third": winners.get(THIRD, NOBODY),
        }

    def _counts(self) -> dict[int, int | None]:
        """Return what each player has after the recorded result; empty if there is none."""
        if self.sheet.stands is None:
            return {}
        if not self.sheet.counts_each_deal:
            return {sitter.entry: sitter.bell_count for sitter in self.sheet.players}
        return {part.entry: part.after for part in self.sheet.stands.lines}

    def _put_in(self) -> dict[int, int | None]:
        """Return what each player put in. Counters alone say it only of players who did not win."""
        stands = self.sheet.stands
        if stands is None or stands.put_in is not None:
            return dict(stands.put_in or {}) if stands else {}
        if self.usual is TallyKind.THREE:
            return {}
        return {part.entry: -part.gain for part in stands.lines if part.gain is not None and not part.won}


class CountForm(SeatedForm):
    """A table's counters, counted after the bell. A player's empty field means: not counted."""

    def __init__(self, *args: Any, sheet: TableSheet, **kwargs: Any) -> None:
        super().__init__(*args, sheet=sheet, **kwargs)
        for sitter in sheet.players:
            self.fields[name_amount_field(sitter.entry)] = make_amount_field(sitter.name, sitter.bell_count)

    def rows(self) -> Iterator[tuple[DealPlayer, BoundField]]:
        for sitter in self.sheet.players:
            yield sitter, self[name_amount_field(sitter.entry)]

    def command(self) -> partial[Journal]:
        fields = {
            sitter.entry: self.cleaned_data.get(name_amount_field(sitter.entry))
            for sitter in self.sheet.players
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
    """The way in which a table's round ended without a pool after the bell."""

    template = "scoring/deal/end.html"

    ending = forms.ChoiceField(widget=forms.RadioSelect, error_messages={"required": _(CHOOSE_ONE)})

    def __init__(self, *args: Any, sheet: TableSheet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(ending, ENDING_LABELS[ending]) for ending in sheet.endings or ENDING_LABELS]
        self.choose_from("ending", choices)
        if len(choices) == 1:
            self.initial = {"ending": choices[0][0], **self.initial}


class WithdrawForm(RecordForm):
    """The reason to undo a table's last deal."""

    correcting = True
    reason = make_scored_reason("deal_withdrawn")

    def command(self) -> partial[Journal]:
        return partial(deal_withdraw)

    def success_message(self) -> str:
        return gettext("Undone. You can record the deal again.")


class StopForm(ActionForm):
    """End a table's round without its last deal, in the only possible way."""

    template = "scoring/bids/stop.html"

    ending = forms.ChoiceField(choices=[])

    def __init__(self, *args: Any, ending: Ending, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.choose_from("ending", [(ending, ending)])
        self.way = ending
