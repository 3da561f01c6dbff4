"""Forms of all calculators: pools of Brag and Draw Poker, three stakes, thirty-one, bids and tricks.

For pools they find who wins a showdown and what each player is paid. For games of bids they score a deal
and find who wins a trick.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from accounts.errors import RuleError, gettext_noop
from games.calculators.forms.options import CardsField, DealForm, ToolForm, make_number_field
from games.describe.parts import (
    RuleSection,
    RuleTable,
    format_card,
    format_number,
    format_signed,
    join_words,
    list_suits,
)
from games.rules import poker, pool, showing, single_stake
from games.rules.bidding import check_bids_by_seat
from games.rules.brag import BragGame
from games.rules.cards import Card
from games.rules.checks import HAND_MISSING, NO_HANDS
from games.rules.deals import BidGame, DealPlan, End, Hand, Madness, Trump
from games.rules.pool import NO_WINNER
from games.rules.schedules import find_orders
from games.rules.scoring import find_best, score_deal
from games.rules.three_stakes import compare_thirty_one, find_stake_winners, settle_three
from games.rules.tricks import TRICK_SIZE, check_pack, find_trick_winner, list_legal_plays

DROPPED, STILL_IN, WON = "dropped", "in", "won"


def describe_cards(cards: Sequence[Card]) -> str:
    return " ".join(format_card(item) for item in cards)


def make_state_field(*choices: tuple[str, str]) -> forms.ChoiceField:
    """Return the field for how long a player stayed in."""
    return forms.ChoiceField(label=_("At the end"), choices=choices)


class HandsForm(ToolForm):
    """A calculator that compares hands."""

    def make_hand_field(self, label: str = "") -> CardsField:
        return CardsField(label=label or _("Cards"), most=showing.find_hand_size(self.game))

    def order(self, still_in: Sequence[int]) -> tuple[int, ...]:
        """Return the players still in, in the order of staking."""
        return showing.order_staking(self.game, pool.order_clockwise(self.seats, self.dealer), still_in)

    def find_best(self, hands: Mapping[int, Sequence[Card]]) -> tuple[int, ...]:
        return showing.judge(self.game, hands, self.order([*hands]))

    def make_counter_table(self, net: Mapping[int, int]) -> RuleTable:
        """Return a table of what everybody won or lost."""
        head = (_("Player"), _("Won or lost"))
        return RuleTable(
            "", head, tuple((self.name_seat(seat), format_signed(net[seat])) for seat in sorted(net))
        )


class ShowdownForm(HandsForm):
    """The hands that are shown."""

    title = gettext_noop("Showdown judge")
    intro = gettext_noop("Enter the hands that are shown to see who wins.")

    def ask(self) -> dict[str, forms.Field]:
        return {f"hands.{seat}": self.make_hand_field() for seat in self.seats}

    def judge(self) -> RuleSection:
        hands = self.hands()
        if not hands:
            raise RuleError("hands", NO_HANDS)
        winners = self.find_best(hands)
        names = join_words(self.name_seat(seat) for seat in winners)
        message = _("%(players)s divide the pool.") if len(winners) > 1 else _("Winner: %(players)s.")
        rows = tuple(
            (self.name_seat(seat), describe_cards(hand), _(showing.name_hand(self.game, hand)))
            for seat, hand in hands.items()
        )
        head = (_("Player"), _("Cards"), _("Hand"))
        return RuleSection("answer", message % {"players": names}, (), tables=(RuleTable("", head, rows),))


class SettleForm(HandsForm):
    """What everybody put into the pool, and who won it."""

    title = gettext_noop("Pool calculator")
    intro = gettext_noop(
        "Enter what everybody put in. Then enter who won, or the cards of the players still in."
    )

    def ask(self) -> dict[str, forms.Field]:
        fields: dict[str, forms.Field] = {}
        if self.game.dealer_antes:
            fields["ante"] = make_number_field(_("Dealer’s ante"))
        for seat in self.seats:
            fields[f"stakes.{seat}"] = make_number_field(_("Put in"))
            fields[f"state.{seat}"] = make_state_field(
                (STILL_IN, _("still in")), (DROPPED, _("dropped")), (WON, _("won"))
            )
            fields[f"hands.{seat}"] = self.make_hand_field()
        return fields

    def judge(self) -> RuleSection:
        states = self.read_by_seat("state")
        still_in = [seat for seat in self.seats if states[seat] != DROPPED]
        winners = [seat for seat in still_in if states[seat] == WON]
        hands = self.hands()
        if not still_in:
            raise RuleError("still_in", NO_WINNER)
        answer: dict[str, Any] = {
            "dealer": self.dealer,
            "stakes": self.read_by_seat("stakes"),
            "still_in": still_in,
            "hands": hands or None,
            "winners": winners or None,
        }
        if self.game.dealer_antes:
            net = single_stake.settle(self.game, self.options, ante=self.cleaned_data["ante"], **answer)
        else:
            net = poker.settle(**answer)
        return RuleSection("answer", _("Result"), (), tables=(self.make_counter_table(net),))


class DrawnForm(HandsForm):
    """A calculator in which each player may have drawn a card."""

    def read_drawn_cards(self) -> dict[int, Card]:
        """Return the cards drawn, one each. RuleError at ``drawn.<seat>``."""
        cards = self.hands("drawn")
        for seat, item in cards.items():
            if len(item) != 1:
                raise RuleError(f"drawn.{seat}", gettext_noop("Enter at most one drawn card."))
        return {seat: item[0] for seat, item in cards.items()}

    def make_drawn_field(self) -> CardsField:
        return CardsField(label=_("Card drawn"), most=1)


class ThirtyOneForm(DrawnForm):
    """Everybody's cards, with a card drawn."""

    title = gettext_noop("Thirty-one")
    intro = gettext_noop("Enter all cards to see who is nearest to 31.")

    def ask(self) -> dict[str, forms.Field]:
        fields: dict[str, forms.Field] = {}
        for seat in self.seats:
            fields[f"hands.{seat}"] = self.make_hand_field()
            fields[f"drawn.{seat}"] = self.make_drawn_field()
        return fields

    def judge(self) -> RuleSection:
        hands = self.hands()
        if self.dealer not in hands:
            raise RuleError(f"hands.{self.dealer}", HAND_MISSING)
        result = compare_thirty_one(hands, self.read_drawn_cards(), self.dealer)
        message = _("All are out. The third stake waits for the next deal.")
        if result.winner is not None:
            message = _("Winner: %(players)s.") % {"players": self.name_seat(result.winner)}
        rows = tuple(
            (
                self.name_seat(seat),
                _("%(total)s: out") % {"total": total} if seat in result.out else str(total),
            )
            for seat, total in result.totals.items()
        )
        head = (_("Player"), _("Total"))
        return RuleSection("answer", message, (), tables=(RuleTable("", head, rows),))


