"""An evening’s settings in words, for reading."""

from datetime import date

from django.utils.translation import gettext, ngettext

from tournaments.base.forms.ranking import in_order
from tournaments.base.words import prize_told
from tournaments.core.evening import Play
from tournaments.core.ranking.prize_list import given
from tournaments.core.results.prizes import prizes_of
from tournaments.core.results.standings import usual_ranking
from tournaments.core.settings import OF_TABLES, Settings
from tournaments.planning.forms.choices import SAID, asked, choices_of
from tournaments.planning.forms.prepare import NONE, SettingsForm


def in_words(settings: Settings, play: Play) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The settings for reading, each with what it is about: those that matter most, and all others."""
    form = SettingsForm(play=play, before=settings, initial={"held_on": date.min})
    of = asked(play)
    return (
        [(str(form.fields[name].label), _in_words(settings, play, name)) for name in of.first],
        [(str(form.fields[name].label), _in_words(settings, play, name)) for name in of.more],
    )


def all_in_words(settings: Settings, play: Play) -> list[tuple[str, str]]:
    """Every setting for reading, those that matter most first."""
    first, more = in_words(settings, play)
    return [*first, *more]


def _in_words(settings: Settings, play: Play, name: str) -> str:
    if name == "prizes":
        return _prizes_in_words(settings, play)
    value = getattr(settings, name)
    if name in SAID:
        said = dict(choices_of(name, play))
        words = [said[one] for one in (value if isinstance(value, tuple) else (value,)) if one in said]
        return "; ".join(map(str, words)) or gettext("None")
    if isinstance(value, bool):
        return gettext("Yes") if value else gettext("No")
    if name == "ranking":
        return in_order(settings.ranking or usual_ranking(play))
    if name == "roles":
        return ", ".join(value) or gettext("None")
    if name == "banker":
        return value or gettext("The organiser")
    if name in NONE:
        return _number_in_words(name, value) if value else _no(name)
    return str(value)


def _prizes_in_words(settings: Settings, play: Play) -> str:
    """Those that are given where this is played."""
    said = dict(choices_of("prizes", play, roles=bool(settings.roles)))
    words = (
        prize_told(prize) if prize.own else prize.title or str(said[prize.key])
        for prize in given(settings.prizes)
        if prizes_of(prize, settings, play)
    )
    return "; ".join(words) or gettext("None")


def _number_in_words(name: str, value: int) -> str:
    if name in ("rounds", "prize_deals", *OF_TABLES):
        return str(value)
    if name == "minutes":
        return ngettext("%(n)s minute", "%(n)s minutes", value) % {"n": value}
    return ngettext("%(n)s second", "%(n)s seconds", value) % {"n": value}


def _no(name: str) -> str:
    """What it means that this number was left empty."""
    match name:
        case "minutes":
            return gettext("No clock")
        case "rounds":
            return gettext("Decided during the evening")
        case "auto_moves":
            return gettext("Off")
        case "tables" | "people" | "people_least" | "people_most":
            return gettext("As usual")
    return gettext("None")


def format_in_words(play: Play) -> str:
    return gettext(play.format.title)
