"""A season's rules in words, for its page and for what its book says was changed."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from accounts.answers import answers
from accounts.errors import gettext_noop as _
from tournaments.base.words import plain, prize_told
from tournaments.core.leagues.rules import Absence, Members, Places, Rules, Scheme, Tied
from tournaments.core.ranking.metrics import METRICS
from tournaments.core.ranking.prize_list import given

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
"""What each rule is about. ``counting``: the best of them, all but the worst, or all."""


PRIZE_FAMILIES: Mapping[str, str] = {
    "yellow": _("Most yellow chips"),
    "counters": _("Most counters or points"),
    "own": _("prizes of your own"),
    "booby": _("Booby prize"),
    "told": _("prizes recorded with a result"),
}
"""The prizes of an evening that can give points."""


@answers("about", "words")
class RuleSaid(NamedTuple):
    about: str
    words: str


def rules_said(rules: Rules) -> tuple[RuleSaid, ...]:
    """Return what each rule is about, and how it is: all of them, in the order of the form."""
    any_number = gettext("any number")
    found = {
        "scheme": gettext(SCHEMES[rules.scheme]),
        "table": _table(rules),
        "tied": gettext(TIED[rules.tied]),
        "places": gettext(PLACES[rules.places]),
        "yellow": plain(rules.yellow),
        "taking_part": plain(rules.taking_part),
        "prize": _for_prizes(rules),
        "counting": counting_in_words(rules),
        "minimum": str(rules.minimum or any_number),
        "absence": absence_in_words(rules),
        "members": gettext(MEMBERS[rules.members]),
        "ties": _ties(rules),
        "promote": _numbers(rules.promote),
        "relegate": _numbers(rules.relegate),
        "question_days": str(rules.question_days or any_number),
        "prizes": _prizes(rules),
    }
    labels = LABELS | {"promote": _("Going up"), "relegate": _("Going down"), "prizes": _("Prizes")}
    return tuple(RuleSaid(gettext(labels[name]), words) for name, words in found.items())


def in_short(rules: Rules) -> str:
    """The rules that a reader of the table needs: what an evening gives, and how many count."""
    words = [gettext(SCHEMES[rules.scheme])]
    if rules.yellow or rules.taking_part or rules.prize:
        words.append(gettext("with bonus points"))
    if rules.best or rules.drop:
        words.append(gettext("evenings that count: %(which)s") % {"which": counting_in_words(rules)})
    if rules.minimum:
        words.append(
            ngettext(
                "at least %(n)s evening for a place", "at least %(n)s evenings for a place", rules.minimum
            )
            % {"n": rules.minimum}
        )
    return " · ".join(words)


def _table(rules: Rules) -> str:
    if rules.scheme is not Scheme.PLACE:
        return gettext("none")
    figures = {"table": _numbers(rules.table), "rest": plain(rules.rest)}
    return gettext("%(table)s; after that %(rest)s") % figures


def counting_in_words(rules: Rules) -> str:
    if rules.best:
        return gettext("the best %(n)s") % {"n": rules.best}
    return gettext("all but the worst %(n)s") % {"n": rules.drop} if rules.drop else gettext("all")


def absence_in_words(rules: Rules) -> str:
    if rules.absence is Absence.SCORE:
        return plain(rules.absence_score)
    return gettext(ABSENCES[rules.absence])


def _ties(rules: Rules) -> str:
    return ", ".join(gettext(METRICS[key].title) for key in rules.ties) or gettext(
        "nothing: they share the place"
    )


def _for_prizes(rules: Rules) -> str:
    if not rules.prize or set(rules.prize_for) == set(PRIZE_FAMILIES):
        return plain(rules.prize)
    which = ", ".join(gettext(words) for family, words in PRIZE_FAMILIES.items() if family in rules.prize_for)
    return gettext("%(points)s for: %(prizes)s") % {
        "points": plain(rules.prize),
        "prizes": which or gettext("none"),
    }


def _prizes(rules: Rules) -> str:
    titles = "; ".join(map(prize_told, given(rules.prizes))) or gettext("none")
    return (
        gettext("%(prizes)s; at most one for each player") % {"prizes": titles}
        if rules.one_prize_each
        else titles
    )


def _numbers(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(plain, numbers)) or gettext("none")
