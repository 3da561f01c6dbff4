"""The journal's sentences about people, seats and tables, and about the tables' phones."""

from django.utils.translation import gettext, ngettext

from tournaments.base.words import seat_in_words, worded
from tournaments.core.reasons import SENTENCES, Reason
from tournaments.core.record import Presence, StakeKind
from tournaments.evening.presenters.formats.registry import format_pages
from tournaments.evening.presenters.kinds.counters import counters_along, counters_waiting
from tournaments.journal.presenters.phrases import Sentence, Told, missing, sentences, some


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
    """At the end of a round."""
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
    """How many results a line took back with the round that they were of."""
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
    """Who went from which table to which."""
    moves = [move for move in told.wrote.of("move") if move[-1] != "late"]
    moves.sort(key=lambda move: move[0] != told.first)
    ways = [
        f"{told.name(entry)} {start} → {end}" if start else f"{told.name(entry)} → {end}"
        for entry, start, _chair, end, *_rest in moves
    ]
    return gettext("Tables: %(ways)s.") % {"ways": some(ways)} if ways else ""


def _drawn(told: Told) -> str:
    """Who got which table by a draw, who had a bye, and who got no seat."""
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
    """Who took a free seat, took a fresh stake, and still waits."""
    late = [entry for entry, *_way, why in told.wrote.of("move") if why == "late"]
    fresh = [entry for entry, kind in told.wrote.of("stake") if kind == StakeKind.FRESH]
    waiting = told.payload.get("waiting") or ()
    return sentences(
        gettext("New at a table: %(names)s.") % {"names": told.people(late)} if late else "",
        gettext("Fresh stake: %(names)s.") % {"names": told.people(fresh)} if fresh else "",
        gettext("Without a seat: %(names)s.") % {"names": told.people(waiting)} if waiting else "",
    )
