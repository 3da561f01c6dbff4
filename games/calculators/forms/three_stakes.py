"""Calculators for Brag of three stakes: the whole deal, and the third stake by itself."""

from django import forms
from django.utils.translation import gettext as _

from accounts.errors import RuleError, gettext_noop
from games.calculators.forms.pools import DROPPED, STILL_IN, HandsForm, state
from games.calculators.forms.tools import CardsField, number
from games.describe.section import Section, Table
from games.rules.brag import BragGame
from games.rules.cards import Card
from games.rules.checks import HAND_MISSING
from games.rules.three_stakes import settle_three, thirty_one, winners_of_three


class DrawnForm(HandsForm):
    """A calculator in which each player may have drawn a card."""

    def drawn(self) -> dict[int, Card]:
        """The cards drawn, one each. RuleError at ``drawn.<seat>``."""
        cards = self.hands("drawn")
        for seat, drawn in cards.items():
            if len(drawn) != 1:
                raise RuleError(f"drawn.{seat}", gettext_noop("Enter at most one drawn card."))
        return {seat: drawn[0] for seat, drawn in cards.items()}

    def drawn_field(self) -> CardsField:
        return CardsField(label=_("Card drawn"), most=1)


class ThirtyOneForm(DrawnForm):
    """Everybody's cards, with a card drawn."""

    title = gettext_noop("Thirty-one")
    intro = gettext_noop("Enter all cards to see who is nearest to 31.")

    def ask(self) -> dict[str, forms.Field]:
        fields: dict[str, forms.Field] = {}
        for seat in self.seats:
            fields[f"hands.{seat}"] = self.hand_field()
            fields[f"drawn.{seat}"] = self.drawn_field()
        return fields

    def judge(self) -> Section:
        hands = self.hands()
        if self.dealer not in hands:
            raise RuleError(f"hands.{self.dealer}", HAND_MISSING)
        found = thirty_one(hands, self.drawn(), self.dealer)
        said = _("All are out. The third stake waits for the next deal.")
        if found.winner is not None:
            said = _("Winner: %(players)s.") % {"players": self.called(found.winner)}
        rows = tuple(
            (self.called(seat), _("%(total)s: out") % {"total": total} if seat in found.out else str(total))
            for seat, total in found.totals.items()
        )
        head = (_("Player"), _("Total"))
        return Section("answer", said, (), tables=(Table("", head, rows),))


class ThreeStakesForm(DrawnForm):
    """A whole deal: the three stakes, the betting, everybody's cards."""

    game: BragGame

    title = gettext_noop("Pool calculator")
    intro = gettext_noop("Enter the three stakes, all counters put into the second stake, and all cards.")

    def ask(self) -> dict[str, forms.Field]:
        fields: dict[str, forms.Field] = {
            "first": number(_("First stake"), 1),
            "second": number(_("Second stake"), 1),
            "third": number(_("Third stake"), 1),
            "waiting": number(_("Third stake added from earlier, per player"), 0, required=False),
        }
        for seat in self.seats:
            fields[f"stakes.{seat}"] = number(_("Put into second stake"))
            fields[f"state.{seat}"] = state((STILL_IN, _("still in")), (DROPPED, _("dropped")))
            fields[f"hands.{seat}"] = self.hand_field(_("Cards, the card turned up last"))
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
        rows = [(_("First stake"), self.called(won.first)), (_("Second stake"), self.called(won.second))]
        waits: tuple[str, ...] = ()
        if won.third is None:
            waits = (_("All are out. The third stake waits for the next deal."),)
        else:
            rows.append((_("Third stake"), self.called(won.third)))
        winners = Table("", (_("Stake"), _("Winner")), tuple(rows))
        return Section("answer", _("Result"), waits, tables=(winners, self.counters(settled.net)))
