"""Rules that hold in some deals of a game, in sentences that name those deals."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from django.utils.translation import gettext as _

from accounts.errors import gettext_noop
from games.describe.figures import which
from games.rules.bidding import BID_STANDS, MISERE
from games.rules.deals import Deal, Hook, Madness, Trump
from games.rules.ruleset import Turn

Rule = tuple[Callable[[Deal], bool], str]

CALLS: Mapping[str, str] = {
    "no_trump": gettext_noop("There is no trump."),
    "bid_before_trump": gettext_noop("Bids are made before the trump is turned up."),
    "blind_bid": gettext_noop("Bids are made before players look at their hands."),
    "pile_order": gettext_noop("Each hand is a pile, played from the top. Nobody needs to follow suit."),
    "misere": MISERE,
    "suit_precedence": gettext_noop("Suit precedence: the highest suit played wins, then the highest rank."),
    "nuloss": gettext_noop("Nuloss: the ranks are reversed, also in trumps. Two is high, ace is low."),
    "blind_hand": gettext_noop(
        "Blind hand: after the bids, each hand is shuffled and played as a pile. Nobody needs to follow suit."
    ),
    "ascending_madness": gettext_noop(
        "Ascending madness: the winner of the first trick scores 2, of the second 4, and so on, exact or not."
    ),
    "descending_madness": gettext_noop(
        "Descending madness: the winner of the last trick scores 2, of the trick before 4, and so on, "
        "exact or not."
    ),
}
"""What a dealer may call, by its key; the same rules in deals that have them by the schedule."""
DEALT_LEFT = gettext_noop(
    "Cards are dealt one at a time, starting left of the dealer. The next player on the left deals the "
    "next deal."
)
TRUMP: Mapping[str, str] = {
    Trump.NEXT_CARD: gettext_noop("After the deal, the next card is turned up. Its suit is trump."),
    Trump.LAST_CARD: gettext_noop(
        "The last card dealt, the dealer’s own, is turned up. Its suit is trump. The card then belongs "
        "to the dealer’s hand."
    ),
    Trump.SECOND_PACK: gettext_noop("A card of a second pack is turned up. Its suit is trump."),
    Trump.BEFORE_DEAL: gettext_noop(
        "No card is left to turn up. Before the deal, a card is drawn, shown and shuffled back. Its "
        "suit is trump."
    ),
    Trump.FIXED: gettext_noop("The trump suit is fixed for each deal."),
    Trump.NONE: CALLS["no_trump"],
}
HOOK: tuple[Rule, ...] = (
    (
        lambda d: d.hook is Hook.LAST,
        gettext_noop(
            "The last bid may not make all bids together equal the number of tricks. So somebody always "
            "misses."
        ),
    ),
    (
        lambda d: d.hook is Hook.RUNNING,
        gettext_noop(
            "The total of the bids so far may never equal the number of tricks. With one card, all bid zero."
        ),
    ),
    (
        lambda d: d.hook is Hook.TOTAL,
        gettext_noop(
            "All bids together must equal the number of tricks. No bid may take the total above it."
        ),
    ),
)
BIDS: tuple[Rule, ...] = (
    (lambda d: d.bids_before_trump, CALLS["bid_before_trump"]),
    (lambda d: d.blind, CALLS["blind_bid"]),
    (lambda d: d.misere, CALLS["misere"]),
    (
        lambda d: d.may_change,
        BID_STANDS,
    ),
)
PLAY: tuple[Rule, ...] = (
    (lambda d: d.pile and not d.shuffled, CALLS["pile_order"]),
    (lambda d: d.shuffled, CALLS["blind_hand"]),
    (lambda d: bool(d.precedence), CALLS["suit_precedence"]),
    (lambda d: d.nuloss, CALLS["nuloss"]),
)
AT_ONCE = gettext_noop(
    "All bid at once: at the dealer’s signal, all show their bids with their fingers. A fist is zero."
)
MADNESS: tuple[Rule, ...] = (
    (lambda d: d.madness is Madness.ASCENDING, CALLS["ascending_madness"]),
    (lambda d: d.madness is Madness.DESCENDING, CALLS["descending_madness"]),
)
BEGINS = {
    Turn.LEFT: gettext_noop("Bidding starts left of the dealer and goes clockwise. The dealer bids last."),
    Turn.DEALER: gettext_noop("The dealer bids first, then the others clockwise."),
    Turn.RIGHT: gettext_noop(
        "Bidding starts right of the dealer and goes counter-clockwise. The dealer bids last."
    ),
}


def ruled(deals: Sequence[Deal], rules: Sequence[Rule]) -> Iterator[str]:
    """Yield each rule that some deals have; those deals are named where not all have it."""
    for holds, sentence in rules:
        some = [deal for deal in deals if holds(deal)]
        if len(some) == len(deals):
            yield _(sentence)
        elif some:
            yield _("%(deals)s: %(rule)s") % {"deals": which(deals, some), "rule": _(sentence)}


def varied(deals: Sequence[Deal], kind: Callable[[Deal], str], words: Mapping[str, str]) -> Iterator[str]:
    """Yield a rule that deals have in one of several forms: the usual first, then the others by deal."""
    usual, *others = (key for key, _times in Counter(map(kind, deals)).most_common())
    if usual in words:
        yield _(words[usual])
    yield from ruled(deals, [(_is(kind, other), words[other]) for other in others if other in words])


def _is(kind: Callable[[Deal], str], wanted: str) -> Callable[[Deal], bool]:
    return lambda deal: kind(deal) == wanted
