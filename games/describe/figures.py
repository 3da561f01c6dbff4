"""Numbers, cards, runs of deals and refusals in words."""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _

from accounts.errors import RuleError
from games.rules.cards import SUITS, Card
from games.rules.deals import Deal

SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_CARD = re.compile(r"\b([2-9TJQKA])([SHDCW-Z])\b")


def cards(text: str) -> str:
    """Return cards as people read them: ``TD KS`` is 10♦ K♠, and a king of no noted suit, ``KW``, is K."""
    return _CARD.sub(lambda card: card[1].replace("T", "10") + SIGNS.get(card[2], ""), text)


def card(one: Card) -> str:
    return cards(str(one))


def suit(letter: str) -> str:
    """Return the suit's name, with its sign."""
    names = {"S": _("spades"), "H": _("hearts"), "D": _("diamonds"), "C": _("clubs")}
    return f"{SIGNS[letter]} {names[letter]}"


def ranks(letter: str) -> str:
    """Return the word for several cards of a rank: kings."""
    names = {
        "A": _("aces"),
        "K": _("kings"),
        "Q": _("queens"),
        "J": _("jacks"),
        "T": _("tens"),
        "9": _("nines"),
    }
    names |= {"8": _("eights"), "7": _("sevens"), "6": _("sixes"), "5": _("fives"), "4": _("fours")}
    return (names | {"3": _("threes"), "2": _("twos")})[letter]


def suits() -> list[tuple[str, str]]:
    """Return every suit's letter and name, spades first."""
    return [(letter, suit(letter)) for letter in reversed(SUITS)]


def listed(words: Iterable[str]) -> str:
    """Join the words: one; one and two; one, two and three."""
    *first, last = words
    return _("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last} if first else last


def spans(numbers: Iterable[int]) -> list[str]:
    """Return numbers that rise, those in a row as one: 3, 4, 5, 8 are 3–5 and 8."""
    groups: list[list[int]] = []
    for number in numbers:
        if groups and groups[-1][-1] == number - 1:
            groups[-1].append(number)
        else:
            groups.append([number])
    return [
        word
        for group in groups
        for word in ([f"{group[0]}–{group[-1]}"] if len(group) > 2 else map(str, group))
    ]


def course(sizes: Sequence[int]) -> str:
    """Return how many cards, deal after deal: 1, 1, 2, 3, 4, 3 is "2 deals of 1, then 2 to 4, then 3"."""
    runs: list[list[int]] = []
    for size, same in groupby(sizes):
        times = len(list(same))
        step = size - runs[-1][1] if runs else 0
        if times == 1 and runs and runs[-1][2] == 1 and abs(step) == 1 and runs[-1][3] in (0, step):
            runs[-1][1], runs[-1][3] = size, step
        else:
            runs.append([size, size, times, 0])
    return _(", then ").join(_run(first, last, times) for first, last, times, _step in runs)


def _run(first: int, last: int, times: int) -> str:
    if first != last:
        return _("%(first)s to %(last)s") % {"first": first, "last": last}
    return _("%(times)s deals of %(size)s") % {"times": times, "size": first} if times > 1 else str(first)


def how_many(fewest: int, most: int) -> str:
    """Return the number of players in words."""
    if fewest == most:
        return ngettext("%(n)s player", "%(n)s players", most) % {"n": most}
    return _("%(fewest)s to %(most)s players") % {"fewest": fewest, "most": most}


def plain(points: int) -> str:
    """Return a number as the reader's language writes it, with a proper minus: −1,815 or −1.815."""
    # Grouping takes most of the time of a long table, and below a thousand there is nothing to group.
    written = str(points) if -1000 < points < 1000 else number_format(points, force_grouping=True)
    return written.replace("-", "−")


def signed(points: int) -> str:
    """Return what was won or lost: +12, −4, 0."""
    return plain(points) if points <= 0 else f"+{plain(points)}"


def card_count(count: int) -> str:
    return ngettext("%(n)s card", "%(n)s cards", count) % {"n": count}


def which(deals: Sequence[Deal], some: Sequence[Deal]) -> str:
    """Return which deals ``some`` are: by their cards if no others have as many, else by number."""
    sizes = sorted({deal.cards for deal in some})
    if len(some) > 1 and len(sizes) == 1 and all(deal in some for deal in deals if deal.cards == sizes[0]):
        return _("The deals of %(cards)s") % {"cards": card_count(sizes[0])}
    others = [deal.number for deal in deals if deal not in some]
    if len(others) < len(some):
        return _("All deals except no. %(numbers)s") % {"numbers": listed(spans(others))}
    numbers = listed(spans(deal.number for deal in some))
    return ngettext("Deal %(numbers)s", "Deals %(numbers)s", len(some)) % {"numbers": numbers}


CARDS = ("card", "cards")


def refusal(error: RuleError) -> str:
    """Return what the user is told about a mistake; cards are shown with their suits' signs."""
    shown = {
        key: cards(value) if key in CARDS and isinstance(value, str) else value
        for key, value in error.figures.items()
    }
    return gettext(error.message) % shown if shown else gettext(error.message)
