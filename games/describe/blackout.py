"""A game of bids and tricks in sentences, each made from the value that the program plays and scores by."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.describe.deals import AT_ONCE, BEGINS, BIDS, HOOK, MADNESS, PLAY, TRUMP, ruled, varied
from games.describe.figures import SIGNS, card_count, course, how_many, plain, rank
from games.describe.section import Section, Table
from games.rules.clag import CALLED, MODIFIERS, PRECEDENCE, REFUSED
from games.rules.deals import Bidding, BidGame, Deal, End, Hand, Turn
from games.rules.options import Options
from games.rules.schedules import schedule
from games.rules.scoring import score

HANDS = (Hand(0, 0), Hand(0, 2), Hand(2, 2), Hand(2, 3), Hand(2, 1), Hand(10, 10), Hand(11, 11))
MISERE_HANDS = (Hand(0, 0), Hand(0, 2))


def sections(game: BidGame, players: int, options: Options) -> tuple[Section, ...]:
    """The game with so many players, from its object to its end."""
    deals = schedule(game, players, options)
    return (
        Section("object", _("Object"), tuple(_object(game))),
        Section("cards", _("Players and cards"), tuple(_cards(game, players))),
        Section("deal", _("The deal"), tuple(_deal(game, players, deals))),
        *_call(deals),
        Section("bidding", _("Bidding"), tuple(_bidding(game, players, deals))),
        Section("play", _("Play"), tuple(_play(game, deals))),
        Section("score", _("Score"), tuple(_score(game, deals)), tables=tuple(examples(game, deals))),
        Section("end", _("End"), tuple(_end(game, deals))),
    )


def summary(game: BidGame) -> str:
    """The game in one line: what its bids score."""
    if game.end is End.ALL_ROUNDS_WON:
        return _("All play together: every bid must be exact before the next round is dealt.")
    return _("As bid: %(exact)s. Otherwise: %(missed)s.") % {
        "exact": _(game.points.exact_words),
        "missed": _(game.points.missed_words),
    }


def _object(game: BidGame) -> Iterator[str]:
    yield _(
        "Say before each deal how many tricks you will win, and then win exactly so many: no more, no fewer."
    )
    if game.end is End.ALL_ROUNDS_WON:
        yield _(
            "All play together: a round is won if everybody wins exactly what was bid, and otherwise lost."
        )


def _cards(game: BidGame, players: int) -> Iterator[str]:
    pack = game.pack(players)
    numbers = {"range": how_many(game.fewest, game.most), "players": players}
    if game.fewest < game.most:
        yield _("%(range)s; what follows is for %(players)s.") % numbers
    else:
        yield _("%(range)s.") % numbers
    yield _("A pack of %(cards)s. In each suit the %(high)s is the highest and the %(low)s the lowest.") % {
        "cards": card_count(len(pack)),
        "high": rank(max(card.rank for card in pack)),
        "low": rank(min(card.rank for card in pack)),
    }
    if removed := game.removed(players):
        yield ngettext(
            "So that all have equally many, %(n)s card is first taken out unseen, another for each deal.",
            "So that all have equally many, %(n)s cards are first taken out unseen, others for each deal.",
            removed,
        ) % {"n": removed}


def _deal(game: BidGame, players: int, deals: Sequence[Deal]) -> Iterator[str]:
    yield from _size(game, deals)
    if game.dealing is Turn.RIGHT:
        yield _("Cards are dealt one at a time to the right, and the deal passes to the right.")
    else:
        yield _("Cards are dealt one at a time to the left, and the deal passes to the left.")
    if any(deal.by_call for deal in deals):
        yield _("Unless he calls it otherwise, the next card is then turned up: its suit is trump.")
    else:
        yield from varied(deals, lambda deal: deal.trump, TRUMP)


def _size(game: BidGame, deals: Sequence[Deal]) -> Iterator[str]:
    """How many deals, of how many cards."""
    if any(deal.by_call for deal in deals):
        yield _("Before each deal the dealer calls how many cards, from %(fewest)s to %(most)s.") % {
            "fewest": min(CALLED),
            "most": max(CALLED),
        }
        return
    cards = course([deal.cards for deal in deals])
    if game.end is End.TARGET:
        yield _("In each deal everybody is dealt %(cards)s.") % {"cards": card_count(deals[0].cards)}
    elif game.end is End.ALL_ROUNDS_WON:
        yield _("%(rounds)s rounds; cards to each player, round by round: %(cards)s.") % {
            "rounds": len(deals),
            "cards": cards,
        }
    else:
        yield _("%(deals)s deals; cards to each player, deal by deal: %(cards)s.") % {
            "deals": len(deals),
            "cards": cards,
        }


def _call(deals: Sequence[Deal]) -> Iterator[Section]:
    """What the dealer may call, where he calls the deal."""
    if any(deal.by_call for deal in deals):
        says = _("After the deal, having seen his hand if he likes, the dealer calls any or none of these:")
        order = _(
            "With suit precedence the usual order is %(suits)s, the highest first, but any may be called; "
            "suit is followed all the same. From a pile nobody needs to follow."
        ) % {"suits": " ".join(SIGNS[suit] for suit in PRECEDENCE)}
        refused = dict.fromkeys(_(why) for why in REFUSED.values())
        yield Section(
            "call",
            _("The call"),
            (says,),
            tuple(_(call) for call in MODIFIERS.values()),
            after=(order, *refused),
        )


def _bidding(game: BidGame, players: int, deals: Sequence[Deal]) -> Iterator[str]:
    yield _("A bid is a number of tricks, from zero to the cards of the deal; everybody bids once.")
    in_turn = [deal for deal in deals if deal.bidding is Bidding.IN_TURN]
    if in_turn:
        yield _(BEGINS[game.bidding])
    yield from ruled(deals, [(lambda deal: deal.bidding is Bidding.SIMULTANEOUS, AT_ONCE)])
    yield from ruled(deals, (*HOOK, *BIDS))
    if game.zeros and players > game.zeros_above:
        yield _("Nobody may bid zero in more than %(zeros)s deals running.") % {"zeros": game.zeros}


def _play(game: BidGame, deals: Sequence[Deal]) -> Iterator[str]:
    yield _(
        "The player left of the dealer leads the first trick, and play goes clockwise. "
        "Whoever wins a trick leads the next."
    )
    if game.must_trump:
        yield _(
            "Follow the suit that was led if you can; if you cannot, play a trump if you have one, "
            "and else any card. No trump needs to be a higher one."
        )
    else:
        yield _("Follow the suit that was led if you can; if you cannot, play any card, also a trump.")
    yield _(
        "The highest trump wins the trick; without a trump in it, the highest card of the suit that was led."
    )
    if game.trump_waits:
        yield _("No trump may be led until one has been played, unless the leader holds nothing else.")
    yield from ruled(deals, PLAY)


def _score(game: BidGame, deals: Sequence[Deal]) -> Iterator[str]:
    if game.end is End.ALL_ROUNDS_WON:
        yield _("There are no points: a round is won or lost.")
        return
    yield _("As many tricks as bid: %(points)s.") % {"points": _(game.points.exact_words)}
    yield _("More or fewer: %(points)s.") % {"points": _(game.points.missed_words)}
    yield from ruled(deals, MADNESS)
    if game.revoke:
        yield _("Each revoke, not following suit although one could: %(points)s.") % {
            "points": plain(game.revoke)
        }


def examples(game: BidGame, deals: Sequence[Deal]) -> Iterator[Table]:
    """What some hands score, by the program's own reckoning."""
    if game.end is End.ALL_ROUNDS_WON:
        return
    usual = [deal for deal in deals if not deal.misere and not deal.by_call]
    for some, hands in ((usual, HANDS), ([deal for deal in deals if deal.misere], MISERE_HANDS)):
        if not some:
            continue
        deal = max(some, key=lambda deal: deal.cards)
        rows = [
            (str(hand.bid), str(hand.tricks), plain(score(game, deal, hand)))
            for hand in hands
            if max(hand.bid, hand.tricks) <= deal.cards
        ]
        caption = _("For example, with %(cards)s") % {"cards": card_count(deal.cards)}
        if deal.misere:
            caption = _("For example, at misere")
        yield Table(caption, (_("Bid"), _("Won"), _("Score")), tuple(rows))


def _end(game: BidGame, deals: Sequence[Deal]) -> Iterator[str]:
    if game.end is End.TARGET:
        yield _("The game ends with the deal by which somebody has %(target)s points or more.") % {
            "target": game.target
        }
    elif game.end is End.ALL_ROUNDS_WON:
        yield _(
            "A round that was lost is dealt again, by the next dealer. When all rounds are won all win "
            "together, and the fewer hands it took the better. Stopped before, all have lost."
        )
        return
    elif any(deal.by_call for deal in deals):
        yield _("The game ends after as many deals as were agreed: here %(deals)s.") % {"deals": len(deals)}
    else:
        yield _("The game ends after deal %(deals)s.") % {"deals": len(deals)}
    yield _("The highest total wins; who have the same win together.")
