"""The journal's sentences about people, seats and tables, and about the tables' phones."""

from django.utils.translation import gettext, ngettext

from tournaments.core.facts import Presence, StakeKind
from tournaments.core.reasons import SENTENCES, Reason
from tournaments.pages.journal.phrases import Sentence, Told, sentences, some
from tournaments.words import in_round, worded


def people_checked_in(told: Told) -> Sentence:
    came = [entry for (entry,) in told.wrote.of("entry")]
    figures = {"n": len(came), "names": told.people(came)}
    if len(came) == 1:
        return Sentence(gettext("%(names)s was checked in.") % figures)
    return Sentence(
        ngettext("%(n)s person was checked in.", "%(n)s people were checked in.", len(came)) % figures,
        more=told.people(came),
    )


def entry_changed(told: Told) -> Sentence:
    was, now = (", ".join(filter(None, told.payload[key])) for key in ("before", "after"))
    return Sentence(gettext("A name or a role was corrected."), was=was, now=now)


def entry_withdrawn(told: Told) -> Sentence:
    return Sentence(gettext("%(who)s was taken off the list.") % {"who": told.who})


def player_left(told: Told) -> Sentence:
    counters = told.payload.get("counters")
    if counters is None:
        return Sentence(gettext("%(who)s went home.") % {"who": told.who})
    return Sentence(
        ngettext("%(who)s went home with %(n)s counter.", "%(who)s went home with %(n)s counters.", counters)
        % {"who": told.who, "n": counters}
    )


def player_paused(told: Told) -> Sentence:
    counters = told.payload.get("counters")
    if counters is None:
        return Sentence(gettext("%(who)s sits out for a while.") % {"who": told.who})
    return Sentence(
        ngettext(
            "%(who)s sits out for a while; %(n)s counter waits with the banker.",
            "%(who)s sits out for a while; %(n)s counters wait with the banker.",
            counters,
        )
        % {"who": told.who, "n": counters}
    )


def player_returned(told: Told) -> Sentence:
    return Sentence(gettext("%(who)s is back.") % {"who": told.who})


def seat_kept(told: Told) -> Sentence:
    if told.payload.get("state") == Presence.KEEPS_SEAT:
        return Sentence(gettext("%(who)s keeps the seat from now on.") % {"who": told.who})
    return Sentence(gettext("%(who)s moves about again.") % {"who": told.who})


def seats_drawn(told: Told) -> Sentence:
    payload = told.payload
    why = Reason(payload["why"], payload["figures"]) if payload.get("why") in SENTENCES else None
    text = gettext("Seats were drawn by the seed “%(seed)s”.") % {"seed": payload.get("seed", "")}
    if season := payload.get("season"):
        text = gettext("First seats by the standing of “%(season)s”.") % {"season": season}
    return Sentence(text, more=worded(why, told.names) if why else "")


def seats_swapped(told: Told) -> Sentence:
    people = told.people(entry for entry, *_way in told.wrote.of("move"))
    return Sentence(gettext("%(names)s changed seats.") % {"names": people}, more=_ways(told))


def seat_moved(told: Told) -> Sentence:
    for entry, table, chair, to_table, to_chair, _why in told.wrote.of("move"):
        figures = {
            "who": told.name(entry),
            "table": table,
            "chair": chair,
            "to_table": to_table,
            "to_chair": to_chair,
        }
        if table is None:
            return Sentence(gettext("%(who)s was seated: table %(to_table)s, seat %(to_chair)s.") % figures)
        return Sentence(
            gettext(
                "%(who)s was moved by hand from table %(table)s, seat %(chair)s "
                "to table %(to_table)s, seat %(to_chair)s."
            )
            % figures
        )
    return Sentence(gettext("Somebody was moved by hand."))


def table_added(told: Told) -> Sentence:
    return Sentence(
        gettext("Table %(table)s was added.") % {"table": told.payload.get("table")}, more=_ways(told)
    )


def table_closed(told: Told) -> Sentence:
    return Sentence(
        gettext("Table %(table)s was closed.") % {"table": told.payload.get("table")}, more=_ways(told)
    )


def tables_levelled(told: Told) -> Sentence:
    moved = len(told.wrote.of("move"))
    return Sentence(
        ngettext(
            "The tables were made level: %(n)s person moved.",
            "The tables were made level: %(n)s people moved.",
            moved,
        )
        % {"n": moved},
        more=_ways(told),
    )


