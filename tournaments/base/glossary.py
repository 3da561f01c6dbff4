"""The terms of the field, each with one meaning: docs/glossary.md lists them, pages show those they use."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from accounts.errors import gettext_noop as _
from tournaments.core.evening import Play


class Term(NamedTuple):
    """A term and its meaning, both to be translated."""

    word: str
    meaning: str


TERMS: Mapping[str, Term] = {
    "evening": Term(_("Evening"), _("One games night, from check-in to the prizes.")),
    "round": Term(_("Round"), _("The play between two bells.")),
    "bell": Term(_("Bell"), _("The bell ends a round. Every table finishes its deal. Then players move.")),
    "game": Term(_("Game"), _("One whole game at a table, from its first deal to its last.")),
    "deal": Term(_("Deal"), _("The cards are dealt once at a table and played. A deal has one result.")),
    "dealer": Term(_("Dealer"), _("The player who deals, marked D. The next player deals the next deal.")),
    "move": Term(_("Move"), _("A player changes table or seat by the rules.")),
    "again": Term(
        _("Calculate the moves again"),
        _("After a correction: the last moves are made anew from the corrected results."),
    ),
    "head-table": Term(_("Head table"), _("Table 1. Its winner takes a yellow chip and stays.")),
    "booby-table": Term(
        _("Booby table"), _("The last table. Players who go down from the head table start again here.")
    ),
    "yellow-chip": Term(
        _("Yellow chip"), _("A chip for each deal won at the head table. Most chips win a prize.")
    ),
    "cut": Term(
        _("Cut"), _("Equal players each lift a card from the pack. The highest card decides. The ace is low.")
    ),
    "lot": Term(
        _("Lot"), _("The program draws by chance. It keeps the seed, so anybody can repeat the draw.")
    ),
    "seed": Term(
        _("Seed"), _("A word or number from which the program draws. The same seed gives the same draw.")
    ),
    "keeps-seat": Term(
        _("Keeps the seat"), _("A player stays in one seat by agreement. Another player moves instead.")
    ),
    "pause": Term(_("Pause"), _("A player rests and has no seat until they come back.")),
    "sits-out": Term(
        _("Sits out"),
        _("A player has no seat in this game, because the players do not fit the tables."),
    ),
    "level": Term(
        _("Level the tables"),
        _("A few players move, so that all tables have nearly the same number of players."),
    ),
    "bye": Term(_("Bye"), _("A player goes on to the next game of a knockout without playing.")),
    "consolation": Term(
        _("Consolation"), _("Games for players who are out of the knockout. They do not count for it.")
    ),
    "counters": Term(_("Counters"), _("The playing money of Brag and Poker.")),
    "pool": Term(_("Pool"), _("The counters that a deal is played for.")),
    "called": Term(
        _("Called"),
        _("A player stayed in to the showdown and showed cards. Players who called usually cannot go down."),
    ),
    "fresh-stake": Term(
        _("Fresh stake"),
        _("New counters from the banker for a player without counters. They are paid back at the end."),
    ),
    "settling-up": Term(
        _("Settling up"),
        _("The end of play: players pay back their fresh stakes, and all counters are counted."),
    ),
    "after-fresh-stakes": Term(
        _("After fresh stakes"),
        _("A player’s counters after settling up: less one stake for each fresh stake."),
    ),
    "ledger": Term(_("Ledger"), _("The list of all counters: how many each player had, and when.")),
    "void": Term(_("Void"), _("A deal that a table could not finish. It has no winner.")),
    "bid": Term(_("Bid"), _("The number of tricks that a player intends to win in a deal.")),
    "exact-bid": Term(
        _("Exact bid"),
        _("A player won as many tricks as they bid."),
    ),
    "misere": Term(_("Misere"), _("A deal in which everybody bids zero.")),
    "points": Term(_("Points"), _("The score in games with bids.")),
    "standings": Term(_("Standings"), _("All players in the order of their results.")),
    "place": Term(_("Place"), _("A rank in the standings. Equal players share a place.")),
    "tie-break": Term(_("Tie-break"), _("The figure that decides between players with equal results.")),
    "countback": Term(
        _("Countback"), _("A tie-break: more first places win, then more second places, and so on.")
    ),
    "share": Term(
        _("Share of the tables"),
        _("The part of the counters or points at a player’s tables that this player won."),
    ),
    "booby-prize": Term(_("Booby prize"), _("The prize for the lowest result.")),
    "role": Term(_("Role"), _("A group of players with its own prizes.")),
    "season": Term(_("Season"), _("Several evenings that count together.")),
    "division": Term(_("Division"), _("A part of a season with its own standings.")),
    "guest": Term(_("Guest"), _("A player who takes part but does not count for the season.")),
    "weight": Term(_("Weight"), _("How much an evening counts. 200 % counts double.")),
    "rating": Term(_("Rating"), _("How strong a player is in a game, from all evenings.")),
    "journal": Term(_("Journal"), _("Everything that was done, when, and by whom.")),
    "slip": Term(_("Slip"), _("A sheet of paper on which a table writes its result.")),
    "organiser": Term(
        _("Organiser"), _("A member who runs evenings. A scorer only enters results. A viewer only reads.")
    ),
    "house-rules": Term(_("House rules"), _("A club’s own way to play a game.")),
}
"""By their keys, in the order of the page."""


def of_play(play: Play, tables: int | None = None) -> list[Term]:
    """Return the terms that an evening of this format and game uses; ``tables``: so many there are."""
    absent = "" if tables is None or play.format.booby(tables) else "booby-table"
    return chosen(key for key in (*play.format.terms, *play.kind.terms) if key != absent)


def chosen(keys: Iterable[str]) -> list[Term]:
    """Return the terms of these keys, in the order of the page. KeyError if there is no such term."""
    wanted = {TERMS[key] for key in keys}
    return [term for term in TERMS.values() if term in wanted]
