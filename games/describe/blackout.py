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
    describe_course,
    describe_player_count,
    format_card_count,
    format_number,
    list_rules,
    list_variants,
)
from games.rules.clag import CALLED, PRECEDENCE, REFUSED
from games.rules.deals import Bidding, BidGame, DealPlan, End, Hand
from games.rules.options import Options
from games.rules.ruleset import Turn
from games.rules.schedules import plan_deals
from games.rules.scoring import score

HANDS = (Hand(0, 0), Hand(0, 2), Hand(2, 2), Hand(2, 3), Hand(2, 1), Hand(10, 10), Hand(11, 11))
MISERE_HANDS = (Hand(0, 0), Hand(0, 2))


def describe_bid_game(game: BidGame, players: int, options: Options) -> tuple[RuleSection, ...]:
    """Return the sections about the game, from its object to its end."""
    deals = plan_deals(game, players, options)
    return (
        RuleSection("object", _("Object"), tuple(_describe_object(game))),
        RuleSection("cards", _("Players and cards"), tuple(_describe_cards(game, players))),
        RuleSection("deal", _("Dealing"), tuple(_describe_deals(game, deals))),
        *_describe_call(deals),
        RuleSection("bidding", _("Bidding"), tuple(_describe_bidding(game, players, deals))),
        RuleSection("play", _("Play"), tuple(_describe_play(game, deals))),
        RuleSection(
            "score", _("Score"), tuple(_describe_score(game, deals)), tables=tuple(work_examples(game, deals))
        ),
        RuleSection("end", _("End"), tuple(_describe_end(game, deals))),
    )


def summarize_bid_game(game: BidGame) -> str:
    """Return the game in one line: the scores of its bids."""
    if game.end is End.ALL_ROUNDS_WON:
        return _("All play together. The next round is dealt when every bid is exact.")
    return _describe_points(game)


def _describe_points(game: BidGame) -> str:
    return _("Exact bid: %(exact)s. Missed bid: %(missed)s.") % {
        "exact": _(game.points.exact_words),
        "missed": _(game.points.missed_words),
    }


def _describe_object(game: BidGame) -> Iterator[str]:
    yield _("Bid how many tricks you will win. Then win exactly that many: no more, no fewer.")
    if game.end is End.ALL_ROUNDS_WON:
        yield summarize_bid_game(game)


def _describe_cards(game: BidGame, players: int) -> Iterator[str]:
    pack = game.pack(players)
    yield describe_player_count(game.fewest, game.most)
    if game.fewest < game.most:
        yield _("These rules are for %(players)s players.") % {"players": players}
    yield _("The pack has %(cards)s. The ace is high, the %(lowest)s is low.") % {
        "cards": format_card_count(len(pack)),
        "lowest": min(card.rank for card in pack),
    }
    if removed_cards := game.count_removed(players):
        yield _(
            "Before each deal, shuffle all cards and take %(n)s out unseen, "
            "so that all hands have the same size."
        ) % {"n": removed_cards}


def _describe_deals(game: BidGame, deals: Sequence[DealPlan]) -> Iterator[str]:
    yield from _describe_size(game, deals)
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
        yield from list_variants(deals, lambda deal: deal.trump, TRUMP)


def _describe_size(game: BidGame, deals: Sequence[DealPlan]) -> Iterator[str]:
    """Yield the number of deals, and of their cards."""
    if any(deal.by_call for deal in deals):
        yield _("Before each deal, the dealer calls the number of cards, from %(fewest)s to %(most)s.") % {
            "fewest": min(CALLED),
            "most": max(CALLED),
        }
        return
    cards = describe_course([deal.cards for deal in deals])
    if game.end is End.TARGET:
        yield _("Everybody is dealt %(cards)s.") % {"cards": format_card_count(deals[0].cards)}
    else:
        yield _("Cards for each player, deal by deal: %(cards)s.") % {"cards": cards}


def _describe_call(deals: Sequence[DealPlan]) -> Iterator[RuleSection]:
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


def _describe_bidding(game: BidGame, players: int, deals: Sequence[DealPlan]) -> Iterator[str]:
    yield _("Everybody bids once: a number of tricks, from zero to the number of cards in the hand.")
    in_turn = [deal for deal in deals if deal.bidding is Bidding.IN_TURN]
    if in_turn:
        yield _(BEGINS[game.bidding])
    yield from list_rules(deals, [(lambda deal: deal.bidding is Bidding.SIMULTANEOUS, AT_ONCE)])
    yield from list_rules(deals, (*HOOK, *BIDS))
    if game.zeros and players > game.zeros_above:
        yield _("Nobody may bid zero in more than %(zeros)s deals in a row.") % {"zeros": game.zeros}


def _describe_play(game: BidGame, deals: Sequence[DealPlan]) -> Iterator[str]:
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
    yield from list_rules(deals, PLAY)


def _describe_score(game: BidGame, deals: Sequence[DealPlan]) -> Iterator[str]:
    if game.end is End.ALL_ROUNDS_WON:
        yield _("If every bid is exact, the round is won.")
        yield _("If a bid is missed, the same round is dealt again.")
        return
    yield _describe_points(game)
    yield from list_rules(deals, MADNESS)
    if game.revoke:
        yield _("Each revoke: %(points)s. A revoke is not to follow suit when you can.") % {
            "points": format_number(game.revoke)
        }


def work_examples(game: BidGame, deals: Sequence[DealPlan]) -> Iterator[RuleTable]:
    """Yield the scores of some example hands, computed by the program."""
    if game.end is End.ALL_ROUNDS_WON:
        return
    usual = [deal for deal in deals if not deal.misere and not deal.by_call]
    for example_deals, hands in ((usual, HANDS), ([deal for deal in deals if deal.misere], MISERE_HANDS)):
        if not example_deals:
            continue
        deal = max(example_deals, key=lambda deal: deal.cards)
        rows = [
            (str(hand.bid), str(hand.tricks), format_number(score(game, deal, hand)))
            for hand in hands
            if max(hand.bid, hand.tricks) <= deal.cards
        ]
        caption = _("Example: %(cards)s") % {"cards": format_card_count(deal.cards)}
        if deal.misere:
            caption = _("Example: misere")
        yield RuleTable(caption, (_("Bid"), _("Tricks"), _("Score")), tuple(rows))


def _describe_end(game: BidGame, deals: Sequence[DealPlan]) -> Iterator[str]:
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
