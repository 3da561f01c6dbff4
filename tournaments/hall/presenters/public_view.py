"""An evening as the hall and its phones show it: under the names that strangers may read."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from accounts.names import name_key
from tournaments.base.pictures.own import Floor
from tournaments.console.presenters.console import view_of
from tournaments.core.evening import Facts
from tournaments.core.formats.preview import Preview
from tournaments.core.record import Stage
from tournaments.evening.presenters.evening_view import EveningView, KeptViews
from tournaments.evening.presenters.table import Table
from tournaments.evening.selectors.access import public_names_of
from tournaments.evening.selectors.at_line import once
from tournaments.hall.presenters.announced import Announced, announced
from tournaments.models import Evening
from tournaments.results.presenters.pictures import floor_of

AT_MOST = 16


class PublicView(EveningView):
    """The evening with public names; ``shown``: the kind of names that a published page has."""

    def __init__(self, evening: Evening, shown: str = "") -> None:
        super().__init__(evening, view_of(evening))
        self.shown = shown

    @once
    def tables(self) -> tuple[Table, ...]:
        return tuple(table.named(self.names) for table in self.members.tables)

    @once
    def facts(self) -> Facts:
        called, facts = self.public_names, self.at_line.facts
        entries = tuple(replace(entry, name=called[entry.id]) for entry in facts.entries)
        return replace(facts, entries=entries)

    @once
    def public_names(self) -> Mapping[int, str]:
        return public_names_of(self.evening, shown=self.shown)

    @once
    def banker(self) -> str:
        """The banker's name. A player has the public name here too."""
        named = self.settings.banker
        players = {name_key(entry.name): entry.id for entry in self.at_line.facts.entries}
        return self.public_names.get(players.get(name_key(named), 0), named)

    @property
    def after_bell(self) -> Preview | None:
        """The result of the present round's bell, once it has rung."""
        return self.preview if self.rung else None

    @once
    def floor(self) -> Floor | None:
        """The ground of the pictures of everybody's path through the tables."""
        return floor_of(self.facts)

    @once
    def told(self) -> Announced:
        """The part of the result that was announced."""
        return announced(self.evening, self.shown) if self.stage is Stage.FINISHED else Announced()


_kept = KeptViews[PublicView](AT_MOST)


def public_view(evening: Evening, shown: str = "") -> PublicView:
    """The evening at its newest journal line; with names as on a published page (``shown``)."""
    return _kept.get(evening, lambda: PublicView(evening, shown), shown)


def until_ms(view: PublicView, now: datetime) -> int | None:
    """Return when the pages change by time alone, in milliseconds since 1970; None where they do not."""
    until = view.new_seats.until(now)
    return None if until is None else round(until.timestamp() * 1000)
