"""The parts of a game’s page: sections, figures and cards in words, and the deals of a game as a table."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _

from accounts.errors import RuleError, gettext_noop
from games.rules.bidding import BID_STANDS, MISERE
from games.rules.cards import SUITS, Card
from games.rules.clag import MODIFIERS
from games.rules.deals import Bidding, BidGame, DealPlan, End, Hook, Madness, Trump
from games.rules.options import Options
from games.rules.ruleset import Turn
from games.rules.schedules import count_unseen, find_orders, plan_deals

FIGURE = re.compile(r"[+−]?\d[\d.,]*")


@dataclass(frozen=True)
class RuleTable:
    """Figures in a table with headings."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def lines(self) -> Iterator[tuple[tuple[str, bool], ...]]:
        """Yield the head and each row: a cell's text, and whether its column has only figures."""
        figures = [all(map(FIGURE.fullmatch, column)) for column in zip(*self.rows, strict=True)]
        return (tuple(zip(row, figures, strict=True)) for row in (self.head, *self.rows))


@dataclass(frozen=True)
class RuleSection:
    """Translated sentences under a heading. ``listed``: bullet points. ``after``: sentences below them."""

    key: str
    title: str
    paragraphs: tuple[str, ...]
    listed: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    tables: tuple[RuleTable, ...] = ()


SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_CARD = re.compile(r"\b([2-9TJQKA])([SHDCW-Z])\b")


def format_cards(text: str) -> str:
    """Return cards in readable form: ``TD KS`` is 10♦ K♠; ``KW``, a king without a noted suit, is K."""
    return _CARD.sub(lambda card: card[1].replace("T", "10") + SIGNS.get(card[2], ""), text)


def format_card(item: Card) -> str:
    return format_cards(str(item))


def format_suit(letter: str) -> str:
    """Return the suit's name, with its sign."""
    names = {"S": _("spades"), "H": _("hearts"), "D": _("diamonds"), "C": _("clubs")}
    return f"{SIGNS[letter]} {names[letter]}"


def format_ranks(letter: str) -> str:
    """Return the plural word for cards of a rank: kings."""
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


def list_suits() -> list[tuple[str, str]]:
    """Return every suit's letter and name, spades first."""
    return [(letter, format_suit(letter)) for letter in reversed(SUITS)]


