"""Calculators for games of bids: what a deal scores, and who wins a trick."""

import re
from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext as _

from accounts.errors import RuleError, gettext_noop
from games.calculators.forms.options import DealForm
from games.calculators.forms.tools import CardsField, ToolForm, number
from games.describe.figures import card, listed, plain, suits
from games.describe.section import Section, Table
from games.rules.bidding import check_bids_by_seat
from games.rules.cards import Card
from games.rules.deals import BidGame, Deal, End, Hand, Madness, Trump
from games.rules.schedules import orders
from games.rules.scoring import best_of_deal, score_deal
from games.rules.tricks import TRICK_SIZE, check_pack, legal_plays, trick_winner


class BidsForm(ToolForm):
    """A calculator for one deal of a game of bids."""

    deal_form = DealForm
    game: BidGame
    deal: Deal


class ScoreForm(BidsForm):
    """Everybody's bid and tricks of a deal."""

    title = gettext_noop("Score calculator")
    intro = gettext_noop("Enter all bids and tricks of a deal.")

    def ask(self) -> dict[str, forms.Field]:
        self.seats = orders(self.game, self.players, self.dealer).bidding
        return {name: field for seat in self.seats for name, field in self._of(seat).items()}

    def _of(self, seat: int) -> dict[str, forms.Field]:
        fields: dict[str, forms.Field] = {}
        if self.game.zeros and self.players > self.game.zeros_above:
            fields[f"zeros.{seat}"] = number(_("Zero bids in a row before"), 0, required=False)
        fields[f"bids.{seat}"] = number(_("Bid"), initial=0 if self.deal.misere else None)
        fields[f"tricks.{seat}"] = number(_("Tricks won"))
        if self.deal.madness is not Madness.NONE:
            fields[f"took.{seat}"] = forms.CharField(
                label=_("Which tricks were won"),
                required=False,
                max_length=60,
                widget=forms.TextInput({"autocomplete": "off", "placeholder": "1 3"}),
            )
        if self.game.revoke:
            fields[f"revokes.{seat}"] = number(_("Revokes"), 0, required=False)
        return fields

    def judge(self) -> Section:
        hands, zeros = [self._hand(seat) for seat in range(self.players)], self.by_seat("zeros")
        check_bids_by_seat(
            self.game,
            self.deal,
            self.dealer,
            [hand.bid for hand in hands],
            [zeros.get(seat, 0) for seat in range(self.players)],
        )
        scores = score_deal(self.game, self.deal, hands)
        if self.game.end is End.ALL_ROUNDS_WON:
            won = all(hand.bid == hand.tricks for hand in hands)
            said = _("If every bid is exact, the round is won.")
            lost = _("If a bid is missed, the same round is dealt again.")
            return Section("answer", _("Result"), (said if won else lost,))
        best = listed(self.called(seat) for seat in best_of_deal(scores, hands))
        rows = tuple(
            (self.called(seat), str(hands[seat].bid), str(hands[seat].tricks), plain(scores[seat]))
            for seat in self.seats
        )
        head = (_("Player"), _("Bid"), _("Tricks"), _("Score"))
        return Section(
            "answer",
            _("Result"),
            (_("Best of the deal: %(players)s.") % {"players": best},),
            tables=(Table("", head, rows),),
        )

    def _hand(self, seat: int) -> Hand:
        field = f"took.{seat}"
        took = self.cleaned_data.get(field, "")
        if not re.fullmatch(r"[0-9\s,;]*", took):
            raise RuleError(field, gettext_noop("Enter the numbers of the tricks, such as 1 3."))
        return Hand(
            bid=self.cleaned_data[f"bids.{seat}"],
            tricks=self.cleaned_data[f"tricks.{seat}"],
            took=tuple(int(number) for number in re.findall(r"[0-9]+", took)),
            revokes=self.cleaned_data.get(f"revokes.{seat}") or 0,
        )


class TrickForm(BidsForm):
    """The cards of a trick, and a hand that plays to it."""

    title = gettext_noop("Trick judge")
    intro = gettext_noop(
        "Enter the cards of a trick in the order of play to see who wins. "
        "Enter a hand to see which of its cards may be played next."
    )

    def ask(self) -> dict[str, forms.Field]:
        fields: dict[str, forms.Field] = {}
        if self.deal.trump not in (Trump.NONE, Trump.FIXED):
            fields["trump"] = forms.ChoiceField(label=_("Trump"), choices=suits)
        fields["trick"] = CardsField(label=_("Cards of the trick, in order of play"), most=self.players)
        fields["hand"] = CardsField(label=_("Hand of the next player"), most=self.deal.cards)
        if self.game.trump_waits:
            fields["broken"] = forms.BooleanField(
                label=_("A trump has been played in this deal"), required=False
            )
        return fields

    def judge(self) -> Section:
        trump = self.cleaned_data.get("trump") or self.deal.suit
        trick, hand = self._cards("trick"), self._cards("hand")
        if len(trick) > self.players:
            raise RuleError(
                "trick",
                TRICK_SIZE,
                players=self.players,
            )
        if not trick and not hand:
            raise RuleError("trick", gettext_noop("Enter the trick or a hand."))
        said = [*self._won(trick, trump)]
        if hand and len(trick) < self.players:
            said += self._may(hand, trick, trump)
        return Section("answer", _("Result"), tuple(said))

    def _cards(self, name: str) -> tuple[Card, ...]:
        """The cards in a field, all of the game's pack."""
        cards = self.cards(name)
        check_pack(self.game, self.players, cards, name)
        return cards

    def _won(self, trick: Sequence[Card], trump: str) -> list[str]:
        if not trick:
            return []
        winner = trick_winner(self.deal, trick, trump)
        said = (
            _("%(card)s, card %(place)s of the trick, wins.")
            if len(trick) == self.players
            else _("%(card)s, card %(place)s of the trick, wins so far.")
        )
        return [said % {"card": card(trick[winner]), "place": winner + 1}]

    def _may(self, hand: Sequence[Card], trick: Sequence[Card], trump: str) -> list[str]:
        broken = bool(self.cleaned_data.get("broken")) or any(one.suit == trump for one in trick)
        legal = legal_plays(self.game, self.deal, hand, trick, trump, broken=broken)
        said = [_("Allowed: %(cards)s.") % {"cards": listed(card(one) for one in legal)}]
        if others := [card(one) for one in hand if one not in legal]:
            said.append(_("Not allowed: %(cards)s.") % {"cards": listed(others)})
        return said
