"""Words for readers: reasons and refusals with names, figures, prize titles, terms, and the usual reasons.

The terms of the field are in docs/glossary.md, each with one meaning. Forms offer the usual reasons at one
tap. They depend on the verb of the journal line.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.formats import date_format, get_format
from django.utils.translation import gettext, ngettext

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.names import drop_double_stop
from games.describe import parts as describe_parts
from games.describe.parts import CARDS
from tournaments.base.phrases import phrase
from tournaments.core.evening import Play
from tournaments.core.ranking.metrics import METRIC_KEYS, METRICS, Figure
from tournaments.core.ranking.places import Step, shown
from tournaments.core.ranking.prize_list import LOT, Listed
from tournaments.core.reasons import PEOPLE, SENTENCES, Reason
from tournaments.core.reasons.moves import BRIEF
from tournaments.core.reasons.places import LATE, YOU
from tournaments.core.results.prizes import Prize

Translate = Callable[[str], str]
FIGURES = frozenset({"figure", "next", "by"})
BROKEN = re.compile(r"-?\d+\.\d+")
BELOW_NOTHING = re.compile(r"-\d[\d ./]*")  # a negative figure in a reason: -1.815, -5 1/3

cards = describe_parts.format_cards
"""Return cards as people read them: ``TD KS`` becomes 10♦ K♠."""


class Worded(str):
    """A reason in words, with its code and figures as attributes."""

    __slots__ = ("code", "figures")
    code: str
    figures: Mapping[str, Any]


def describe_reason(reason: Reason, names: Mapping[int, str], translate: Translate = gettext) -> Worded:
    """Return the reason's sentences; ``names`` are the shown names by entry."""
    words = Worded(fill_sentences(SENTENCES[reason.code], reason.figures, names, translate))
    words.code, words.figures = reason.code, reason.figures
    return words


def describe_tie_break(
    reason: Reason, points: str, names: Mapping[int, str], translate: Translate = gettext
) -> str:
    """Return in one sentence what separates two people with equal points."""
    return fill_sentences(reason.levelled, {**reason.figures, "points": points}, names, translate)


def describe_discreetly(reason: Reason, names: Mapping[int, str]) -> Worded:
    """Return why a person won a prize, without the people who were passed over for having another prize."""
    return describe_reason(Reason(reason.code.removesuffix("_passed"), reason.figures), names)


def address_reader(sentence: str) -> str:
    """Return a sentence about a person in the form for that person, in their language."""
    return gettext(YOU.get(sentence, sentence))


def describe_move(reason: Reason, names: Mapping[int, str], translate: Translate = gettext) -> str:
    """Return why a person changed seats; for a move by hand, the recorded reason."""
    if reason.code == "by_hand":
        return gettext("Moved by the organiser: %(reason)s") % {"reason": reason.figures.get("reason", "")}
    if reason.code == "levelled":
        return gettext("Moved to level the tables.")
    if reason.code == "late":
        return translate(LATE)
    return fill_sentences(SENTENCES[reason.code], reason.figures, names, translate)


def describe_briefly(reason: Reason, names: Mapping[int, str], translate: Translate = gettext) -> str:
    """Return briefly why a person changed seats, for a small screen. A cut's decision is one sentence."""
    if reason.code in BRIEF:
        return fill_sentence(BRIEF[reason.code], reason.figures, names, translate)
    return describe_move(reason, names, translate)


NOBODY: Mapping[int, str] = {}


def describe_refusal(error: RuleError, names: Mapping[int, str] = NOBODY) -> str:
    """Return a refusal in words for the user."""
    return fill_sentence(error.message, error.figures, names)


def fill_sentence(
    template: str, figures: Mapping[str, Any], names: Mapping[int, str], translate: Translate = gettext
) -> str:
    """Return the translated sentence with its figures. Entry numbers in figures become names."""
    return fill_sentences((template,), figures, names, translate)


def fill_sentences(
    templates: Iterable[str],
    figures: Mapping[str, Any],
    names: Mapping[int, str],
    translate: Translate = gettext,
) -> str:
    """Return several translated sentences in a row, with their figures.

    ``translate``: pass a cached function for thousands of sentences of a few kinds.
    """
    values = {key: _format_figure(key, value, names, translate) for key, value in figures.items()}
    translated = map(translate, templates)
    text = " ".join(text_ % values if values else text_ for text_ in translated)
    return drop_double_stop(text)


def quote_text(text: str) -> str:
    """Return somebody's text in the quotation marks of the reader's language."""
    return gettext("“%(text)s”") % {"text": text}


def describe_winners(names: Collection[str]) -> str:
    """Return who won a pool, or who shares it: before a cut, none of them has won alone."""
    text = gettext("%(names)s share the pool") if len(names) > 1 else gettext("%(names)s won")
    return text % {"names": ", ".join(names)}


