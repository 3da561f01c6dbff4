"""The picture of a published evening, and the words that go with a link to the evening."""

from django.utils.formats import date_format
from django.utils.translation import ngettext

from tournaments.core.movement.seating import list_presences
from tournaments.hall.presenters.published import PublicView
from tournaments.planning.presenters import describe_game


def describe_occasion(view: PublicView) -> str:
    """Return the date, the game and the number of players in one line."""
    presences = list_presences(view.facts, view.round + 1).values()
    many = len(view.announcement.lines) or sum(state.plays for state in presences)
    players = ngettext("%(n)s player", "%(n)s players", many) % {"n": many}
    parts = [date_format(view.evening.held_on), describe_game(view.evening)]
    return " · ".join([*parts, players] if many else parts)
