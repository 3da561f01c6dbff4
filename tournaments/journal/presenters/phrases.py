"""A journal line with its facts, phrases for sentences, and the sentences about people, seats and phones."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext

from tournaments.base.words import round_title, seat_in_words, worded
from tournaments.core.evening import Play
from tournaments.core.reasons import SENTENCES, Reason
from tournaments.core.record import Presence, StakeKind
from tournaments.core.settings import Settings
from tournaments.evening.presenters.formats import format_pages
from tournaments.evening.presenters.kinds import at_table, counters_along, counters_waiting
from tournaments.journal.selectors import Given, Wrote
from tournaments.models import Journal
from tournaments.prizes.presenters.prizes import titles_of

NAMED_AT_MOST = 12

SettingsSaid = Callable[[Settings, Play], Sequence[tuple[str, str]]]
"""Settings in words: what each is about, and how it is set."""


@dataclass(frozen=True)
class Sentence:
    """A line of the journal in words: a sentence, perhaps with ``more``; what a correction made of what."""

    words: str
    more: str = ""
    was: str = ""
    now: str = ""


@dataclass(frozen=True)
class Told:
    """A journal line, the round it was written in (0: none), what it wrote, and what is known beside it.

    ``before``: the line just before; ``asked``: the line that it answers; ``takes_back``: the one that it
    takes back; ``given``: prizes that changed hands by it. ``names`` are those shown now, and the ``first``
    to be named is who is looked for.
    """

    line: Journal
    round: int
    wrote: Wrote
    play: Play
    settings: Settings
    names: Mapping[int, str]
    said: SettingsSaid
    before: Journal | None = None
    asked: Journal | None = None
    takes_back: "Told | None" = None
    given: Sequence[Given] = ()
    first: int | None = None

    @property
    def payload(self) -> Mapping[str, Any]:
        return dict(self.line.payload)

    def name(self, entry: object) -> str:
        return self.names.get(entry, "?") if isinstance(entry, int) else "?"

    @property
    def who(self) -> str:
        """Return the name of the person whom the line is about."""
        return self.name(self.payload.get("entry"))

    def people(self, entries: Iterable[int]) -> str:
        """Return names, of many the first ones."""
        return some([self.name(entry) for entry in self.in_order(entries)])

    def in_order(self, entries: Iterable[int]) -> list[int]:
        """Put the person looked for first, so that a shortened list still names them."""
        return sorted(entries, key=lambda entry: entry != self.first)

    def prize(self, key: str) -> str:
        """Return the prize's title."""
        return titles_of(self.settings, self.play).get(key, key)

    def where(self, round: int, table: int, deal: int = 0) -> str:
        """Return "Table 3" or "Table 3, deal 1", with its round, if it is not the line's."""
        figures = {"round": round_title(self.play, round), "table": table, "deal": deal}
        if round == self.round:
            return at_table(table, deal, several=bool(deal))
        if deal:
            return gettext("%(round)s, table %(table)s, deal %(deal)s") % figures
        return gettext("%(round)s, table %(table)s") % figures


def some(names: Sequence[str]) -> str:
    """Return the names, of many the first ones and how many more there are."""
    if len(names) <= NAMED_AT_MOST:
        return ", ".join(names)
    rest = len(names) - NAMED_AT_MOST
    return ngettext("%(names)s and %(n)s more", "%(names)s and %(n)s more", rest) % {
        "names": ", ".join(names[:NAMED_AT_MOST]),
        "n": rest,
    }


def sentences(*parts: str) -> str:
    """Join the sentences that are not empty."""
    return " ".join(part for part in parts if part)


def missing() -> Sentence:
    """Return the sentence for a line whose facts are not there."""
    return Sentence(gettext("The details of this line are missing."))


def fresh_between(told: Told) -> str:
    """Describe who took a fresh stake before the next deal, where the line gave any."""
    if fresh := told.payload.get("fresh"):
        return gettext("Fresh stake: %(names)s.") % {"names": told.people(fresh)}
    return ""


def people_checked_in(told: Told) -> Sentence:
    came = [entry for (entry,) in told.wrote.of("entry")]
    return Sentence(gettext("Checked in: %(names)s.") % {"names": told.people(came)})


def entry_changed(told: Told) -> Sentence:
    was, now = (", ".join(filter(None, told.payload[key])) for key in ("before", "after"))
    return Sentence(gettext("A name or a role was corrected."), was=was, now=now)


def entry_reassigned(told: Told) -> Sentence:
    return Sentence(gettext("%(who)s played here. The evening had named somebody else.") % {"who": told.who})


def entry_withdrawn(told: Told) -> Sentence:
    return Sentence(gettext("%(who)s is no longer checked in.") % {"who": told.who})


def player_left(told: Told) -> Sentence:
    counters = told.payload.get("counters")
    return Sentence(
        gettext("%(who)s went home.") % {"who": told.who},
        more="" if counters is None else counters_along(counters),
    )


def player_paused(told: Told) -> Sentence:
    counters = told.payload.get("counters")
    return Sentence(
        gettext("%(who)s pauses.") % {"who": told.who},
        more="" if counters is None else counters_waiting(counters),
    )


def player_returned(told: Told) -> Sentence:
    return Sentence(gettext("%(who)s is back.") % {"who": told.who})


def seat_kept(told: Told) -> Sentence:
    if told.payload.get("state") == Presence.KEEPS_SEAT:
        return Sentence(gettext("%(who)s now keeps the seat.") % {"who": told.who})
    return Sentence(gettext("%(who)s moves again.") % {"who": told.who})


