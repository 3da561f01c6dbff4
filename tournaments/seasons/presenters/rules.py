"""A season's rules in words, its details for the API, short names of days, and sums in figures.

The short name of a day is unique in its list: 3 Mar, 10 Mar a, 10 Mar b. A sum is exact: “(8 1/3 + 1) × 150 %
= 14”.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from string import ascii_lowercase
from typing import Any, NamedTuple

from django.utils.formats import date_format, get_format
from django.utils.translation import gettext, ngettext

from accounts.answers import answers
from accounts.errors import gettext_noop as _
from tournaments.base.words import describe_prize, describe_prize_title, format_counters
from tournaments.core.leagues.points import WHOLE, Points
from tournaments.core.leagues.rules import Absence, Members, Places, Rules, Scheme, Tied, from_json, to_json
from tournaments.core.leagues.standing import Otherwise
from tournaments.core.leagues.working import Working
from tournaments.core.ranking.metrics import METRICS
from tournaments.core.ranking.places import shown
from tournaments.core.ranking.prize_list import list_enabled_prizes
from tournaments.models import Season
from tournaments.seasons.selectors.access import DivisionLine, SeasonName, load_divisions, name_season

SCHEMES = {
    Scheme.PLACE: _("points by place"),
    Scheme.LOW: _("the place as points; the fewest points win"),
    Scheme.SCORE: _("the points of the evening"),
    Scheme.COUNTERS: _("counters after settling up"),
    Scheme.SHARE: _("share of the tables, in percent"),
}
TIED = {
    Tied.MEAN: _("each gets the average points of these places"),
    Tied.HIGHER: _("all get the points of the higher place"),
}
PLACES = {
    Places.EVERYBODY: _("among all players of the evening"),
    Places.MEMBERS: _("among players who count, without guests"),
    Places.DIVISION: _("among players of the same division"),
}
ABSENCES = {
    Absence.NOTHING: _("nothing"),
    Absence.SCORE: _("a number of points"),
    Absence.EVENING: _("one place after the last of the evening"),
    Absence.SEASON: _("one place after the last of the season"),
}
MEMBERS = {
    Members.EVERYBODY: _("all players except guests"),
    Members.LISTED: _("only players on the season’s player list"),
}


LABELS = {
    "scheme": _("An evening gives"),
    "table": _("Points by place"),
    "rest": _("Points for every further place"),
    "tied": _("Equal places"),
    "places": _("Places are counted"),
    "yellow": _("For each yellow chip"),
    "taking_part": _("For taking part"),
    "prize": _("For each prize"),
    "prize_for": _("Prizes that give points"),
    "counting": _("Evenings that count"),
    "minimum": _("Fewest evenings for a place in the standings"),
    "absence": _("A missed evening gives"),
    "absence_score": _("Points for a missed evening"),
    "members": _("In the standings"),
    "ties": _("Tie-breaks"),
    "promote": _("How many players of each division go up"),
    "relegate": _("How many players of each division go down"),
    "question_days": _("How many days members may ask about their points"),
}
"""The subject of each rule. ``counting``: the best evenings, all but the worst, or all."""


PRIZE_FAMILIES: Mapping[str, str] = {
    "yellow": _("Most yellow chips"),
    "counters": _("Most counters or points"),
    "own": _("prizes of your own"),
    "booby": _("Booby prize"),
    "told": _("prizes recorded with a result"),
}
"""The prizes of an evening that can give points."""


@answers("about", "words", component="RuleSaid")
class RuleText(NamedTuple):
    about: str
    words: str


def describe_rules(rules: Rules) -> tuple[RuleText, ...]:
    """Return the subject and the value of every rule in words, in the order of the form."""
    any_number = gettext("any number")
    texts = {
        "scheme": gettext(SCHEMES[rules.scheme]),
        "table": _describe_table(rules),
        "tied": gettext(TIED[rules.tied]),
        "places": gettext(PLACES[rules.places]),
        "yellow": format_counters(rules.yellow),
        "taking_part": format_counters(rules.taking_part),
        "prize": _describe_prize_points(rules),
        "counting": describe_counting(rules),
        "minimum": str(rules.minimum or any_number),
        "absence": describe_absence(rules),
        "members": gettext(MEMBERS[rules.members]),
        "ties": _describe_ties(rules),
        "promote": _join_numbers(rules.promote),
        "relegate": _join_numbers(rules.relegate),
        "question_days": str(rules.question_days or any_number),
        "prizes": _describe_prizes(rules),
    }
    labels = LABELS | {"promote": _("Going up"), "relegate": _("Going down"), "prizes": _("Prizes")}
    return tuple(RuleText(gettext(labels[name]), words) for name, words in texts.items())


def summarize_rules(rules: Rules) -> str:
    """Return the rules that a reader of the table needs: points per evening, and how many evenings count."""
    words = [gettext(SCHEMES[rules.scheme])]
    if rules.yellow or rules.taking_part or rules.prize:
        words.append(gettext("with bonus points"))
    if rules.best or rules.drop:
        words.append(gettext("evenings that count: %(which)s") % {"which": describe_counting(rules)})
    if rules.minimum:
        words.append(
            ngettext(
                "at least %(n)s evening for a place", "at least %(n)s evenings for a place", rules.minimum
            )
            % {"n": rules.minimum}
        )
    return " · ".join(words)


def _describe_table(rules: Rules) -> str:
    if rules.scheme is not Scheme.PLACE:
        return gettext("none")
    figures = {"table": _join_numbers(rules.table), "rest": format_counters(rules.rest)}
    return gettext("%(table)s; after that %(rest)s") % figures


def describe_counting(rules: Rules) -> str:
    if rules.best:
        return gettext("the best %(n)s") % {"n": rules.best}
    return gettext("all but the worst %(n)s") % {"n": rules.drop} if rules.drop else gettext("all")


def describe_absence(rules: Rules) -> str:
    if rules.absence is Absence.SCORE:
        return format_counters(rules.absence_score)
    return gettext(ABSENCES[rules.absence])


def _describe_ties(rules: Rules) -> str:
    return ", ".join(gettext(METRICS[key].title) for key in rules.ties) or gettext(
        "nothing: they share the place"
    )


def _describe_prize_points(rules: Rules) -> str:
    if not rules.prize or set(rules.prize_for) == set(PRIZE_FAMILIES):
        return format_counters(rules.prize)
    families = ", ".join(
        gettext(words) for family, words in PRIZE_FAMILIES.items() if family in rules.prize_for
    )
    return gettext("%(points)s for: %(prizes)s") % {
        "points": format_counters(rules.prize),
        "prizes": families or gettext("none"),
    }


def _describe_prizes(rules: Rules) -> str:
    titles = "; ".join(map(describe_prize, list_enabled_prizes(rules.prizes))) or gettext("none")
    return (
        gettext("%(prizes)s; at most one for each player") % {"prizes": titles}
        if rules.one_prize_each
        else titles
    )


def _join_numbers(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(format_counters, numbers)) or gettext("none")


@answers("title", "was", "now")
@dataclass(frozen=True)
class PrizeToday:
    """A prize that other players would win today, by their numbers."""

    title: str
    was: tuple[int, ...]
    now: tuple[int, ...]


@answers("players", "prizes", "merged", component="TodayAnswer")
@dataclass(frozen=True)
class Today:
    """How today's results and merges would change a closed season. The season itself stays unchanged.

    ``players``: players with another place or other points. ``merged``: whether merges since the closing wait
    for a decision; false once somebody decided to ignore them.
    """

    players: tuple[int, ...]
    prizes: tuple[PrizeToday, ...]
    merged: bool


@answers(
    *("id", "club", "league", "league_name", "name", "stage", "seq", "follows"),
    *("rules", "rules_said", "divisions", "today"),
    component="SeasonAnswer",
)
@dataclass(frozen=True)
class SeasonDetails(SeasonName):
    """A season. ``rules`` are in the form of docs/leagues.md; ``rules_said`` are the same in words.

    ``seq``: the number of the newest line in its book. ``follows``: the season before. ``today``: null if
    nothing would differ today.
    """

    seq: int
    follows: int | None
    rules: Mapping[str, Any]
    rules_said: tuple[RuleText, ...]
    divisions: tuple[DivisionLine, ...]
    today: Today | None


def describe_season(season: Season, today: Today | None) -> SeasonDetails:
    """Return the season in one query; ``today``: the result of ``describe_today``."""
    rules = from_json(season.rules)
    return SeasonDetails(
        **vars(name_season(season)),
        seq=season.seq,
        follows=season.follows_id,
        rules=to_json(rules),
        rules_said=describe_rules(rules),
        divisions=load_divisions(season),
        today=today,
    )


def describe_today(differences: Otherwise, *, merges_wait: bool) -> Today:
    """Return how a closed season would differ today; ``merges_wait``: merges wait for a decision."""
    prizes = (
        PrizeToday(describe_prize_title(prize), was, now) for prize, (was, now) in differences.prizes.items()
    )
    return Today(tuple(differences.people), tuple(prizes), merges_wait)


def shorten_days(days: Sequence[date]) -> list[str]:
    """Return the short names of days. A repeated day gets its year; a repeated date gets a letter."""
    form = gettext("j M")
    short = {day: date_format(day, form) for day in days}
    alike, level, met = Counter(short.values()), Counter(days), Counter[date]()
    names = []
    for day in days:
        name = f"{short[day]} {day.year}" if alike[short[day]] > 1 else short[day]
        if level[day] > 1:
            name = f"{name} {_get_letter(met[day])}"
            met[day] += 1
        names.append(name)
    return names


def _get_letter(number: int) -> str:
    return ascii_lowercase[number] if number < len(ascii_lowercase) else str(number + 1)


UNBROKEN = "\u00a0"
"""A space at which a line does not break."""


def format_exactly(points: Points) -> str:
    """Return the exact points: 12, 16.5, 8 1/3. Write a fraction if three decimals are not exact."""
    text = str(shown(points)).replace(" ", UNBROKEN).replace(".", get_format("DECIMAL_SEPARATOR"))
    return text.replace("-", "−")


def format_calculation(working: Working) -> str:
    """Return how the addends and the weight make the points; empty for one addend at 100 %."""
    before = format_addition(addend.points for addend in working.addends)
    many = len(working.addends) > 1
    if working.weight != WHOLE:
        before = f"({before})" if many else before
        before = f"{before} ×{UNBROKEN}{working.weight}{UNBROKEN}%"
    elif not many:
        return ""
    return f"{before} = {format_exactly(working.points)}"


def format_addition(addends: Iterable[Points]) -> str:
    """Return the addends with their signs: 12 + 1 − 3."""
    text = ""
    for points in addends:
        sign = "−" if points < 0 else "+"
        text += (
            f" {sign}{UNBROKEN}{format_exactly(-points if points < 0 else points)}"
            if text
            else format_exactly(points)
        )
    return text