class ThreeStakesForm(DrawnForm):
    """A whole deal: the three stakes, the betting, everybody's cards."""

    game: BragGame

    title = gettext_noop("Pool calculator")
    intro = gettext_noop("Enter the three stakes, all counters put into the second stake, and all cards.")

    def ask(self) -> dict[str, forms.Field]:
        fields: dict[str, forms.Field] = {
            "first": make_number_field(_("First stake"), 1),
            "second": make_number_field(_("Second stake"), 1),
            "third": make_number_field(_("Third stake"), 1),
            "waiting": make_number_field(_("Third stake added from earlier, per player"), 0, required=False),
        }
        for seat in self.seats:
            fields[f"stakes.{seat}"] = make_number_field(_("Put into second stake"))
            fields[f"state.{seat}"] = make_state_field((STILL_IN, _("still in")), (DROPPED, _("dropped")))
            fields[f"hands.{seat}"] = self.make_hand_field(_("Cards, the card turned up last"))
            fields[f"drawn.{seat}"] = self.make_drawn_field()
        return fields

    def judge(self) -> RuleSection:
        states = self.read_by_seat("state")
        still_in = [seat for seat in self.seats if states[seat] == STILL_IN]
        hands = {seat: self.cards(f"hands.{seat}") for seat in self.seats}
        won = find_stake_winners(
            self.game,
            dealer=self.dealer,
            hands=hands,
            turned_up={seat: cards[-1] for seat, cards in hands.items() if cards},
            drawn=self.read_drawn_cards(),
            still_in=still_in,
        )
        settled = settle_three(
            self.game,
            self.options,
            first=self.cleaned_data["first"],
            second=self.cleaned_data["second"],
            third=self.cleaned_data["third"],
            stakes=self.read_by_seat("stakes"),
            still_in=still_in,
            won=won,
            waiting=dict.fromkeys(self.seats, self.cleaned_data["waiting"] or 0),
        )
        rows = [
            (_("First stake"), self.name_seat(won.first)),
            (_("Second stake"), self.name_seat(won.second)),
        ]
        waits: tuple[str, ...] = ()
        if won.third is None:
            waits = (_("All are out. The third stake waits for the next deal."),)
        else:
            rows.append((_("Third stake"), self.name_seat(won.third)))
        winners = RuleTable("", (_("Stake"), _("Winner")), tuple(rows))
        return RuleSection(
            "answer", _("Result"), waits, tables=(winners, self.make_counter_table(settled.net))
        )


class LegalBidsForm(ToolForm):
    """A calculator for one deal of a game of bids."""

    deal_form = DealForm
    game: BidGame
    deal: DealPlan