def join_words(words: Iterable[str]) -> str:
    """Join the words: one; one and two; one, two and three."""
    *first, last = words
    return _("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last} if first else last


def group_spans(numbers: Iterable[int]) -> list[str]:
    """Return rising numbers, with consecutive ones joined: 3, 4, 5, 8 are 3–5 and 8."""
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


def describe_course(sizes: Sequence[int]) -> str:
    """Return the cards of successive deals: 1, 1, 2, 3, 4, 3 is "2 deals of 1, then 2 to 4, then 3"."""
    runs: list[list[int]] = []
    for size, same in groupby(sizes):
        times = len(list(same))
        step = size - runs[-1][1] if runs else 0
        if times == 1 and runs and runs[-1][2] == 1 and abs(step) == 1 and runs[-1][3] in (0, step):
            runs[-1][1], runs[-1][3] = size, step
        else:
            runs.append([size, size, times, 0])
    return _(", then ").join(_describe_run(first, last, times) for first, last, times, _step in runs)


def _describe_run(first: int, last: int, times: int) -> str:
    if first != last:
        return _("%(first)s to %(last)s") % {"first": first, "last": last}
    return _("%(times)s deals of %(size)s") % {"times": times, "size": first} if times > 1 else str(first)


def describe_player_count(fewest: int, most: int) -> str:
    """Return the number of players in words."""
    if fewest == most:
        return ngettext("%(n)s player", "%(n)s players", most) % {"n": most}
    return _("%(fewest)s to %(most)s players") % {"fewest": fewest, "most": most}


def format_number(points: int) -> str:
    """Return a number in the reader's language, with a true minus sign: −1,815 or −1.815."""
    # Grouping is slow in long tables. Below a thousand there is nothing to group.
    text = str(points) if -1000 < points < 1000 else number_format(points, force_grouping=True)
    return text.replace("-", "−")


def format_signed(points: int) -> str:
    """Return a gain or a loss with its sign: +12, −4, 0."""
    return format_number(points) if points <= 0 else f"+{format_number(points)}"


def format_card_count(count: int) -> str:
    return ngettext("%(n)s card", "%(n)s cards", count) % {"n": count}


def describe_deals(deals: Sequence[DealPlan], subset: Sequence[DealPlan]) -> str:
    """Return words for ``subset``: by its cards if no other deals have as many, else by number."""
    sizes = sorted({deal.cards for deal in subset})
    if (
        len(subset) > 1
        and len(sizes) == 1
        and all(deal in subset for deal in deals if deal.cards == sizes[0])
    ):
        return _("The deals of %(cards)s") % {"cards": format_card_count(sizes[0])}
    rest = [deal.number for deal in deals if deal not in subset]
    if len(rest) < len(subset):
        return _("All deals except no. %(numbers)s") % {"numbers": join_words(group_spans(rest))}
    numbers = join_words(group_spans(deal.number for deal in subset))
    return ngettext("Deal %(numbers)s", "Deals %(numbers)s", len(subset)) % {"numbers": numbers}


CARDS = ("card", "cards")


def describe_refusal(error: RuleError) -> str:
    """Return the message about an error, with suit signs on cards."""
    figures = {
        key: format_cards(value) if key in CARDS and isinstance(value, str) else value
        for key, value in error.figures.items()
    }
    return gettext(error.message) % figures if figures else gettext(error.message)


Rule = tuple[Callable[[DealPlan], bool], str]

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
"""The words for a dealer's calls, by key; also for the same rules in scheduled deals."""
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


def list_rules(deals: Sequence[DealPlan], rules: Sequence[Rule]) -> Iterator[str]:
    """Yield each rule that some deals have. If not all have it, name the deals."""
    for holds, sentence in rules:
        ruled_deals = [deal for deal in deals if holds(deal)]
        if len(ruled_deals) == len(deals):
            yield _(sentence)
        elif ruled_deals:
            yield _("%(deals)s: %(rule)s") % {
                "deals": describe_deals(deals, ruled_deals),
                "rule": _(sentence),
            }


def list_variants(
    deals: Sequence[DealPlan], kind: Callable[[DealPlan], str], words: Mapping[str, str]
) -> Iterator[str]:
    """Yield a rule that has several forms: the usual form first, then the others by deal."""
    usual, *rare_kinds = (key for key, _times in Counter(map(kind, deals)).most_common())
    if usual in words:
        yield _(words[usual])
    yield from list_rules(
        deals, [(_make_test(kind, kind_key), words[kind_key]) for kind_key in rare_kinds if kind_key in words]
    )


def _make_test(kind: Callable[[DealPlan], str], value: str) -> Callable[[DealPlan], bool]:
    return lambda deal: kind(deal) == value


TRUMP_NAMES = {
    Trump.NEXT_CARD: gettext_noop("turned up"),
    Trump.LAST_CARD: gettext_noop("last card dealt"),
    Trump.SECOND_PACK: gettext_noop("second pack"),
    Trump.BEFORE_DEAL: gettext_noop("shown before the deal"),
    Trump.NONE: gettext_noop("none"),
}


@dataclass(frozen=True)
class ScheduleRow:
    """One deal of the table. ``dealer`` is a player's number, from 1, by seat."""

    number: str
    cards: str
    trump: str
    bidding: str
    special: tuple[str, ...]
    dealer: int


@dataclass(frozen=True)
class Size:
    """A number of players, and the game's facts for this number."""

    players: int
    pack: int
    removed: int
    deals: str
    cards: str


@dataclass(frozen=True)
class ScoreSheet:
    """A score sheet: the known deals, and ``spare`` empty rows. ``heads``: further heading lines."""

    shape: str
    deals: tuple[ScheduleRow, ...]
    spare: range
    heads: int

    @property
    def rows(self) -> int:
        return len(self.deals) + len(self.spare) + self.heads


BLANK = ScoreSheet("pool", (), range(20), 0)
"""The sheet of a game with equal deals."""

SPARE_DEALS = {End.TARGET: 20, End.ALL_ROUNDS_WON: 8, End.ALL_DEALS: 0}


def make_sheet(game: BidGame, players: int, options: Options) -> ScoreSheet:
    """Return the sheet with the game's deals. Its heading has two lines: one is for the dealer note."""
    deals = () if game.end is End.TARGET else make_rows(game, players, options)
    return ScoreSheet("bids", deals, range(SPARE_DEALS[game.end]), 2)


def make_rows(game: BidGame, players: int, options: Options) -> tuple[ScheduleRow, ...]:
    """Return every deal of the game; player 1 deals the first."""
    lines, dealer = [], 0
    for deal in plan_deals(game, players, options):
        lines.append(make_row(game, deal, dealer + 1))
        dealer = find_orders(game, players, dealer).next_dealer
    return tuple(lines)


def make_row(game: BidGame, deal: DealPlan, dealer: int) -> ScheduleRow:
    return ScheduleRow(
        number=_("each") if game.end is End.TARGET else str(deal.number),
        cards=str(deal.cards or _("as called")),
        trump=describe_trump(deal),
        bidding=_("at once") if deal.bidding is Bidding.SIMULTANEOUS else _("in turn"),
        special=list_specials(deal),
        dealer=dealer,
    )


def describe_trump(deal: DealPlan) -> str:
    """Return a deal's trump in a word or two."""
    if deal.by_call and not deal.cards:
        return _("as called")
    return format_suit(deal.suit) if deal.trump is Trump.FIXED else _(TRUMP_NAMES[deal.trump])


def list_specials(deal: DealPlan) -> tuple[str, ...]:
    """Return the deal's special rules, in the words for the dealer's calls."""
    special = {
        "bid_before_trump": deal.bids_before_trump,
        "blind_bid": deal.blind,
        "pile_order": deal.pile and not deal.shuffled,
        "blind_hand": deal.shuffled,
        "misere": deal.misere,
        "suit_precedence": bool(deal.precedence),
        "nuloss": deal.nuloss,
        "ascending_madness": deal.madness is Madness.ASCENDING,
        "descending_madness": deal.madness is Madness.DESCENDING,
    }
    return tuple(_(MODIFIERS[key]) for key, holds in special.items() if holds)


def list_sizes(game: BidGame, options: Options) -> tuple[Size, ...]:
    """Return the game's facts for each number of players."""
    fewest, most = game.find_player_range(options)
    lines = []
    for players in range(fewest, most + 1):
        deals = plan_deals(game, players, options)
        lines.append(
            Size(
                players=players,
                pack=len(game.pack(players)),
                removed=count_unseen(game, players),
                deals=_("to %(target)s") % {"target": game.target}
                if game.end is End.TARGET
                else str(len(deals)),
                cards=_("as called") if deals[0].by_call else describe_course([deal.cards for deal in deals]),
            )
        )
    return tuple(lines)
