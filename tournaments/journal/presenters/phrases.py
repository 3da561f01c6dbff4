"""The context of a journal line, phrases for sentences, and sentences about people, seats and phones."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext

from tournaments.base.words import describe_reason, describe_round, describe_seat
from tournaments.core.evening import Play
from tournaments.core.reasons import SENTENCES, Reason
from tournaments.core.record import Presence, StakeKind
from tournaments.core.settings import Settings
from tournaments.evening.presenters.formats import get_format_pages
from tournaments.evening.presenters.kinds import (
    describe_counters_home,
    describe_counters_kept,
    describe_table_deal,
)
from tournaments.journal.selectors import LineFacts, WinnersChange
from tournaments.models import Journal
from tournaments.prizes.presenters.prizes import get_prize_titles

NAMED_AT_MOST = 12

DescribeSettings = Callable[[Settings, Play], Sequence[tuple[str, str]]]
"""Returns settings in words: the title and the value of each."""


@dataclass(frozen=True)
class Sentence:
    """A journal line in words: a sentence, perhaps with ``more``; in a correction, the old and new values."""

    words: str
    more: str = ""
    was: str = ""
    now: str = ""


@dataclass(frozen=True)
class LineContext:
    """A journal line, its round (0: none), the facts that it wrote, and related data.

    ``before``: the line just before. ``message``: the line that this one answers. ``takes_back``: the line
    that this one undoes. ``prize_changes``: prizes that changed hands by this line. ``names``: the names
    shown now. ``first``: the person in the reader's filter, who is named first.
    """

    line: Journal
    round: int
    facts: LineFacts
    play: Play
    settings: Settings
    names: Mapping[int, str]
    describe_settings: DescribeSettings
    before: Journal | None = None
    message: Journal | None = None
    takes_back: "LineContext | None" = None
    prize_changes: Sequence[WinnersChange] = ()
    first: int | None = None

    @property
    def payload(self) -> Mapping[str, Any]:
        return dict(self.line.payload)

    def get_name(self, entry: object) -> str:
        return self.names.get(entry, "?") if isinstance(entry, int) else "?"

    @property
    def person(self) -> str:
        """Return the name of the person in the line."""
        return self.get_name(self.payload.get("entry"))

    def list_people(self, entries: Iterable[int]) -> str:
        """Return names; a long list is shortened."""
        return shorten_names([self.get_name(entry) for entry in self.put_person_first(entries)])

    def put_person_first(self, entries: Iterable[int]) -> list[int]:
        """Put the person in the reader's filter first, so that a shortened list still contains them."""
        return sorted(entries, key=lambda entry: entry != self.first)

    def get_prize_title(self, key: str) -> str:
        """Return the prize's title."""
        return get_prize_titles(self.settings, self.play).get(key, key)

    def describe_table(self, round: int, table: int, deal: int = 0) -> str:
        """Return "Table 3" or "Table 3, deal 1", with the round if it is not the line's round."""
        figures = {"round": describe_round(self.play, round), "table": table, "deal": deal}
        if round == self.round:
            return describe_table_deal(table, deal, several=bool(deal))
        if deal:
            return gettext("%(round)s, table %(table)s, deal %(deal)s") % figures
        return gettext("%(round)s, table %(table)s") % figures


def shorten_names(names: Sequence[str]) -> str:
    """Return the first names, and how many more there are."""
    if len(names) <= NAMED_AT_MOST:
        return ", ".join(names)
    rest = len(names) - NAMED_AT_MOST
    return ngettext("%(names)s and %(n)s more", "%(names)s and %(n)s more", rest) % {
        "names": ", ".join(names[:NAMED_AT_MOST]),
        "n": rest,
    }


def join_sentences(*parts: str) -> str:
    """Join the sentences that are not empty."""
    return " ".join(part for part in parts if part)


def describe_missing_details() -> Sentence:
    """Return the sentence for a line whose facts are missing."""
    return Sentence(gettext("The details of this line are missing."))


