"""The reason why a player won a prize, in words and figures, for a certificate."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext, ngettext

from accounts.errors import gettext_noop as _
from tournaments.base.words import describe_reason, figure_in_words, fill_sentence, fill_sentences
from tournaments.core.evening import Facts
from tournaments.core.ranking.metrics import METRICS
from tournaments.core.ranking.places import shown
from tournaments.core.ranking.prize_list import Good
from tournaments.core.reasons import SENTENCES, Reason
from tournaments.core.reasons.places import EQUAL_SO_FAR, STILL_EQUAL, TIE_BREAK
from tournaments.core.record import Purpose
from tournaments.core.results.prizes import PrizeAward

Points = int | Fraction
Names = Mapping[int, str]
MOST_NAMED = 3
"""The maximum number of people named; for more people, their number is given."""

AMOUNTS: Mapping[str, Callable[[int], str]] = {
    "points": lambda n: ngettext("%(n)s point", "%(n)s points", n),
    "score": lambda n: ngettext("%(n)s point", "%(n)s points", n),
    "net": lambda n: ngettext("%(counters)s counter", "%(counters)s counters", n),
    "counters": lambda n: ngettext("%(counters)s counter", "%(counters)s counters", n),
    "fresh": lambda n: ngettext("%(n)s fresh stake", "%(n)s fresh stakes", n),
    "yellow": lambda n: ngettext("%(n)s yellow chip", "%(n)s yellow chips", n),
    "exact": lambda n: ngettext("%(n)s exact bid", "%(n)s exact bids", n),
    "hands": lambda n: ngettext("%(n)s hand", "%(n)s hands", n),
    "wins": lambda n: ngettext("%(n)s win", "%(n)s wins", n),
    "deals": lambda n: ngettext("%(n)s deal", "%(n)s deals", n),
    "evenings": lambda n: ngettext("%(n)s evening", "%(n)s evenings", n),
}
"""Amounts of metrics in words. Any other metric is named before its figure."""

WON_ALONE = _("%(won)s.")
WON_AHEAD, WON_BEHIND = (
    _("%(won)s, ahead of %(whom)s with %(next)s."),
    _("%(won)s, behind %(whom)s with %(next)s."),
)
NEXT = _("%(won)s. The next player has %(next)s.")
EQUAL, EQUAL_MANY = _("%(won)s (equal with %(whom)s)."), _("%(won)s (equal with %(count)s others).")
WON_SHARED, SHARED_MANY = _("%(won)s (shared with %(whom)s)."), _("%(won)s, shared by %(count)s players.")
DECIDED_BY_LOT = _("The lot decided.")


@dataclass(frozen=True)
class Next:
    """The next people after a prize's winners. ``is_behind``: the winners have less, and therefore win."""

    people: tuple[int, ...] = ()
    is_behind: bool = False


NO_NEXT = Next()


@dataclass(frozen=True)
class StandingTotals:
    """A season's table for prizes by place: everybody's points, and why each is above the next.

    ``lowest``: the fewest points are best.
    """

    points: Mapping[int, Points]
    why: Mapping[int, Reason | None]
    lowest: bool = False


def find_next(award: PrizeAward, good: Good) -> Next:
    """Return the next people in the ranking of a prize; ``good``: the good end of a metric."""
    step = award.prize.steps[0]
    is_behind = step.best is not good(step.metric)
    places = [line.place for line in award.ranking if line.who in award.winners]
    after = [line for line in award.ranking if line.place > max(places, default=0) > 0]
    return Next(tuple(line.who for line in after if line.figures[0] == after[0].figures[0]), is_behind)


def describe_win(
    reason: Reason, winners: Collection[int], player: int, names: Names, after: Next = NO_NEXT
) -> str:
    """Return in words how one of the winners won a prize, from the written reason.

    ``after``: the next people, who are named if the reader may see them.
    """
    figures = reason.figures
    other_winners = tuple(winner for winner in winners if winner != player)
    match reason.code.removesuffix("_passed"):
        case "prize_best":
            return _describe_best(
                _format_amount(figures["metric"], figures["figure"]), figures["next"], after, names
            )
        case "prize_alone" | "prize_last":
            return fill_sentence(
                WON_ALONE, {"won": _format_amount(figures["metric"], figures["figure"])}, names
            )
        case "prize_shared":
            return _describe_shared(
                _format_amount(figures["metric"], figures["figure"]), other_winners, names
            )
        case "prize_tie_break" | "prize_tie_break_shared" | "prize_lot":
            return _describe_tie(reason, other_winners, names, after)
        case "prize_told":
            return ""
        case "prize_by_hand":
            return str(figures["reason"])
    return describe_reason(reason, names)