def moves_applied(told: Told) -> Sentence:
    """At the end of a round. Nobody moves at fixed tables: the next game begins; or its seats are drawn."""
    opened = next((number for (number,) in told.wrote.of("round")), told.round + 1)
    return told.play.format.of(APPLIED)(told, opened)


def _seats_drawn(told: Told, opened: int) -> Sentence:
    return Sentence(
        gettext("Seats were drawn for %(next)s.") % {"next": in_round(told.play, opened)}, _drawn(told)
    )


def _seats_found(told: Told, opened: int) -> Sentence:
    return Sentence(
        gettext("The seats of %(next)s went by the results.") % {"next": in_round(told.play, opened)},
        _drawn(told),
    )


def _game_opened(told: Told, opened: int) -> Sentence:
    return Sentence(
        gettext("%(next)s was opened.") % {"next": _capital(in_round(told.play, opened))}, _came(told)
    )


def _people_moved(told: Told, opened: int) -> Sentence:
    changes = sum(why != "late" for *_way, why in told.wrote.of("move"))
    figures = {"round": opened - 1, "n": changes}
    text = gettext("Round %(round)s: nobody moved.") % figures
    if changes:
        text = (
            ngettext(
                "Round %(round)s: people moved: %(n)s change.",
                "Round %(round)s: people moved: %(n)s changes.",
                changes,
            )
            % figures
        )
    return Sentence(text, more=sentences(_ways(told), _came(told)))


APPLIED = {"moving": _people_moved, "games": _game_opened, "drawn": _seats_drawn, "ladder": _seats_found}
"""What the end of a round brought, by the format."""


def moves_replayed(told: Told) -> Sentence:
    return told.play.format.of(REPLAYED)(told)


def _drawn_again(told: Told) -> Sentence:
    text = gettext("Seats were drawn again from the deals as corrected.")
    return Sentence(text, more=sentences(_drawn(told), discarded(told)))


def _moved_again(told: Told) -> Sentence:
    changes = sum(why != "late" for *_way, why in told.wrote.of("move"))
    return Sentence(
        ngettext(
            "The last moves were made again from the deals as corrected: %(n)s change.",
            "The last moves were made again from the deals as corrected: %(n)s changes.",
            changes,
        )
        % {"n": changes},
        more=sentences(_ways(told), _came(told), discarded(told)),
    )


REPLAYED = {"moving": _moved_again, "games": _moved_again, "drawn": _drawn_again, "ladder": _moved_again}
"""What was made again, by the format."""


def discarded(told: Told) -> str:
    """How many results a line took back with the round that they were of."""
    gone = told.wrote.discarded
    if not gone:
        return ""
    return ngettext("%(n)s result was discarded.", "%(n)s results were discarded.", gone) % {"n": gone}


def links_made(told: Told) -> Sentence:
    tables = [str(table) for table in told.payload.get("tables", ())]
    return Sentence(
        ngettext(
            "A code was made for table %(tables)s.",
            "Codes were made for tables %(tables)s.",
            len(tables),
        )
        % {"tables": some(tables)}
    )


def link_revoked(told: Told) -> Sentence:
    figures = {"table": told.payload.get("table")}
    if told.payload.get("renewed"):
        return Sentence(gettext("Table %(table)s was given a new code; the old one is void.") % figures)
    return Sentence(gettext("The code of table %(table)s was made void.") % figures)


def _ways(told: Told) -> str:
    """Who went from which table to which."""
    moves = [move for move in told.wrote.of("move") if move[-1] != "late"]
    moves.sort(key=lambda move: move[0] != told.first)
    ways = [
        f"{told.name(entry)} {start} → {end}" if start else f"{told.name(entry)} → {end}"
        for entry, start, _chair, end, *_rest in moves
    ]
    return gettext("By tables: %(ways)s.") % {"ways": some(ways)} if ways else ""


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
        gettext("Fresh stakes: %(names)s.") % {"names": told.people(fresh)} if fresh else "",
    )


def _came(told: Told) -> str:
    """Who took a free seat, took a fresh stake, and still waits."""
    late = [entry for entry, *_way, why in told.wrote.of("move") if why == "late"]
    fresh = [entry for entry, kind in told.wrote.of("stake") if kind == StakeKind.FRESH]
    waiting = told.payload.get("waiting") or ()
    return sentences(
        gettext("Came in: %(names)s.") % {"names": told.people(late)} if late else "",
        gettext("Fresh stakes: %(names)s.") % {"names": told.people(fresh)} if fresh else "",
        gettext("Still waiting: %(names)s.") % {"names": told.people(waiting)} if waiting else "",
    )


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
