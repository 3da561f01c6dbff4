"""The first page of the administration: how many there are of what is used most, with the way there."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from accounts.models import User
from tournaments.checks.selectors.installation import MOST, count_rows
from tournaments.checks.selectors.waiting import UNDER_WAY

WAITING, OPEN = "tournaments_evening_waiting", "?stage__in=" + ",".join(UNDER_WAY)
TILES = (
    ("waiting", "tournaments.evening", _("What waits"), WAITING),
    ("today", "tournaments.evening", _("Evenings today"), "?held_on={today}"),
    ("under_way", "tournaments.evening", _("Evenings under way"), OPEN),
    ("evenings", "tournaments.evening", _("Evenings"), ""),
    ("", "tournaments.award", _("Prize standings"), ""),
    ("seasons", "tournaments.season", _("Open seasons"), "?stage__exact=open"),
    ("leagues", "tournaments.league", _("Leagues"), ""),
    ("clubs", "accounts.club", _("All clubs"), ""),
    ("players", "accounts.player", _("Players"), "?active__exact=1"),
    ("users", "accounts.user", _("Users"), "?is_active__exact=1"),
    ("looks", "admin.logentry", _("Visits of administrators"), ""),
)
"""What is counted, of which model, its title, and what the list of the model is filtered by."""


@dataclass(frozen=True)
class Tile:
    count: str
    title: str
    address: str


def tiles(user: User, today: date) -> Iterator[Tile]:
    """Return the tiles that the user may look at."""
    for what, model, title, query in TILES:
        app, _dot, name = model.partition(".")
        if not user.has_perm(f"{app}.view_{name}"):
            continue
        n = count_rows(what, today) if what else 0
        count = "★" if not what else f"{MOST}+" if n > MOST else str(n)
        if query == WAITING:
            address = reverse(f"admin:{WAITING}")
        else:
            address = reverse(f"admin:{app}_{name}_changelist") + query.format(today=today)
        yield Tile(count, gettext(title), address)
