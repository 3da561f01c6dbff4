"""Calculators for Brag and Draw Poker: who wins a showdown, and who is paid what."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from accounts.errors import RuleError, gettext_noop
from games.calculators.forms.tools import CardsField, ToolForm, number
from games.describe.figures import card, listed, signed
from games.describe.section import Section, Table
from games.rules import poker, pool, showing, single_stake
from games.rules.cards import Card
from games.rules.checks import NO_HANDS
from games.rules.pool import NO_WINNER

DROPPED, STILL_IN, WON = "dropped", "in", "won"


def shown(cards: Sequence[Card]) -> str:
    return " ".join(card(one) for one in cards)


def state(*choices: tuple[str, str]) -> forms.ChoiceField:
    """How far a player went."""
    return forms.ChoiceField(label=_("At the end"), choices=choices)


class HandsForm(ToolForm):
    """A calculator that looks at hands."""

    def hand_field(self, label: str = "") -> CardsField:
        return CardsField(label=label or _("Cards"), most=showing.hand_size(self.game))

    def order(self, still_in: Sequence[int]) -> tuple[int, ...]:
        """Those still in, the first to stake first."""
        return showing.staking_order(self.game, pool.clockwise(self.seats, self.dealer), still_in)

    def best(self, hands: Mapping[int, Sequence[Card]]) -> tuple[int, ...]:
        return showing.judge(self.game, hands, self.order([*hands]))

    def counters(self, net: Mapping[int, int]) -> Table:
        """What everybody won or lost."""
        head = (_("Player"), _("Won or lost"))
        return Table("", head, tuple((self.called(seat), signed(net[seat])) for seat in sorted(net)))


class ShowdownForm(HandsForm):
    """The hands that are shown."""

    title = gettext_noop("Showdown judge")
    intro = gettext_noop("Enter the hands that are shown to see who wins.")

    def ask(self) -> dict[str, forms.Field]:
        return {f"hands.{seat}": self.hand_field() for seat in self.seats}

    def judge(self) -> Section:
        hands = self.hands()
        if not hands:
            raise RuleError("hands", NO_HANDS)
        winners = self.best(hands)
        names = listed(self.called(seat) for seat in winners)
        said = _("%(players)s divide the pool.") if len(winners) > 1 else _("Winner: %(players)s.")
        rows = tuple(
            (self.called(seat), shown(hand), _(showing.hand_name(self.game, hand)))
            for seat, hand in hands.items()
        )
        head = (_("Player"), _("Cards"), _("Hand"))
        return Section("answer", said % {"players": names}, (), tables=(Table("", head, rows),))


class SettleForm(HandsForm):
    """What everybody put into the pool, and who won it."""

    title = gettext_noop("Pool calculator")
    intro = gettext_noop(
        "Enter what everybody put in. Then enter who won, or the cards of the players still in."
    )

    def ask(self) -> dict[str, forms.Field]:
        fields: dict[str, forms.Field] = {}
        if self.game.dealer_antes:
            fields["ante"] = number(_("Dealer’s ante"))
        for seat in self.seats:
            fields[f"stakes.{seat}"] = number(_("Put in"))
            fields[f"state.{seat}"] = state(
                (STILL_IN, _("still in")), (DROPPED, _("dropped")), (WON, _("won"))
            )
            fields[f"hands.{seat}"] = self.hand_field()
        return fields

    def judge(self) -> Section:
        states = self.by_seat("state")
        still_in = [seat for seat in self.seats if states[seat] != DROPPED]
        won = [seat for seat in still_in if states[seat] == WON]
        hands = self.hands()
        if not still_in:
            raise RuleError("still_in", NO_WINNER)
        said: dict[str, Any] = {
            "dealer": self.dealer,
            "stakes": self.by_seat("stakes"),
            "still_in": still_in,
            "hands": hands or None,
            "winners": won or None,
        }
        if self.game.dealer_antes:
            net = single_stake.settle(self.game, self.options, ante=self.cleaned_data["ante"], **said)
        else:
            net = poker.settle(**said)
        return Section("answer", _("Result"), (), tables=(self.counters(net),))
