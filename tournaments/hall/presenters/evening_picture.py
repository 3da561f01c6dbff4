"""The picture of a published evening, and the words that go with a link to it."""

from base64 import b64encode
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from accounts.logos import OWN, TYPES, find_shades
from accounts.models import ClubLogo
from tournaments.base.pictures.card import CardStep, LinkCard, draw_card
from tournaments.core.movement.seating import list_presences
from tournaments.hall.presenters.published import PodiumStep, PublicView
from tournaments.planning.presenters import describe_game

PRIZES = 3
"""The number of prizes in a picture without a podium: those that were announced last."""


def describe_occasion(view: PublicView) -> str:
    """Return the date, the game and the number of players in one line."""
    presences = list_presences(view.facts, view.round + 1).values()
    many = len(view.announcement.lines) or sum(state.plays for state in presences)
    players = ngettext("%(n)s player", "%(n)s players", many) % {"n": many}
    parts = [date_format(view.evening.held_on), describe_game(view.evening)]
    return " · ".join([*parts, players] if many else parts)


@dataclass(frozen=True)
class LinkPreview:
    """What a chat program shows of a link. ``version``: changes with the picture; "" without a picture."""

    title: str
    description: str
    version: str = ""


def describe_link(view: PublicView) -> LinkPreview:
    """Return the words for a link to the evening: the podium, or else what kind of evening it is."""
    evening = view.evening
    about = describe_podium(view.announcement.podium) or describe_occasion(view)
    return LinkPreview(f"{evening} · {evening.club}", about, f"{evening.seq}.{evening.club.revision}")


def describe_podium(podium: tuple[PodiumStep, ...]) -> str:
    """Return the first places in one line; "" without a podium."""
    return " · ".join(f"{step.place}. {', '.join(step.names)} ({step.figure})" for step in podium)


def draw_evening(view: PublicView, logo: ClubLogo | None) -> str:
    """Return the evening's picture as SVG, with the names that its published page shows."""
    club, announcement = view.evening.club, view.announcement
    shade, _dark = find_shades(club.colour or OWN)
    announced = sorted((prize for prize in announcement.prizes if prize.revealed), key=lambda one: one.line)
    nobody = gettext("nobody")
    return draw_card(
        LinkCard(
            str(club),
            str(view.evening),
            describe_occasion(view),
            shade.area,
            shade.text,
            f"data:{TYPES[logo.kind]};base64,{b64encode(logo.data).decode()}" if logo else "",
            [CardStep(step.place, step.names, step.figure) for step in announcement.podium],
            [(prize.title, prize.listed or nobody) for prize in announced[-PRIZES:]],
        )
    )