def describe_fresh_stakes(context: LineContext) -> str:
    """Describe who took a fresh stake before the next deal. Empty if nobody did."""
    if fresh := context.payload.get("fresh"):
        return gettext("Fresh stake: %(names)s.") % {"names": context.list_people(fresh)}
    return ""


def people_checked_in(context: LineContext) -> Sentence:
    came = [entry for (entry,) in context.facts.list_values("entry")]
    return Sentence(gettext("Checked in: %(names)s.") % {"names": context.list_people(came)})


def entry_changed(context: LineContext) -> Sentence:
    was, now = (", ".join(filter(None, context.payload[key])) for key in ("before", "after"))
    return Sentence(gettext("A name or a role was corrected."), was=was, now=now)


def entry_reassigned(context: LineContext) -> Sentence:
    return Sentence(
        gettext("%(who)s played here. The evening had named somebody else.") % {"who": context.person}
    )


def entry_withdrawn(context: LineContext) -> Sentence:
    return Sentence(gettext("%(who)s is no longer checked in.") % {"who": context.person})


def player_left(context: LineContext) -> Sentence:
    counters = context.payload.get("counters")
    return Sentence(
        gettext("%(who)s went home.") % {"who": context.person},
        more="" if counters is None else describe_counters_home(counters),
    )


def player_paused(context: LineContext) -> Sentence:
    counters = context.payload.get("counters")
    return Sentence(
        gettext("%(who)s pauses.") % {"who": context.person},
        more="" if counters is None else describe_counters_kept(counters),
    )


def player_returned(context: LineContext) -> Sentence:
    return Sentence(gettext("%(who)s is back.") % {"who": context.person})


def seat_kept(context: LineContext) -> Sentence:
    if context.payload.get("state") == Presence.KEEPS_SEAT:
        return Sentence(gettext("%(who)s now keeps the seat.") % {"who": context.person})
    return Sentence(gettext("%(who)s moves again.") % {"who": context.person})


def seats_drawn(context: LineContext) -> Sentence:
    payload = context.payload
    reason = Reason(payload["why"], payload["figures"]) if payload.get("why") in SENTENCES else None
    text = gettext("Seats were drawn, seed “%(seed)s”.") % {"seed": payload.get("seed", "")}
    if season := payload.get("season"):
        text = gettext("First seats by the standings of “%(season)s”.") % {"season": season}
    return Sentence(text, more=describe_reason(reason, context.names) if reason else "")


def seats_swapped(context: LineContext) -> Sentence:
    people = context.list_people(entry for entry, *_way in context.facts.list_values("move"))
    return Sentence(gettext("%(names)s changed seats.") % {"names": people}, more=_describe_ways(context))


def seat_moved(context: LineContext) -> Sentence:
    for entry, table, chair, to_table, to_chair, _reason in context.facts.list_values("move"):
        return Sentence(
            gettext("%(who)s was moved by the organiser.") % {"who": context.get_name(entry)},
            was=describe_seat(table, chair) if table else "–",
            now=describe_seat(to_table, to_chair),
        )
    return describe_missing_details()


def table_added(context: LineContext) -> Sentence:
    return Sentence(
        gettext("Table %(table)s was added.") % {"table": context.payload.get("table")},
        more=_describe_ways(context),
    )


def table_closed(context: LineContext) -> Sentence:
    return Sentence(
        gettext("Table %(table)s is closed.") % {"table": context.payload.get("table")},
        more=_describe_ways(context),
    )


def tables_levelled(context: LineContext) -> Sentence:
    return Sentence(gettext("The tables are level."), more=_describe_ways(context))


def moves_applied(context: LineContext) -> Sentence:
    """Describe the moves at the end of a round."""
    round = next((number for (number,) in context.facts.list_values("round")), context.round + 1)
    movers = sum(reason != "late" for *_way, reason in context.facts.list_values("move"))
    text = get_format_pages(context.play.format).describe_moves(context.play, round, movers)
    return Sentence(text, more=_describe_seats(context))


