"""A game of bids and tricks in sentences, made from the values that the program plays and scores by."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from games.describe.parts import (
    AT_ONCE,
    BEGINS,
    BIDS,
    CALLS,
    DEALT_LEFT,
    HOOK,
    MADNESS,
    PLAY,
    SIGNS,
    TRUMP,
    RuleSection,
    RuleTable,
    card_count,
    course,
    how_many,
    plain,
    ruled,
    varied,
)
from games.rules.clag import CALLED, PRECEDENCE, REFUSED
from games.rules.deals import Bidding, BidGame, DealPlan, End, Hand
from games.rules.options import Options
from games.rules.ruleset import Turn
from games.rules.schedules import schedule
from games.rules.scoring import score

HANDS = (Hand(0, 0), Hand(0, 2), Hand(2, 2), Hand(2, 3), Hand(2, 1), Hand(10, 10), Hand(11, 11))
MISERE_HANDS = (Hand(0, 0), Hand(0, 2))


def sections(game: BidGame, players: int, options: Options) -> tuple[RuleSection, ...]:
    """Return the sections about the game, from its object to its end."""
    deals = schedule(game, players, options)
    return (
        RuleSection("object", _("Object"), tuple(_object(game))),
        RuleSection("cards", _("Players and cards"), tuple(_cards(game, players))),
        RuleSection("deal", _("Dealing"), tuple(_deal(game, deals))),
        *_call(deals),
        RuleSection("bidding", _("Bidding"), tuple(_bidding(game, players, deals))),
        RuleSection("play", _("Play"), tuple(_play(game, deals))),
        RuleSection("score", _("Score"), tuple(_score(game, deals)), tables=tuple(examples(game, deals))),
        RuleSection("end", _("End"), tuple(_end(game, deals))),
    )


def summary(game: BidGame) -> str:
    """Return the game in one line: the scores of its bids."""
    if game.end is End.ALL_ROUNDS_WON:
        return _("All play together. The next round is dealt when every bid is exact.")
    return _points(game)


def _points(game: BidGame) -> str:
    return _("Exact bid: %(exact)s. Missed bid: %(missed)s.") % {
        "exact": _(game.points.exact_words),
        "missed": _(game.points.missed_words),
    }


def _object(game: BidGame) -> Iterator[str]:
    yield _("Bid how many tricks you will win. Then win exactly that many: no more, no fewer.")
    if game.end is End.ALL_ROUNDS_WON:
        yield summary(game)


def _cards(game: BidGame, players: int) -> Iterator[str]:
    pack = game.pack(players)
    yield how_many(game.fewest, game.most)
    if game.fewest < game.most:
        yield _("These rules are for %(players)s players.") % {"players": players}
    yield _("The pack has %(cards)s. The ace is high, the %(lowest)s is low.") % {
        "cards": card_count(len(pack)),
        "lowest": min(card.rank for card in pack),
    }
    if removed_cards := game.removed(players):
        yield _(
            "Before each deal, shuffle all cards and take %(n)s out unseen, "
            "so that all hands have the same size."
        ) % {"n": removed_cards}


def _deal(game: BidGame, deals: Sequence[DealPlan]) -> Iterator[str]:
    yield from _size(game, deals)
    if game.dealing is Turn.RIGHT:
        yield _(
            "Cards are dealt one at a time, starting right of the dealer. The next player on the "
            "right deals the next deal."
        )
    else:
        yield _(DEALT_LEFT)
    if any(deal.by_call for deal in deals):
        yield _(
            "After the call, the next card is turned up, unless the call says otherwise. Its suit is trump."
        )
    else:
        yield from varied(deals, lambda deal: deal.trump, TRUMP)


def _size(game: BidGame, deals: Sequence[DealPlan]) -> Iterator[str]:
    """Yield the number of deals, and of their cards."""
    if any(deal.by_call for deal in deals):
        yield _("Before each deal, the dealer calls the number of cards, from %(fewest)s to %(most)s.") % {
            "fewest": min(CALLED),
            "most": max(CALLED),
        }
        return
    cards = course([deal.cards for deal in deals])
    if game.end is End.TARGET:
        yield _("Everybody is dealt %(cards)s.") % {"cards": card_count(deals[0].cards)}
    else:
        yield _("Cards for each player, deal by deal: %(cards)s.") % {"cards": cards}


def _call(deals: Sequence[DealPlan]) -> Iterator[RuleSection]:
    """Yield what the dealer may call, in games with calls."""
    if any(deal.by_call for deal in deals):
        says = _(
            "After the deal, the dealer may look at their hand. Then the dealer calls any or none of these:"
        )
        order = _(
            "With suit precedence, the usual order is %(suits)s, highest first. The dealer may call "
            "another order. Players must still follow suit, except from a pile."
        ) % {"suits": " ".join(SIGNS[suit] for suit in PRECEDENCE)}
        reasons = dict.fromkeys(_(reason) for reason in REFUSED.values())
        yield RuleSection(
            "call",
            _("The dealer’s call"),
            (says,),
            tuple(_(call) for call in CALLS.values()),
            after=(order, *reasons),
        )


def _bidding(game: BidGame, players: int, deals: Sequence[DealPlan]) -> Iterator[str]:
    yield _("Everybody bids once: a number of tricks, from zero to the number of cards in the hand.")
    in_turn = [deal for deal in deals if deal.bidding is Bidding.IN_TURN]
    if in_turn:
        yield _(BEGINS[game.bidding])
    yield from ruled(deals, [(lambda deal: deal.bidding is Bidding.SIMULTANEOUS, AT_ONCE)])
    yield from ruled(deals, (*HOOK, *BIDS))
    if game.zeros and players > game.zeros_above:
        yield _("Nobody may bid zero in more than %(zeros)s deals in a row.") % {"zeros": game.zeros}


def _play(game: BidGame, deals: Sequence[DealPlan]) -> Iterator[str]:
    yield _(
        "The player left of the dealer leads the first trick. Play goes clockwise. The winner of a "
        "trick leads the next."
    )
    if game.must_trump:
        yield _(
            "Follow suit if you can. If you cannot, play a trump if you have one, high or low. "
            "Otherwise play any card."
        )
    else:
        yield _("Follow suit if you can. If you cannot, play any card, also a trump.")
    yield _(
        "The highest trump wins the trick. Without a trump, the highest card of the suit that was led wins."
    )
    if game.trump_waits:
        yield _("A trump may be led only after a trump has been played, or if the leader holds only trumps.")
    yield from ruled(deals, PLAY)


def _score(game: BidGame, deals: Sequence[DealPlan]) -> Iterator[str]:
    if game.end is End.ALL_ROUNDS_WON:
        yield _("If every bid is exact, the round is won.")
        yield _("If a bid is missed, the same round is dealt again.")
        return
    yield _points(game)
    yield from ruled(deals, MADNESS)
    if game.revoke:
        yield _("Each revoke: %(points)s. A revoke is not to follow suit when you can.") % {
            "points": plain(game.revoke)
        }


def examples(game: BidGame, deals: Sequence[DealPlan]) -> Iterator[RuleTable]:
    """Yield the scores of some example hands, computed by the program."""
    if game.end is End.ALL_ROUNDS_WON:
        return
    usual = [deal for deal in deals if not deal.misere and not deal.by_call]
    for example_deals, hands in ((usual, HANDS), ([deal for deal in deals if deal.misere], MISERE_HANDS)):
        if not example_deals:
            continue
        deal = max(example_deals, key=lambda deal: deal.cards)
        rows = [
            (str(hand.bid), str(hand.tricks), plain(score(game, deal, hand)))
            for hand in hands
            if max(hand.bid, hand.tricks) <= deal.cards
        ]
        caption = _("Example: %(cards)s") % {"cards": card_count(deal.cards)}
        if deal.misere:
            caption = _("Example: misere")
        yield RuleTable(caption, (_("Bid"), _("Tricks"), _("Score")), tuple(rows))


def _end(game: BidGame, deals: Sequence[DealPlan]) -> Iterator[str]:
    if game.end is End.TARGET:
        yield _("The game ends after the deal in which somebody reaches %(target)s points.") % {
            "target": game.target
        }
    elif game.end is End.ALL_ROUNDS_WON:
        yield _(
            "The next dealer deals a lost round again, with the same number of cards. When all "
            "rounds are won, all win together: the fewer deals, the better. "
            "If the players stop before, all lose."
        )
        return
    else:
        yield _("The game ends after deal %(deals)s.") % {"deals": len(deals)}
    yield _("The highest total wins. Players with the same total win together.")
