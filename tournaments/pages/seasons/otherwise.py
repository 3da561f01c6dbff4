"""What a closed season would be today, in words."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext, ngettext

from tournaments.facts.seasons.counting import Counted
from tournaments.facts.seasons.today import Otherwise, otherwise_today
from tournaments.models import Season


def otherwise_said(season: Season, counted: Counted) -> tuple[str, ...]:
    """Return sentences; none where nothing would be otherwise. ``counted``: the season as it was closed."""
    found = otherwise_today(season, counted)
    return tuple(_sentences(found)) if found else ()


def _pair(names: Mapping[int, str], was: Sequence[int], now: Sequence[int]) -> dict[str, str]:
    def called(people: Sequence[int]) -> str:
        return ", ".join(names[player] for player in people) or gettext("Nobody")

    return {"was": called(was), "now": called(now)}


def _sentences(found: Otherwise) -> Iterator[str]:
    for division, (was, now) in found.first.items():
        figures = _pair(found.names, was, now) | {"division": found.divisions.get(division or 0, "")}
        if figures["division"]:
            yield gettext("First in %(division)s today: %(now)s, instead of %(was)s.") % figures
        else:
            yield gettext("First today: %(now)s, instead of %(was)s.") % figures
    for title, (was, now) in found.prizes.items():
        yield gettext("“%(prize)s” today: %(now)s, instead of %(was)s.") % (
            _pair(found.names, was, now) | {"prize": title}
        )
    n = len(found.people)
    text = ngettext(
        "%(n)s player would have another place or other points.",
        "%(n)s players would have another place or other points.",
        n,
    )
    yield text % {"n": n}
