"""Draw Poker and Brag in sentences, made from the values that the program judges by."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.describe.parts import (
    DEALT_LEFT,
    RuleSection,
    describe_player_count,
    format_card,
    format_card_count,
    join_words,
)
from games.rules import brag, poker, three_stakes
from games.rules.brag import BragGame
from games.rules.cards import PACK
from games.rules.options import Options
from games.rules.ruleset import Ruleset


def describe_players_and_cards(game: Ruleset, options: Options) -> Iterator[str]:
    """Yield who can play, and with which cards."""
    fewest, most = game.find_player_range(options)
    yield describe_player_count(fewest, most)
    yield _("The pack has %(cards)s. The ace is high. Everybody has counters.") % {
        "cards": format_card_count(len(PACK))
    }


def summarize_poker(game: Ruleset) -> str:
    return _("Five cards, with a draw between two rounds of betting. Equal hands divide the pool.")


def describe_poker(game: Ruleset, players: int, options: Options) -> tuple[RuleSection, ...]:
    """Return Draw Poker from its object to its end."""
    return (
        RuleSection(
            "object",
            _("Object"),
            (_("Win the counters in the pool, with the best hand or the boldest bet."),),
        ),
        RuleSection("cards", _("Players and cards"), tuple(describe_players_and_cards(game, options))),
        RuleSection(
            "deal",
            _("Dealing"),
            (
                _("Everybody is dealt %(cards)s.") % {"cards": format_card_count(poker.HAND_SIZE)},
                _(DEALT_LEFT),
            ),
        ),
        RuleSection("bidding", _("Betting"), tuple(_describe_poker_betting())),
        RuleSection(
            "play",
            _("The showdown"),
            tuple(_describe_poker_showdown()),
            listed=tuple(_(poker.NAMES[kind]) for kind in reversed(poker.HandKind)),
        ),
        RuleSection(
            "score",
            _("The pool"),
            (
                _(
                    "The best hand takes the pool. Equal hands divide it. Odd counters go in turn, "
                    "starting left of the dealer."
                ),
                _(
                    "A player who cannot put in as much as the others wins at most that amount from "
                    "each of them. The rest is a side pool for the others."
                ),
            ),
        ),
    )


def _describe_poker_betting() -> Iterator[str]:
    yield _("There are two rounds of betting: before the draw and after it.")
    yield _("Players meet the bet, raise it or drop in turn.")
    yield _("At the draw, each player may exchange any number of cards, from none to all five.")
    yield _("If everybody passes, the cards are dealt again. Such a deal is no round.")


def _describe_poker_showdown() -> Iterator[str]:
    yield _("Players still in show their hands, and the best wins. A player who is alone need not show.")
    yield _("The ace is high, or low in a straight. Suits are equal. The kinds of hand, best first:")


def summarize_brag(game: BragGame) -> str:
    """Return the game in one line."""
    if game.stakes > 1:
        return _("Three stakes: for the highest card turned up, the best hand, and the total nearest to 31.")
    if game.divides:
        return _("Three cards and three braggers, which have an order. Equal hands divide the pool.")
    return _("Three cards and three braggers. If hands are equal, the player who staked first wins.")


def describe_brag(game: BragGame, players: int, options: Options) -> tuple[RuleSection, ...]:
    """Return a game of Brag from its object to its end."""
    parts = (
        (RuleSection("parts", _("The three stakes"), tuple(_describe_three_stakes())),)
        if game.stakes > 1
        else ()
    )
    return (
        RuleSection("object", _("Object"), tuple(_describe_object(game))),
        RuleSection("cards", _("Players and cards"), tuple(describe_players_and_cards(game, options))),
        RuleSection("deal", _("Dealing"), tuple(_describe_deal(game))),
        *parts,
        RuleSection("bidding", _("Betting"), tuple(_describe_brag_betting(game, options))),
        RuleSection("play", _("The showdown"), tuple(_describe_brag_showdown(game)), listed=_list_kinds()),
        RuleSection("score", _("The pool"), tuple(_describe_pool(game))),
    )


def _describe_object(game: BragGame) -> Iterator[str]:
    if game.stakes > 1:
        yield _("Win as many of the %(stakes)s stakes as you can.") % {"stakes": game.stakes}
    else:
        yield _("Win the counters in the pool, with the best hand or the boldest bet.")


def _describe_deal(game: BragGame) -> Iterator[str]:
    if game.stakes > 1:
        yield _("Everybody puts up %(stakes)s separate stakes.") % {"stakes": game.stakes}
        yield _("Everybody is dealt three cards: two face down, the last face up.")
    else:
        yield _(
            "Before the deal, the dealer puts up an ante. The dealer chooses it, up to the betting limit."
        )
        yield _("Everybody is dealt %(cards)s face down.") % {"cards": format_card_count(brag.HAND_SIZE)}
    yield _(DEALT_LEFT)


def _describe_three_stakes() -> Iterator[str]:
    yield _("The first stake goes to the highest card turned up. Braggers are plain cards here.")
    yield _("The second stake goes to the best Brag hand among the players still in.")
    yield _(
        "The third stake goes to the total nearest to %(aim)s, over or under. An ace counts 11, a court "
        "card 10, any other card its number. Players with less may draw one card in turn, starting left "
        "of the dealer. A player whose drawn card takes the total over %(aim)s is out. Players who "
        "dropped still play for this stake."
    ) % {"aim": three_stakes.AIM}
    yield _("If cards, hands or totals are equal, the first of these players to the dealer’s left wins.")
    yield _("If all are out, the third stake is added to the next deal’s third stake.")


def _describe_brag_betting(game: BragGame, options: Options) -> Iterator[str]:
    if game.stakes > 1:
        yield _(
            "For the second stake, players bet, meet, raise or drop in turn, starting left of the dealer."
        )
        yield _("If nobody bets, all hands are shown.")
    else:
        yield _("Players meet the ante, raise it or drop in turn, starting left of the dealer.")
        yield _("If nobody raises the ante, the dealer may not raise it either.")
    yield _(
        "Players who stay in put up as much as the highest. The betting ends when all players still in "
        "have done so."
    )
    if limit := options[brag.LIMIT.key]:
        yield _("Each stake and each raise is at most %(limit)s.") % {"limit": limit}
    if game.stakes == 1:
        compensation = int(options[brag.COMPENSATION.key])
        yield ngettext(
            "If nobody meets the dealer, the dealer takes the ante back. Everybody else pays the "
            "dealer %(n)s counter.",
            "If nobody meets the dealer, the dealer takes the ante back. Everybody else pays the "
            "dealer %(n)s counters.",
            compensation,
        ) % {"n": compensation}


def _describe_brag_showdown(game: BragGame) -> Iterator[str]:
    braggers = sorted(brag.BRAGGERS, key=lambda bragger: -brag.BRAGGERS[bragger])
    yield _("The braggers %(cards)s may each stand for any card. Three braggers are three aces.") % {
        "cards": join_words(format_card(bragger) for bragger in braggers)
    }
    yield _(
        "If two hands are of the same kind, the higher rank wins. Then a natural hand beats one made "
        "with braggers. Then the other cards decide. A bragger that stands for itself is natural. "
        "Flushes and sequences do not count."
    )
    if game.ranks_braggers:
        yield _("If hands are still equal, the best bragger used decides. Their order is %(cards)s.") % {
            "cards": ", ".join(format_card(bragger) for bragger in braggers)
        }
    yield _("The last player still in takes the pool without showing cards. The kinds of hand, best first:")


def _list_kinds() -> tuple[str, ...]:
    """Return the kinds of hand, the best first, each with its natural form before the other."""
    return tuple(
        join_words(_(brag.NAMES[kind, natural]) for natural in (True, False) if (kind, natural) in brag.NAMES)
        for kind in reversed(brag.BragHandKind)
    )


def _describe_pool(game: BragGame) -> Iterator[str]:
    if game.stakes > 1:
        yield _("Each stake is won separately. One player may win more than one.")
        return
    if game.divides:
        yield _("The best hand takes the pool. Equal hands divide it. Odd counters go in staking order.")
    else:
        yield _("The best hand takes the pool. If hands are equal, the player who staked first wins.")
    yield _("The dealer staked first, then the others in turn, starting left of the dealer.")
