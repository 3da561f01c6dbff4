"""Rules that hold in some deals of a game, in sentences that name those deals."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from django.utils.translation import gettext as _

from accounts.errors import gettext_noop
from games.describe.figures import which
from games.rules.deals import Deal, Hook, Madness, Trump, Turn

Rule = tuple[Callable[[Deal], bool], str]

TRUMP: Mapping[str, str] = {
    Trump.NEXT_CARD: gettext_noop("After the deal the next card is turned up: its suit is trump."),
    Trump.LAST_CARD: gettext_noop(
        "The last card dealt, the dealer’s own, is turned up: its suit is trump. "
        "The dealer then plays it as one of his hand."
    ),
    Trump.SECOND_PACK: gettext_noop("A card is turned up from a second pack: its suit is trump."),
    Trump.BEFORE_DEAL: gettext_noop(
        "No card is left to turn up: before the deal one is drawn and shown, its suit is trump, "
        "and it is shuffled back."
    ),
    Trump.FIXED: gettext_noop("The trump suit is fixed, as the list of deals says."),
    Trump.NONE: gettext_noop("There is no trump."),
}
HOOK: tuple[Rule, ...] = (
    (
        lambda d: d.hook is Hook.LAST,
        gettext_noop("The last bidder may not make the bids total the tricks: somebody is bound to miss."),
    ),
    (
        lambda d: d.hook is Hook.RUNNING,
        gettext_noop(
            "No bid may bring the total so far to just the number of tricks; with one card, all bid zero."
        ),
    ),
    (
        lambda d: d.hook is Hook.TOTAL,
        gettext_noop(
            "The bids must total the tricks: none may bring them above, and the last makes up the rest."
        ),
    ),
)
BIDS: tuple[Rule, ...] = (
    (lambda d: d.bids_before_trump, gettext_noop("Bids are made before the trump is turned up.")),
    (lambda d: d.blind, gettext_noop("Bids are made before the hand is looked at.")),
    (lambda d: d.misere, gettext_noop("Misere: everybody bids zero.")),
    (
        lambda d: d.may_change,
        gettext_noop(
            "A bid may be changed until the next player has bid; "
            "the last bidder’s until the first card is played."
        ),
    ),
)
PLAY: tuple[Rule, ...] = (
    (
        lambda d: d.pile and not d.shuffled,
        gettext_noop("Each hand is a pile, played from the top; nobody needs to follow suit."),
    ),
    (
        lambda d: d.shuffled,
        gettext_noop(
            "After the bids each hand is shuffled into a pile and played from the top; nobody follows suit."
        ),
    ),
    (
        lambda d: bool(d.precedence),
        gettext_noop("Suits have an order: the highest suit played wins, then the rank."),
    ),
    (lambda d: d.nuloss, gettext_noop("The ranks are turned round: two is high, ace is low.")),
)
AT_ONCE = gettext_noop(
    "All bid at once: at the dealer’s signal each shows as many fingers as he bids, a fist for zero."
)
MADNESS: tuple[Rule, ...] = (
    (
        lambda d: d.madness is Madness.ASCENDING,
        gettext_noop("Whoever wins the first trick scores 2, the second 4, and so on, exact or not."),
    ),
    (
        lambda d: d.madness is Madness.DESCENDING,
        gettext_noop("Whoever wins the last trick scores 2, the one before 4, and so on, exact or not."),
    ),
)
BEGINS = {
    Turn.LEFT: gettext_noop("Bidding begins left of the dealer and goes clockwise: the dealer bids last."),
    Turn.DEALER: gettext_noop("The dealer bids first, then the others, clockwise."),
    Turn.RIGHT: gettext_noop(
        "Bidding begins right of the dealer and goes round that way: the dealer bids last."
    ),
}


def ruled(deals: Sequence[Deal], rules: Sequence[Rule]) -> Iterator[str]:
    """Each rule that some deals have; those deals are named where not all have it."""
    for holds, sentence in rules:
        some = [deal for deal in deals if holds(deal)]
        if len(some) == len(deals):
            yield _(sentence)
        elif some:
            yield _("%(deals)s: %(rule)s") % {"deals": which(deals, some), "rule": _(sentence)}


def varied(deals: Sequence[Deal], kind: Callable[[Deal], str], words: Mapping[str, str]) -> Iterator[str]:
    """A rule that every deal has in one of several forms: the usual one first, then the others by deal."""
    usual, *others = (key for key, _times in Counter(map(kind, deals)).most_common())
    if usual in words:
        yield _(words[usual])
    yield from ruled(deals, [(_is(kind, other), words[other]) for other in others if other in words])


def _is(kind: Callable[[Deal], str], wanted: str) -> Callable[[Deal], bool]:
    return lambda deal: kind(deal) == wanted