def count_cut_chips(facts: Facts) -> Counter[int]:
    """Return how many of their yellow chips each person took by a cut."""
    cuts = {(cut.round, cut.deal) for cut in facts.cuts if cut.purpose is Purpose.CHIP}
    return Counter(chip.entry for chip in facts.chips.taken if (chip.round, chip.deal) in cuts)


def describe_cut(reason: Reason, chips: int) -> str:
    """Return the words for yellow chips decided by a cut, if chips decide the prize; else ""."""
    if not chips or "yellow" not in (reason.figures.get("metric"), reason.figures.get("tie_break")):
        return ""
    return ngettext(
        "One of the chips was decided by a cut.", "%(n)s of the chips were decided by a cut.", chips
    ) % {"n": chips}


def _describe_best(amount: str, figure: object, after: Next, names: Names) -> str:
    if not after.people or len(after.people) > MOST_NAMED:
        return fill_sentence(NEXT, {"won": amount, "next": figure}, names)
    template = WON_BEHIND if after.is_behind else WON_AHEAD
    return fill_sentence(template, {"won": amount, "whom": after.people, "next": figure}, names)


def _describe_tie(reason: Reason, other_winners: tuple[int, ...], names: Names, after: Next) -> str:
    """Return words for a tie in the first step that a later step decided.

    In a knockout the round reached is left out; the figure of the last game is the deciding one.
    """
    figures = reason.figures
    level = figures["others"]
    assert isinstance(level, tuple | list)  # noqa: S101 - people
    if figures["metric"] == "reached" and figures.get("tie_break") == "stage" and not other_winners:
        return _describe_best(_format_amount("stage", figures["by"]), figures["next"], after, names)
    amount = _format_amount(figures["metric"], figures["figure"])
    parts = [_fill_people(EQUAL, EQUAL_MANY, amount, tuple(level), len(level), names)]
    if reason.code.startswith("prize_lot"):
        parts.append(gettext(DECIDED_BY_LOT))
    else:
        parts.append(fill_sentence(TIE_BREAK, figures, names))
    if other_winners:
        parts.append(gettext(STILL_EQUAL))
    return " ".join(parts)


def _describe_shared(amount: str, other_winners: tuple[int, ...], names: Names) -> str:
    return _fill_people(WON_SHARED, SHARED_MANY, amount, other_winners, len(other_winners) + 1, names)


def _fill_people(few: str, many: str, amount: str, people: tuple[int, ...], count: int, names: Names) -> str:
    if len(people) <= MOST_NAMED:
        return fill_sentence(few, {"won": amount, "whom": people}, names)
    return fill_sentence(many, {"won": amount, "count": count}, names)


def describe_place_win(
    player: int, winners: Collection[int], names: Names, after: Next, table: StandingTotals
) -> str:
    """Return the words for a prize by place in a season's table, with the points of the place."""
    mine = table.points[player]
    amount = _format_amount("points", shown(mine))
    if other_winners := tuple(winner for winner in winners if winner != player):
        return _describe_shared(amount, other_winners, names)
    theirs = {table.points[person] for person in after.people}
    if len(theirs) != 1 or len(after.people) > MOST_NAMED:
        return fill_sentence(WON_ALONE, {"won": amount}, names)
    (next_,) = theirs
    if next_ == mine:
        equal = _fill_people(EQUAL, EQUAL_MANY, amount, after.people, len(after.people), names)
        return " ".join(filter(None, (equal, _explain_above(table.why.get(player), after, names))))
    if ((mine < next_) is table.lowest) is after.is_behind:  # not by points, but e.g. by too few evenings
        return fill_sentence(WON_ALONE, {"won": amount}, names)
    return _describe_best(amount, shown(next_), after, names)


def _explain_above(reason: Reason | None, after: Next, names: Names) -> str:
    """Return the tie-break that put the winner above the next people, if they are next in the table."""
    if reason is None or reason.figures.get("whom") not in after.people:
        return ""
    if reason.code == "above_lot":
        return gettext(DECIDED_BY_LOT)
    steps = SENTENCES[reason.code]
    return fill_sentences(steps[1:], reason.figures, names) if steps[0] == EQUAL_SO_FAR else ""


def _format_amount(metric: object, figure: object) -> str:
    """Return an amount of a metric, such as “46.5 points”."""
    text, key = figure_in_words(figure), str(metric)
    if key in AMOUNTS:
        words = AMOUNTS[key](abs(figure) if isinstance(figure, int) else 2)
        return words % {"n": text, "counters": text}
    return gettext("%(metric)s: %(figure)s") % {"metric": gettext(METRICS[key].title), "figure": text}