def describe_round(play: Play, number: int, rounds: int | None = None) -> str:
    """Return a round as a heading: "Round 3", "Round 3 of 7"; at fixed tables, a game."""
    figures = {"n": number, "of": rounds}
    return phrase(play, "Round %(n)s of %(of)s" if rounds else "Round %(n)s") % figures


def describe_in_round(play: Play, number: int) -> str:
    """Return a round for use within a sentence."""
    return phrase(play, "round %(n)s") % {"n": number}


NAMED_AT_MOST = 10


def describe_tables(tables: Sequence[int]) -> str:
    """Return "table 3", "tables 2 and 4", or only the number of tables if there are many."""
    if len(tables) > NAMED_AT_MOST:
        return ngettext("%(count)s table", "%(count)s tables", len(tables)) % {"count": len(tables)}
    if len(tables) == 1:
        return gettext("table %(table)s") % {"table": tables[0]}
    if not tables:
        return ""
    *most, last = map(str, tables)
    return gettext("tables %(most)s and %(last)s") % {"most": ", ".join(most), "last": last}


def describe_seat(table: int, chair: int | None) -> str:
    return gettext("Table %(table)s, seat %(chair)s") % {"table": table, "chair": chair}


def format_clock(seconds: int) -> str:
    """Return seconds as on a clock: 12:05. Keep ``figures`` in clock.js the same."""
    return f"{seconds // 60}:{seconds % 60:02}"


def get_figure_title(play: Play) -> str:
    """Return the title of the figure that orders a standing, for the head of a column."""
    metric = METRICS[play.kind.won_by[0]]
    return gettext(metric.short or metric.title)


def describe_standing(play: Play, line: object) -> str:
    """Return the figure that decides a person's place; "lost" for a lost game that was played together."""
    metric = METRICS[play.kind.won_by[0]]
    figure = getattr(line, metric.key)
    return gettext("lost") if figure is None and metric.missing_loses else format_counters(figure)


def _describe_cuts(attempts: Sequence[str], translate: Translate) -> str:
    """Return the cards of a cut. If equal cards were cut again, number the attempts."""
    if len(attempts) == 1:
        return cards(attempts[0])
    return "; ".join(
        translate("cut %(n)s: %(cards)s") % {"n": n, "cards": cards(attempt)}
        for n, attempt in enumerate(attempts, 1)
    )


def _format_figure(key: str, value: Any, names: Mapping[int, str], translate: Translate) -> Any:
    if key in PEOPLE:
        people = value if isinstance(value, (tuple, list)) else (value,)
        return describe_parts.join_words(names.get(entry, "?") for entry in people) if people else ""
    if key in METRIC_KEYS and value in METRICS:
        return translate(METRICS[value].title)
    if key in CARDS and isinstance(value, str):
        return _describe_cuts(value.split(" / "), translate)
    if key == "role" and value:
        return translate(value)
    if key in FIGURES and isinstance(value, str) and BROKEN.fullmatch(value):
        return _format_decimal(value)
    if isinstance(value, date):
        return date_format(value)
    if isinstance(value, str) and BELOW_NOTHING.fullmatch(value):
        return value.replace("-", "−", 1)
    return describe_parts.format_number(value) if isinstance(value, int) else value


def figure_in_words(figure: object) -> str:
    """Return a reason's figure in the reader's language."""
    return str(_format_figure("figure", figure, {}, gettext))


def _format_decimal(figure: str) -> str:
    """Return a decimal figure in the reader's language: 16.5 or 16,5."""
    return figure.replace("-", "−", 1).replace(".", get_format("DECIMAL_SEPARATOR"))


def format_counters(amount: int | None) -> str:
    """Return counters with a proper minus, or a dash for None."""
    return "–" if amount is None else describe_parts.format_number(amount)


def describe_prize_title(prize: Prize) -> str:
    """Return a prize's title, with the people for whom it is."""
    title, winners = get_prize_name(prize), describe_eligible(prize)
    return f"{title}: {winners}" if winners else title


def get_prize_name(prize: Prize) -> str:
    """Return a prize's title: a club's own words unchanged, other titles translated."""
    return prize.title if prize.own else gettext(prize.title)


def describe_eligible(prize: Prize) -> str:
    """Return for whom a prize is, and for which place. Empty for the best of all.

    Omit what the title already contains.
    """
    title = get_prize_name(prize)
    limits = [gettext(prize.role) if prize.role else "", prize.group or "", prize.division or ""]
    limits = ["" if _is_in_title(title, name) else name for name in limits]
    limits.append(gettext("place %(place)s") % {"place": prize.place} if prize.place else "")
    return ", ".join(filter(None, limits))


def _is_in_title(title: str, name: str) -> bool:
    """Return whether the title contains the name, as “Silver champion” contains the division “Silver”."""
    return any(map(str.isalpha, name)) and bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", title))