def seats_drawn(told: Told) -> Sentence:
    payload = told.payload
    why = Reason(payload["why"], payload["figures"]) if payload.get("why") in SENTENCES else None
    text = gettext("Seats were drawn, seed “%(seed)s”.") % {"seed": payload.get("seed", "")}
    if season := payload.get("season"):
        text = gettext("First seats by the standings of “%(season)s”.") % {"season": season}
    return Sentence(text, more=worded(why, told.names) if why else "")


def seats_swapped(told: Told) -> Sentence:
    people = told.people(entry for entry, *_way in told.wrote.of("move"))
    return Sentence(gettext("%(names)s changed seats.") % {"names": people}, more=_ways(told))


def seat_moved(told: Told) -> Sentence:
    for entry, table, chair, to_table, to_chair, _why in told.wrote.of("move"):
        return Sentence(
            gettext("%(who)s was moved by the organiser.") % {"who": told.name(entry)},
            was=seat_in_words(table, chair) if table else "–",
            now=seat_in_words(to_table, to_chair),
        )
    return missing()


def table_added(told: Told) -> Sentence:
    return Sentence(
        gettext("Table %(table)s was added.") % {"table": told.payload.get("table")}, more=_ways(told)
    )


def table_closed(told: Told) -> Sentence:
    return Sentence(
        gettext("Table %(table)s is closed.") % {"table": told.payload.get("table")}, more=_ways(told)
    )


def tables_levelled(told: Told) -> Sentence:
    return Sentence(gettext("The tables are level."), more=_ways(told))


def moves_applied(told: Told) -> Sentence:
    """Describe the moves at the end of a round."""
    opened = next((number for (number,) in told.wrote.of("round")), told.round + 1)
    moved = sum(why != "late" for *_way, why in told.wrote.of("move"))
    text = format_pages(told.play.format).moves_applied(told.play, opened, moved)
    return Sentence(text, more=_seats(told))


def moves_replayed(told: Told) -> Sentence:
    text = gettext("The seats were calculated again after the correction.")
    return Sentence(text, more=sentences(_seats(told), discarded(told)))


def moves_kept(told: Told) -> Sentence:
    return Sentence(gettext("A result was corrected. The moves after it stand."))


def _seats(told: Told) -> str:
    """Return the seats after the line."""
    if told.line.verb in format_pages(told.play.format).draw_listed:
        return _drawn(told)
    return sentences(_ways(told), _came(told))


def discarded(told: Told) -> str:
    """Describe how many results a line took back with their round."""
    gone = told.wrote.discarded
    if not gone:
        return ""
    return ngettext("%(n)s result was discarded.", "%(n)s results were discarded.", gone) % {"n": gone}


def links_made(told: Told) -> Sentence:
    return _new_codes([str(table) for table in told.payload.get("tables", ())])


def _new_codes(tables: list[str]) -> Sentence:
    return Sentence(
        ngettext(
            "New code for table %(tables)s.",
            "New codes for tables %(tables)s.",
            len(tables),
        )
        % {"tables": some(tables)}
    )


def link_revoked(told: Told) -> Sentence:
    table = told.payload.get("table")
    if told.payload.get("renewed"):
        return _new_codes([str(table)])
    return Sentence(gettext("The code of table %(table)s no longer works.") % {"table": table})


def _ways(told: Told) -> str:
    """Describe who went from which table to which."""
    moves = [move for move in told.wrote.of("move") if move[-1] != "late"]
    moves.sort(key=lambda move: move[0] != told.first)
    ways = [
        f"{told.name(entry)} {start} → {end}" if start else f"{told.name(entry)} → {end}"
        for entry, start, _chair, end, *_rest in moves
    ]
    return gettext("Tables: %(ways)s.") % {"ways": some(ways)} if ways else ""


def _drawn(told: Told) -> str:
    """Describe who got which table by a draw, who had a bye, and who got no seat."""
    ways = [f"{told.name(entry)} {end}" for entry, _at, _chair, end, *_rest in told.wrote.of("move") if end]
    fresh = [entry for entry, kind in told.wrote.of("stake") if kind == StakeKind.FRESH]
    byes, without = told.payload.get("byes") or (), told.payload.get("waiting") or ()
    rest = [entry for entry in without if entry not in byes]
    return sentences(
        gettext("Tables: %(ways)s.") % {"ways": some(ways)} if ways else "",
        gettext("Bye: %(names)s.") % {"names": told.people(byes)} if byes else "",
        gettext("Without a seat: %(names)s.") % {"names": told.people(rest)} if rest else "",
        gettext("Fresh stake: %(names)s.") % {"names": told.people(fresh)} if fresh else "",
    )


def _came(told: Told) -> str:
    """Describe who took a free seat, who took a fresh stake, and who still waits."""
    late = [entry for entry, *_way, why in told.wrote.of("move") if why == "late"]
    fresh = [entry for entry, kind in told.wrote.of("stake") if kind == StakeKind.FRESH]
    waiting = told.payload.get("waiting") or ()
    return sentences(
        gettext("New at a table: %(names)s.") % {"names": told.people(late)} if late else "",
        gettext("Fresh stake: %(names)s.") % {"names": told.people(fresh)} if fresh else "",
        gettext("Without a seat: %(names)s.") % {"names": told.people(waiting)} if waiting else "",
    )
