"""A game of Brag in sentences, made from the values that the program judges and settles by."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.describe.figures import card, card_count, listed
from games.describe.pools import players_and_cards
from games.describe.section import Section
from games.rules import brag, three_stakes
from games.rules.brag import BragGame
from games.rules.options import Options


def summary(game: BragGame) -> str:
    """The game in one line."""
    if game.stakes > 1:
        return _("Three stakes: the highest card turned up, the best hand, the nearest to thirty-one.")
    if game.divides:
        return _("Three cards, three braggers of unlike worth; equal hands divide the pool.")
    return _("Three cards, three braggers; of equal hands the first to stake wins.")


def sections(game: BragGame, players: int, options: Options) -> tuple[Section, ...]:
    """A game of Brag from its object to its end."""
    parts = (Section("parts", _("The three stakes"), tuple(_three_stakes())),) if game.stakes > 1 else ()
    return (
        Section("object", _("Object"), tuple(_object(game))),
        Section("cards", _("Players and cards"), tuple(players_and_cards(game, options))),
        Section("deal", _("The deal"), tuple(_deal(game))),
        *parts,
        Section("bidding", _("Betting"), tuple(_betting(game, options))),
        Section("play", _("The showdown"), tuple(_showdown(game)), listed=_kinds()),
        Section("score", _("The pool"), tuple(_pool(game))),
    )


def _object(game: BragGame) -> Iterator[str]:
    if game.stakes > 1:
        yield _("Win as many as you can of the %(stakes)s stakes.") % {"stakes": game.stakes}
    else:
        yield _("Win the counters in the pool, by the best hand or by the boldest bet.")


def _deal(game: BragGame) -> Iterator[str]:
    if game.stakes > 1:
        yield _("Everybody puts up %(stakes)s stakes, each apart from the others.") % {"stakes": game.stakes}
        yield _("Everybody is dealt three cards, two face down and the last face up.")
    else:
        yield _("Before the deal the dealer puts up an ante of his choice, within the betting limit.")
        yield _("Everybody is dealt %(cards)s face down, one at a time, from the dealer’s left.") % {
            "cards": card_count(brag.HAND_SIZE)
        }
    yield _("The deal passes to the left.")


def _three_stakes() -> Iterator[str]:
    yield _("The first stake goes to the highest card turned up; braggers are plain cards here.")
    yield _("The second goes to the best hand of Brag among those who stay in the betting.")
    yield _(
        "The third goes to whoever is nearest to %(aim)s, over or under: an ace counts 11, a court card 10, "
        "any other card its pips. Who has less may draw one card, in turn from the dealer’s left, and is "
        "out if that takes him above. Who dropped in the betting still plays for it."
    ) % {"aim": three_stakes.AIM}
    yield _("Of equal cards, hands or totals the one nearest to the dealer’s left wins.")
    yield _("If all are out, the third stake waits for the next deal’s.")


def _betting(game: BragGame, options: Options) -> Iterator[str]:
    if game.stakes > 1:
        yield _("For the second stake each in turn, from the dealer’s left, bets, meets, raises or drops.")
        yield _("If nobody bets, all hands are shown.")
    else:
        yield _("From the dealer’s left each in turn meets the ante, raises it, or drops.")
        yield _("If all who play merely meet the ante, the dealer may not raise it.")
    yield _("Whoever stays in must put up as much as the highest. It ends when all who are in have done so.")
    if limit := options[brag.LIMIT.key]:
        yield _("No stake and no raise may be above %(limit)s.") % {"limit": limit}
    if game.stakes == 1:
        paid = int(options[brag.COMPENSATION.key])
        yield ngettext(
            "If nobody meets the dealer, he takes the ante back, and everybody else pays him %(n)s counter.",
            "If nobody meets the dealer, he takes the ante back, and everybody else pays him %(n)s counters.",
            paid,
        ) % {"n": paid}


def _showdown(game: BragGame) -> Iterator[str]:
    braggers = sorted(brag.BRAGGERS, key=lambda one: -brag.BRAGGERS[one])
    yield _("The braggers %(cards)s may each stand for any card; three of them are three aces.") % {
        "cards": listed(card(one) for one in braggers)
    }
    yield _(
        "Of two hands of a kind the higher rank wins, then a natural one before one made with braggers, "
        "then the odd cards. A bragger used as the card it is counts as natural. Flushes and sequences are "
        "worth nothing."
    )
    if game.ranked:
        yield _("Still equal: the best bragger used decides; %(cards)s is their order.") % {
            "cards": ", ".join(card(one) for one in braggers)
        }
    yield _("One who is left alone takes the pool without showing. The kinds of hand, the best first:")


def _kinds() -> tuple[str, ...]:
    """The kinds of hand, the best first; whether one is natural counts after its rank."""
    return tuple(
        _("%(natural)s, or %(made)s")
        % {"natural": _(brag.NAMES[kind, True]), "made": _(brag.NAMES[kind, False])}
        if (kind, False) in brag.NAMES
        else _(brag.NAMES[kind, True])
        for kind in reversed(brag.HandKind)
    )


def _pool(game: BragGame) -> Iterator[str]:
    if game.stakes > 1:
        yield _("Each stake is won by itself; one player may win more than one.")
        return
    if game.divides:
        yield _(
            "The best hand takes the pool. Hands that are still equal divide it; "
            "odd counters go in staking order."
        )
    else:
        yield _("The best hand takes the pool. Of equal hands, the one whose player was first to stake wins.")
    yield _("The dealer was first to stake, then the others from his left.")