class ScoreForm(LegalBidsForm):
    """Everybody's bid and tricks of a deal."""

    title = gettext_noop("Score calculator")
    intro = gettext_noop("Enter all bids and tricks of a deal.")

    def ask(self) -> dict[str, forms.Field]:
        self.seats = find_orders(self.game, self.players, self.dealer).bidding
        return {name: field for seat in self.seats for name, field in self._make_fields(seat).items()}

    def _make_fields(self, seat: int) -> dict[str, forms.Field]:
        fields: dict[str, forms.Field] = {}
        if self.game.zeros and self.players > self.game.zeros_above:
            fields[f"zeros.{seat}"] = make_number_field(_("Zero bids in a row before"), 0, required=False)
        fields[f"bids.{seat}"] = make_number_field(_("Bid"), initial=0 if self.deal.misere else None)
        fields[f"tricks.{seat}"] = make_number_field(_("Tricks won"))
        if self.deal.madness is not Madness.NONE:
            fields[f"took.{seat}"] = forms.CharField(
                label=_("Which tricks were won"),
                required=False,
                max_length=60,
                widget=forms.TextInput({"autocomplete": "off", "placeholder": "1 3"}),
            )
        if self.game.revoke:
            fields[f"revokes.{seat}"] = make_number_field(_("Revokes"), 0, required=False)
        return fields

    def judge(self) -> RuleSection:
        hands, zeros = [self._read_hand(seat) for seat in range(self.players)], self.read_by_seat("zeros")
        check_bids_by_seat(
            self.game,
            self.deal,
            self.dealer,
            [hand.bid for hand in hands],
            [zeros.get(seat, 0) for seat in range(self.players)],
        )
        scores = score_deal(self.game, self.deal, hands)
        if self.game.end is End.ALL_ROUNDS_WON:
            is_won = all(hand.bid == hand.tricks for hand in hands)
            message = _("If every bid is exact, the round is won.")
            if_missed = _("If a bid is missed, the same round is dealt again.")
            return RuleSection("answer", _("Result"), (message if is_won else if_missed,))
        best = join_words(self.name_seat(seat) for seat in find_best(scores, hands))
        rows = tuple(
            (self.name_seat(seat), str(hands[seat].bid), str(hands[seat].tricks), format_number(scores[seat]))
            for seat in self.seats
        )
        head = (_("Player"), _("Bid"), _("Tricks"), _("Score"))
        return RuleSection(
            "answer",
            _("Result"),
            (_("Best of the deal: %(players)s.") % {"players": best},),
            tables=(RuleTable("", head, rows),),
        )

    def _read_hand(self, seat: int) -> Hand:
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


class TrickForm(LegalBidsForm):
    """The cards of a trick, and a hand that plays to it."""

    title = gettext_noop("Trick judge")
    intro = gettext_noop(
        "Enter the cards of a trick in the order of play to see who wins. "
        "Enter a hand to see which of its cards may be played next."
    )

    def ask(self) -> dict[str, forms.Field]:
        fields: dict[str, forms.Field] = {}
        if self.deal.trump not in (Trump.NONE, Trump.FIXED):
            fields["trump"] = forms.ChoiceField(label=_("Trump"), choices=list_suits)
        fields["trick"] = CardsField(label=_("Cards of the trick, in order of play"), most=self.players)
        fields["hand"] = CardsField(label=_("Hand of the next player"), most=self.deal.cards)
        if self.game.trump_waits:
            fields["broken"] = forms.BooleanField(
                label=_("A trump has been played in this deal"), required=False
            )
        return fields

    def judge(self) -> RuleSection:
        trump = self.cleaned_data.get("trump") or self.deal.suit
        trick, hand = self._read_cards("trick"), self._read_cards("hand")
        if len(trick) > self.players:
            raise RuleError(
                "trick",
                TRICK_SIZE,
                players=self.players,
            )
        if not trick and not hand:
            raise RuleError("trick", gettext_noop("Enter the trick or a hand."))
        lines = [*self._describe_winner(trick, trump)]
        if hand and len(trick) < self.players:
            lines += self._describe_legal_plays(hand, trick, trump)
        return RuleSection("answer", _("Result"), tuple(lines))

    def _read_cards(self, name: str) -> tuple[Card, ...]:
        """Return the cards in a field. All must be in the game's pack. RuleError at the field."""
        cards = self.cards(name)
        check_pack(self.game, self.players, cards, name)
        return cards

    def _describe_winner(self, trick: Sequence[Card], trump: str) -> list[str]:
        if not trick:
            return []
        winner = find_trick_winner(self.deal, trick, trump)
        said = (
            _("%(card)s, card %(place)s of the trick, wins.")
            if len(trick) == self.players
            else _("%(card)s, card %(place)s of the trick, wins so far.")
        )
        return [said % {"card": format_card(trick[winner]), "place": winner + 1}]

    def _describe_legal_plays(self, hand: Sequence[Card], trick: Sequence[Card], trump: str) -> list[str]:
        broken = bool(self.cleaned_data.get("broken")) or any(item.suit == trump for item in trick)
        legal = list_legal_plays(self.game, self.deal, hand, trick, trump, broken=broken)
        lines = [_("Allowed: %(cards)s.") % {"cards": join_words(format_card(item) for item in legal)}]
        if barred := [format_card(item) for item in hand if item not in legal]:
            lines.append(_("Not allowed: %(cards)s.") % {"cards": join_words(barred)})
        return lines