def describe_steps(steps: Iterable[Step]) -> str:
    """Return what decides a prize: its metric, and the metrics that break ties."""
    by = (
        gettext(METRICS[step.metric].title)
        if step.metric == LOT
        else gettext(METRICS[step.metric].highest if step.highest else METRICS[step.metric].lowest)
        % {"metric": gettext(METRICS[step.metric].title)}
        for step in steps
    )
    return "; ".join(by)


def describe_prize(prize: Listed) -> str:
    """Return a club's own prize for a list: its title, what decides it, and for whom it is."""
    return f"{prize.title} ({describe_prize_rules(prize)})"


def describe_prize_rules(prize: Listed) -> str:
    """Return what decides a club's own prize, and for whom it is."""
    parts = [gettext(prize.role), prize.group, prize.division]
    if prize.places > 1:
        parts.append(gettext("places 1 to %(places)s") % {"places": prize.places})
    return " · ".join(filter(None, (describe_steps(prize.steps), *parts)))


def format_metric(figure: Figure | None) -> str:
    """Return a metric's figure for a table: 12, −4, 16.5, 5 1/3, or a dash for None."""
    value = "–" if figure is None else shown(figure)
    return format_counters(value) if isinstance(value, int) else _format_decimal(value)


def format_points(points: int | Fraction) -> str:
    """Return points with at most two decimals, rounding halves away from 0: 12, 8.33 (German 8,33), −4.5."""
    if points.denominator == 1:
        text = str(abs(int(points)))
    else:
        # In whole numbers: fractions take 10 µs, and a page shows eight of each of a thousand people.
        hundredths = (200 * abs(points.numerator) // points.denominator + 1) // 2
        text = f"{hundredths // 100}.{hundredths % 100:02}".rstrip("0").rstrip(".")
        text = text.replace(".", get_format("DECIMAL_SEPARATOR"))
    return f"−{text}" if points < 0 and text != "0" else text


def format_signed(amount: int | None) -> str:
    """Return a gain or loss: +12, −4, 0, or a dash for None."""
    return "–" if amount is None else describe_parts.format_signed(amount)


class Term(NamedTuple):
    """A term and its meaning. Both are translated."""

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
"""The terms by key, in the order of the page."""


def list_play_terms(play: Play, tables: int | None = None) -> list[Term]:
    """Return the terms for an evening of this format and game; ``tables``: the number of tables."""
    absent = "" if tables is None or play.format.find_booby(tables) else "booby-table"
    return list_terms(key for key in (*play.format.terms, *play.kind.terms) if key != absent)


def list_terms(keys: Iterable[str]) -> list[Term]:
    """Return the terms of these keys, in the order of the page. KeyError if there is no such term."""
    terms = {TERMS[key] for key in keys}
    return [term for term in TERMS.values() if term in terms]


OTHERWISE = (_("typing error"), _("slip was read wrongly"), _("counted wrongly"))
SEATS = (_("sat in the wrong seat"), _("on request"), _("partners sit apart"))
USUAL: Mapping[str, tuple[str, ...]] = {
    "bell_undone": (_("rang too early"), _("a result was wrong"), _("somebody is missing")),
    "moves_replayed": (_("a result was wrong"),),
    "line_taken_back": (_("entered by mistake"),),
    "deal_corrected": OTHERWISE,
    "score_corrected": OTHERWISE,
    "bids_recorded": (_("typing error"), _("misheard")),
    "deal_withdrawn": (_("wrong table"), _("entered twice"), _("entered by mistake")),
    "stake_corrected": (_("forgotten"), _("entered by mistake")),
    "entry_reassigned": (_("checked in as somebody else"), _("names were alike")),
    "seats_swapped": SEATS,
    "seat_moved": SEATS,
    "table_added": (_("late players"), _("tables were too full")),
    "table_closed": (_("too few players"), _("players have left")),
    "evening_called_off": (_("too few players"), _("players have left")),
    "evening_corrected": (_("typing error"),),
    "evening_reopened": (_("finished too early"), _("a result was wrong"), _("a prize was forgotten")),
    "result_recorded": (_("typing error"), _("a player was missing")),
    "prizes_changed": (_("a prize was forgotten"), _("a prize was wrong")),
    "prize_given": (_("raffle"), _("sponsor"), _("best dressed")),
    "prize_taken_back": (_("given by mistake"), _("wrong winner")),
    "season_reopened": (_("an evening is missing"), _("closed too early")),
    "season_rewritten": (_("a result was corrected"), _("players were merged")),
}


def offer_reasons(verb: str, reason: str = "", to: str = "") -> dict[str, Any]:
    """Return the usual reasons in the reader's language, and the tapped and the typed part of ``reason``.

    ``to``: the id of the form, if the fields are outside of it.
    """
    reasons = [gettext(usual) for usual in USUAL[verb]]
    tapped, typed = (reason, "") if reason in reasons else ("", reason)
    return {"reasons": reasons, "tapped": tapped, "typed": typed, "to": to}