def moves_replayed(context: LineContext) -> Sentence:
    text = gettext("The seats were calculated again after the correction.")
    return Sentence(text, more=join_sentences(_describe_seats(context), describe_discarded(context)))


def moves_kept(context: LineContext) -> Sentence:
    return Sentence(gettext("A result was corrected. The moves after it stand."))


def _describe_seats(context: LineContext) -> str:
    if context.line.verb in get_format_pages(context.play.format).draw_listed:
        return _describe_drawn_seats(context)
    return join_sentences(_describe_ways(context), _describe_arrivals(context))


def describe_discarded(context: LineContext) -> str:
    """Describe how many results a line discarded together with their round."""
    count = context.facts.discarded
    if not count:
        return ""
    return ngettext("%(n)s result was discarded.", "%(n)s results were discarded.", count) % {"n": count}


def links_made(context: LineContext) -> Sentence:
    return _describe_new_codes([str(table) for table in context.payload.get("tables", ())])


def _describe_new_codes(tables: list[str]) -> Sentence:
    return Sentence(
        ngettext(
            "New code for table %(tables)s.",
            "New codes for tables %(tables)s.",
            len(tables),
        )
        % {"tables": shorten_names(tables)}
    )


def link_revoked(context: LineContext) -> Sentence:
    table = context.payload.get("table")
    if context.payload.get("renewed"):
        return _describe_new_codes([str(table)])
    return Sentence(gettext("The code of table %(table)s no longer works.") % {"table": table})


def _describe_ways(context: LineContext) -> str:
    """Describe who moved from which table to which."""
    moves = [move for move in context.facts.list_values("move") if move[-1] != "late"]
    moves.sort(key=lambda move: move[0] != context.first)
    ways = [
        f"{context.get_name(entry)} {start} → {end}" if start else f"{context.get_name(entry)} → {end}"
        for entry, start, _chair, end, *_rest in moves
    ]
    return gettext("Tables: %(ways)s.") % {"ways": shorten_names(ways)} if ways else ""


def _describe_drawn_seats(context: LineContext) -> str:
    """Describe who got which table by a draw, who had a bye, and who got no seat."""
    ways = [
        f"{context.get_name(entry)} {end}"
        for entry, _start, _chair, end, *_rest in context.facts.list_values("move")
        if end
    ]
    fresh = [entry for entry, kind in context.facts.list_values("stake") if kind == StakeKind.FRESH]
    byes, unseated = context.payload.get("byes") or (), context.payload.get("waiting") or ()
    rest = [entry for entry in unseated if entry not in byes]
    return join_sentences(
        gettext("Tables: %(ways)s.") % {"ways": shorten_names(ways)} if ways else "",
        gettext("Bye: %(names)s.") % {"names": context.list_people(byes)} if byes else "",
        gettext("Without a seat: %(names)s.") % {"names": context.list_people(rest)} if rest else "",
        gettext("Fresh stake: %(names)s.") % {"names": context.list_people(fresh)} if fresh else "",
    )


def _describe_arrivals(context: LineContext) -> str:
    """Describe who took a free seat, who took a fresh stake, and who is still waiting."""
    late = [entry for entry, *_way, reason in context.facts.list_values("move") if reason == "late"]
    fresh = [entry for entry, kind in context.facts.list_values("stake") if kind == StakeKind.FRESH]
    unseated = context.payload.get("waiting") or ()
    return join_sentences(
        gettext("New at a table: %(names)s.") % {"names": context.list_people(late)} if late else "",
        gettext("Fresh stake: %(names)s.") % {"names": context.list_people(fresh)} if fresh else "",
        gettext("Without a seat: %(names)s.") % {"names": context.list_people(unseated)} if unseated else "",
    )
