"""Calculators for Brag of three stakes: the whole deal, and the third stake by itself."""

from django import forms
from django.utils.translation import gettext as _

from accounts.errors import RuleError, gettext_noop
from games.describe.section import Section, Table
from games.forms.pools import DROPPED, STILL_IN, HandsForm, state
from games.forms.tools import CardsField, number
from games.rules.brag import BragGame
from games.rules.cards import Card
from games.rules.three_stakes import settle_three, thirty_one, winners_of_three


class DrawnForm(HandsForm):
    """A calculator in which each player may have drawn a card."""

    def drawn(self) -> dict[int, Card]:
        """The cards drawn, one each. RuleError at ``drawn.<seat>``."""
        cards = self.hands("drawn")
        for seat, drawn in cards.items():
            if len(drawn) != 1:
                raise RuleError(f"drawn.{seat}", gettext_noop("One card at most is drawn."))
        return {seat: drawn[0] for seat, drawn in cards.items()}

    def drawn_field(self) -> CardsField:
        return CardsField(label=_("Card drawn"), most=1)


class ThirtyOneForm(DrawnForm):
    """Everybody's cards, with a card drawn."""

    title = gettext_noop("Thirty-one")
    intro = gettext_noop(
        "Put in everybody’s cards, and the card of those who drew one: it says who is nearest to 31."
    )
    button = gettext_noop("Who is nearest?")

    def ask(self) -> dict[str, forms.Field]:
        fields: dict[str, forms.Field] = {}
        for seat in self.seats:
            fields[f"hands.{seat}"] = self.hand_field()
            fields[f"drawn.{seat}"] = self.drawn_field()
        return fields

    def judge(self) -> Section:
        hands = self.hands()
        if self.dealer not in hands:
            raise RuleError(f"hands.{self.dealer}", gettext_noop("The dealer’s cards are missing."))
        found = thirty_one(hands, self.drawn(), self.dealer)
        said = _("All are out: the stake waits for the next deal.")
        if found.winner is not None:
            said = _("%(player)s wins.") % {"player": self.called(found.winner)}
        rows = tuple(
            (self.called(seat), _("%(total)s: out") % {"total": total} if seat in found.out else str(total))
            for seat, total in found.totals.items()
        )
        head = (_("Player"), _("Total"))
        return Section("answer", said, (), tables=(Table("", head, rows),))


class ThreeStakesForm(DrawnForm):
    """A whole deal: the three stakes, the betting, everybody's cards."""

    game: BragGame

    title = gettext_noop("Settle the three stakes")
    intro = gettext_noop(
        "Enter the three stakes, what everybody put into the second with all bets, and the cards: "
        "the last of the three is the one that was turned up."
    )
    button = gettext_noop("Settle the stakes")

    def ask(self) -> dict[str, forms.Field]:
        fields: dict[str, forms.Field] = {
            "first": number(_("First stake"), 1),
            "second": number(_("Second stake"), 1),
            "third": number(_("Third stake"), 1),
            "waiting": number(_("Waiting third stake, each"), 0, required=False),
        }
        for seat in self.seats:
            fields[f"stakes.{seat}"] = number(_("Put into the second"))
            fields[f"state.{seat}"] = state((STILL_IN, _("still in")), (DROPPED, _("dropped")))
            fields[f"hands.{seat}"] = self.hand_field(_("Cards, the one turned up last"))
            fields[f"drawn.{seat}"] = self.drawn_field()
        return fields

    def judge(self) -> Section:
        states = self.by_seat("state")
        still_in = [seat for seat in self.seats if states[seat] == STILL_IN]
        hands = {seat: self.cards(f"hands.{seat}") for seat in self.seats}
        won = winners_of_three(
            self.game,
            dealer=self.dealer,
            hands=hands,
            turned_up={seat: cards[-1] for seat, cards in hands.items() if cards},
            drawn=self.drawn(),
            still_in=still_in,
        )
        settled = settle_three(
            self.game,
            self.options,
            first=self.cleaned_data["first"],
            second=self.cleaned_data["second"],
            third=self.cleaned_data["third"],
            stakes=self.by_seat("stakes"),
            still_in=still_in,
            won=won,
            waiting=dict.fromkeys(self.seats, self.cleaned_data["waiting"] or 0),
        )
        said = [
            _("First stake: %(player)s.") % {"player": self.called(won.first)},
            _("Second stake: %(player)s.") % {"player": self.called(won.second)},
            _("Third stake: all are out, so it waits for the next deal.")
            if won.third is None
            else _("Third stake: %(player)s.") % {"player": self.called(won.third)},
        ]
        return Section(
            "answer", _("The stakes are settled"), tuple(said), tables=(self.counters(settled.net),)
        )
